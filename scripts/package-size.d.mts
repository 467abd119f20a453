export interface Size {
  readonly code: number;
  readonly wasm: number;
}
type Bundler = (folder: string) => Promise<void>;
export const USES: readonly (readonly [name: string, source: string])[];
export const BUNDLES: readonly (readonly [name: string, bundle: Bundler, source: string])[];
export function programFolder(source: string): string;
export function sizeOf(source: string, bundle?: Bundler): Promise<Size>;
export function byWebpack(folder: string): Promise<void>;
