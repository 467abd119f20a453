// The WASM kernel as a set of functions. It is compiled once per process and instantiated once per memory.
// Only the parts of the WebAssembly interface that are used here are named, since the core compiles without the DOM.

import { XpalError } from "../../error.ts";
import { optimisingAtOnce } from "../threads/platform.ts";
import type { WasmExports } from "./wasm-calls.ts";
import { WASM_FUNCTIONS } from "./wasm-calls.ts";
import { wasmBytes } from "./wasm-source.ts";

/** A WebAssembly memory. */
export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A compiled kernel; a thread gets it by message. */
export type WasmModule = object;

/** Writes similarities that only the host can compute; see packages/core/wasm/host.ts. */
export type HostRow = (relation: number, point: number, from: number, to: number, out: number) => void;

/** Bytes of a page of memory, and how many pages there can be. */
export const PAGE_BYTES = 65536;
export const MAX_PAGES = 65536;

interface WebAssemblyApi {
  Memory: new (descriptor: { initial: number; maximum: number }) => WasmMemory;
  Instance: new (module: WasmModule, imports: object) => { exports: WasmExports };
  Module: { new (bytes: Uint8Array): WasmModule; exports(module: WasmModule): { name: string }[] };
  compile(bytes: Uint8Array): Promise<WasmModule>;
}

const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };

let compiled: Promise<WasmModule> | undefined;

/** The compiled kernel. */
export function wasmModule(): Promise<WasmModule> {
  compiled ??= compile();
  return compiled;
}

async function compileBytes(bytes: Uint8Array): Promise<WasmModule> {
  return (await optimisingAtOnce(() => new WebAssembly.Module(bytes))) ?? (await WebAssembly.compile(bytes));
}

async function compile(): Promise<WasmModule> {
  const bytes = await wasmBytes();
  try {
    const module = await compileBytes(bytes);
    const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
    if (WASM_FUNCTIONS.every((name) => names.has(name))) return module;
  } catch {
    // not WASM: rejected below
  }
  throw otherFile();
}

function otherFile(): XpalError {
  const rule = "must be the kernel.wasm of this version of xpal";
  return new XpalError("bad-argument", { who: "useWasm", argument: "source", rule });
}

/** A memory for it that can grow to the given number of pages. */
export function wasmMemory(mostPages: number): WasmMemory {
  return new WebAssembly.Memory({ initial: 1, maximum: mostPages });
}

/** The kernel at work on a memory. */
export function wasmOn(module: WasmModule, memory: WasmMemory, hostRow: HostRow): WasmExports {
  return new WebAssembly.Instance(module, { env: { memory }, host: { hostRow } }).exports;
}
