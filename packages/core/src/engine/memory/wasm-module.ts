// The WASM kernel as a set of functions. It is compiled once per process and instantiated once per memory and thread.
// Only the parts of the WebAssembly interface that are used here are named, since the core compiles without the DOM.

import { optimisingAtOnce } from "../threads/platform.ts";
import { OWN_MEMORY_KERNEL, SHARED_MEMORY_KERNEL } from "./wasm-bytes.ts";

/** A WebAssembly memory. */
export interface KernelMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A compiled kernel; threads get it by message. */
export type KernelModule = object;

/** Writes similarities that only the host can compute; see packages/core/wasm/host.ts. */
export type HostRow = (relation: number, point: number, from: number, to: number, out: number) => void;

/** The kernel's functions: numbers in, a number out or none. */
export type Kernel = Readonly<Record<string, (...numbers: number[]) => number>>;

/** Bytes of a page of memory, and how many pages there can be. */
export const PAGE_BYTES = 65536;
export const MOST_PAGES = 65536;

interface WebAssemblyApi {
  Memory: new (descriptor: { initial: number; maximum: number; shared?: boolean }) => KernelMemory;
  Instance: new (module: KernelModule, imports: object) => { exports: Kernel };
  Module: new (bytes: Uint8Array) => KernelModule;
  compile(bytes: Uint8Array): Promise<KernelModule>;
}

const { WebAssembly, atob } = globalThis as unknown as {
  WebAssembly: WebAssemblyApi;
  atob(text: string): string;
};

const compiled: { own?: Promise<KernelModule>; shared?: Promise<KernelModule> } = {};

/** The compiled kernel. */
export function kernelModule(kind: "own" | "shared"): Promise<KernelModule> {
  compiled[kind] ??= compile(bytesOf(kind === "own" ? OWN_MEMORY_KERNEL : SHARED_MEMORY_KERNEL));
  return compiled[kind];
}

async function compile(bytes: Uint8Array): Promise<KernelModule> {
  return (await optimisingAtOnce(() => new WebAssembly.Module(bytes))) ?? WebAssembly.compile(bytes);
}

/** A memory for it that can grow to the given number of pages. */
export function kernelMemory(kind: "own" | "shared", mostPages: number): KernelMemory {
  return new WebAssembly.Memory({ initial: 1, maximum: mostPages, ...(kind === "shared" ? { shared: true } : {}) });
}

/** The kernel at work on a memory. */
export function kernelOn(module: KernelModule, memory: KernelMemory, hostRow: HostRow): Kernel {
  return new WebAssembly.Instance(module, { env: { memory }, host: { hostRow } }).exports;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
