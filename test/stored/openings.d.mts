// What is said is compared and never looked into, so it has no types of its own.
type Json = unknown;

export const FILES: string;
export function stored<T>(name: string): T;
export function plain(value: unknown): Json;
export function inCopy<T>(name: string | null, work: (folder: string) => Promise<T>): Promise<T>;
export function learnerSays(json: Json): Promise<{ readonly written: Json }>;
export function kernelSays(json: Json, features: Json): Json;
export function strategySays(json: Json, pool: Json): Promise<Json>;
export function labelsSay(json: Json, shape: Json): Json;
export function generatorSays(state: Json): Json;
export function recipeSays(json: Json, table: string): Promise<Json>;
export function fittedRecipe(table: string, options: Json): Promise<Json>;
export function modelSays(json: Json, table: string): Promise<{ readonly written: Json }>;
export function xpal(folder: string, words: readonly string[], input?: string): { code: number; out: Json };
export function withFormerKernel(commands: readonly (readonly string[])[]): string[][];
export function commandsSay(folder: string, commands: readonly (readonly string[])[]): { said: Json; files: Json };
export function planSays(path: string): Promise<Json>;
export function runSays(name: string, strategy: string, options: Json): Promise<Json>;
