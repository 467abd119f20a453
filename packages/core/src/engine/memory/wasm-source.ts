// Where the bytes of the WASM kernel come from: the text inside this package, loaded when it is first needed, or a file that
// the program names. Only the parts of the web's interfaces that are used here are named, since the core compiles without
// the DOM.

import { XpalError } from "../../error.ts";

/** The kernel's bytes, or a promise of them. */
export type WasmSource = ArrayBuffer | Uint8Array | Promise<ArrayBuffer | Uint8Array>;

const { atob, DecompressionStream, Response } = globalThis as unknown as {
  atob(text: string): string;
  DecompressionStream: new (format: "deflate-raw") => object;
  Response: new (
    body: Uint8Array | object,
  ) => { body: { pipeThrough(through: object): object }; arrayBuffer(): Promise<ArrayBuffer> };
};

let bytes: Promise<Uint8Array> | undefined;

/**
 * Takes the WASM kernel from a file, "@xpal/core/kernel.wasm", instead of the text inside this package: a page then loads it as
 * WASM, beside its scripts. Call it before the first learner is made.
 * @throws XpalError if a learner was made already, or the source is something else.
 * @example
 * const inPage = (url) => useWasm(fetch(url).then((file) => file.arrayBuffer()));
 * inPage.length // 1
 */
export function useWasm(source: WasmSource): void {
  const fault = (rule: string, value: object) =>
    new XpalError("bad-argument", { who: "useWasm", argument: "source", rule, ...value });
  if (bytes !== undefined) {
    const rule = "must come before the first learner is made: the kernel is in use already";
    throw new XpalError("bad-state", { who: "useWasm", argument: "source", rule });
  }
  if (!(source instanceof Promise || isBytes(source))) {
    throw fault("must be the bytes of @xpal/core/kernel.wasm, or a promise of them", { value: source });
  }
  bytes = Promise.resolve(source).then((given: unknown) => {
    if (isBytes(given)) return new Uint8Array(given);
    throw fault("must become the bytes of @xpal/core/kernel.wasm", { value: given });
  });
  bytes.catch(() => {}); // reported where the kernel is compiled
}

/** The kernel's bytes, a copy. */
export async function wasmBytes(): Promise<Uint8Array> {
  bytes ??= import("./wasm-bytes.ts").then(({ WASM }) => inflated(WASM));
  return new Uint8Array(await bytes);
}

async function inflated(text: string): Promise<Uint8Array> {
  const deflated = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Response(deflated).body.pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function isBytes(value: unknown): value is ArrayBuffer | Uint8Array {
  return value instanceof ArrayBuffer || value instanceof Uint8Array;
}
