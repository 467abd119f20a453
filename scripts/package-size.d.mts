export interface Size {
  readonly code: number;
  readonly wasm: number;
}
export function program(parts?: {
  readonly imports?: string;
  readonly options?: string;
  readonly after?: string;
  readonly from?: string;
}): string;
export const USES: readonly (readonly [name: string, source: string])[];
export function programFolder(source: string): string;
export function sizeOf(source: string, bundle?: (folder: string) => Promise<void>): Promise<Size>;
export function byVite(folder: string): Promise<void>;
export function byWebpack(folder: string): Promise<void>;
export function byEsbuild(folder: string): Promise<void>;
export function byPlainEsbuild(folder: string): Promise<void>;
