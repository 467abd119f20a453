// Who does the kernel's work: jobs are calls of one kernel function with different numbers, independent of each other,
// so that any thread may take any of them and the result is the same.
import {
  callWasm,
  type WasmArguments,
  type WasmExports,
  type WasmFunction,
  type WasmResult,
} from "../memory/wasm-calls.ts";

/** Evaluation points are summed in this many blocks, whatever the number of threads; their sums are added in order. */
export const BLOCKS = 8;

/** Something that runs the kernel's functions. */
export interface Jobs {
  readonly threads: number;
  /** One call, on this thread. */
  call<F extends WasmFunction>(name: F, given: WasmArguments<F>): WasmResult<F>;
  /** All jobs, each once, in any order; their results in order. */
  run<F extends WasmFunction>(name: F, jobs: readonly WasmArguments<F>[]): WasmResult<F>[];
}

/** The jobs of one: this thread. */
export function alone(wasm: WasmExports): Jobs {
  return {
    threads: 1,
    call: (name, given) => callWasm(wasm, name, given),
    run: (name, jobs) => jobs.map((given) => callWasm(wasm, name, given)),
  };
}

/** The bounds of the blocks of this many points, each a multiple of eight points long apart from the last. */
export function blocksOf(pointCount: number): readonly (readonly [from: number, to: number])[] {
  const size = Math.ceil(Math.ceil(pointCount / BLOCKS) / 8) * 8;
  return Array.from({ length: BLOCKS }, (_, block) => [
    Math.min(block * size, pointCount),
    Math.min((block + 1) * size, pointCount),
  ]);
}
