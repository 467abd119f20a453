// The WASM kernel as a set of functions. It is compiled once per process and instantiated once per memory and thread.
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

/** A compiled kernel; threads get it by message. */
export type WasmModule = object;

/** Writes similarities that only the host can compute; see packages/core/wasm/host.ts. */
export type HostRow = (relation: number, point: number, from: number, to: number, out: number) => void;

/** Bytes of a page of memory, and how many pages there can be. */
export const PAGE_BYTES = 65536;
export const MAX_PAGES = 65536;

interface WebAssemblyApi {
  Memory: new (descriptor: { initial: number; maximum: number; shared?: boolean }) => WasmMemory;
  Instance: new (module: WasmModule, imports: object) => { exports: WasmExports };
  Module: { new (bytes: Uint8Array): WasmModule; exports(module: WasmModule): { name: string }[] };
  compile(bytes: Uint8Array): Promise<WasmModule>;
}

const { WebAssembly } = globalThis as unknown as { WebAssembly: WebAssemblyApi };

/** In the import of the memory: its field name, the kind "memory", and the flags of limits with a maximum. */
const IMPORTED_MEMORY = [6, ...[..."memory"].map((letter) => letter.charCodeAt(0)), 2, 1];
const SHARED = 3;

const compiled: { own?: Promise<WasmModule>; shared?: Promise<WasmModule> } = {};

/** The compiled kernel. */
export function wasmModule(kind: "own" | "shared"): Promise<WasmModule> {
  compiled[kind] ??= compile(kind, wasmBytes);
  return compiled[kind];
}

async function compileBytes(bytes: Uint8Array): Promise<WasmModule> {
  return (await optimisingAtOnce(() => new WebAssembly.Module(bytes))) ?? (await WebAssembly.compile(bytes));
}

async function compile(kind: "own" | "shared", load: () => Promise<Uint8Array>): Promise<WasmModule> {
  const bytes = await load();
  if (kind === "shared") bytes[memoryFlagAt(bytes)] = SHARED;
  try {
    const module = await compileBytes(bytes);
    const names = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
    if (WASM_FUNCTIONS.every((name) => names.has(name))) return module;
  } catch {
    // not WASM: rejected below
  }
  throw otherFile();
}

/** A binary for a memory of its own and one for a shared memory differ in this byte only. */
function memoryFlagAt(bytes: Uint8Array): number {
  const at = bytes.findIndex((_, from) => IMPORTED_MEMORY.every((byte, offset) => bytes[from + offset] === byte));
  if (at < 0) throw otherFile();
  return at + IMPORTED_MEMORY.length - 1;
}

function otherFile(): XpalError {
  const rule = "must be the kernel.wasm of this version of xpal";
  return new XpalError("bad-argument", { who: "useWasm", argument: "source", rule });
}

/** A memory for it that can grow to the given number of pages. */
export function wasmMemory(kind: "own" | "shared", mostPages: number): WasmMemory {
  return new WebAssembly.Memory({ initial: 1, maximum: mostPages, ...(kind === "shared" ? { shared: true } : {}) });
}

/** The kernel at work on a memory. */
export function wasmOn(module: WasmModule, memory: WasmMemory, hostRow: HostRow): WasmExports {
  return new WebAssembly.Instance(module, { env: { memory }, host: { hostRow } }).exports;
}
