// The WASM kernel as a set of functions. It is compiled once per process and instantiated once per memory and thread.
// Only the parts of the WebAssembly interface that are used here are named, since the core compiles without the DOM.

import { optimisingAtOnce } from "../threads/platform.ts";
import { OWN_MEMORY_WASM, SHARED_MEMORY_WASM } from "./wasm-bytes.ts";
import type { WasmExports } from "./wasm-calls.ts";

/** A WebAssembly memory. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A compiled kernel; threads get it by message. */
export type WasmModule = object;

/** Writes similarities that only the host can compute; see packages/core/wasm/host.ts. */
export type HostRow = (relation: number, point: number, from: number, to: number, out: number) => void;

/** Bytes of a page of memory, and how many pages there can be. */
export const PAGE_BYTES = 65536;
export const MOST_PAGES = 65536;

interface WebAssemblyApi {
  Memory: new (descriptor: { initial: number; maximum: number; shared?: boolean }) => WasmMemory;
  Instance: new (module: WasmModule, imports: object) => { exports: WasmExports };
  Module: new (bytes: Uint8Array) => WasmModule;
  compile(bytes: Uint8Array): Promise<WasmModule>;
}

const { WebAssembly, atob } = globalThis as unknown as {
  WebAssembly: WebAssemblyApi;
  atob(text: string): string;
};

const compiled: { own?: Promise<WasmModule>; shared?: Promise<WasmModule> } = {};

/** The compiled kernel. */
export function wasmModule(kind: "own" | "shared"): Promise<WasmModule> {
  compiled[kind] ??= compile(bytesOf(kind === "own" ? OWN_MEMORY_WASM : SHARED_MEMORY_WASM));
  return compiled[kind];
}

async function compile(bytes: Uint8Array): Promise<WasmModule> {
  return (await optimisingAtOnce(() => new WebAssembly.Module(bytes))) ?? WebAssembly.compile(bytes);
}

/** A memory for it that can grow to the given number of pages. */
export function wasmMemory(kind: "own" | "shared", mostPages: number): WasmMemory {
  return new WebAssembly.Memory({ initial: 1, maximum: mostPages, ...(kind === "shared" ? { shared: true } : {}) });
}

/** The kernel at work on a memory. */
export function wasmOn(module: WasmModule, memory: WasmMemory, hostRow: HostRow): WasmExports {
  return new WebAssembly.Instance(module, { env: { memory }, host: { hostRow } }).exports;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
