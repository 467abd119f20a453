export const FOLDERS: readonly string[];
export const NO_STORE: readonly string[];
export const LEFT_OUT: Readonly<Record<string, string>>;
