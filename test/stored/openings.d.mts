// What is said is compared and never looked into, so it has no types of its own.
type Json = unknown;
type Studio = { readonly dataDir?: string; readonly file?: string };

export interface StudioClient {
  bytes(path: string): Promise<Buffer>;
  get(path: string): Promise<Json>;
  upload(name: string, body: Uint8Array | string): Promise<{ readonly project: string; readonly import: string }>;
  post(path: string, body: unknown): Promise<Json>;
}

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
export function withStudio<T>(options: Studio, work: (client: StudioClient) => Promise<T>): Promise<T>;
export function studioSays(options: Studio): Promise<{ projects: Json; said: Json }>;
export function projectSays(client: StudioClient, id: string): Promise<Json>;
export function unpackedProject(bytes: Uint8Array): Json;
export function rebuiltSays(dataDir: string): Promise<Json>;
export function planSays(path: string): Promise<Json>;
export function storeSays(path: string): Promise<Json>;
export function experimentSays(plan: string, out: string): Promise<{ readonly finished: number }>;
export function reportSays(out: string): Json;
export function runSays(name: string, strategy: string, options: Json): Promise<Json>;
