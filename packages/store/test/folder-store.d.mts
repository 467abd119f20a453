export function isOnPostgres(): boolean;
export function storeOf(folder: string): Promise<string>;
export function placeOf(dataDir: string): Promise<{ readonly dataDir: string; readonly store?: string }>;
export function placeWords(dataDir: string): Promise<string[]>;
