// Several threads on one shared memory. One of them, the host, writes jobs to the memory and works on them itself; the
// others, the helpers, take what is left. The thread that takes a job first does it, and it does not matter which: jobs are
// independent, and their sums are added up afterwards in a fixed order.
import type { Arena } from "../memory/arena.ts";
import {
  callWasm,
  positional,
  WASM_FUNCTIONS,
  type WasmArguments,
  type WasmExports,
  type WasmFunction,
  type WasmResult,
} from "../memory/wasm-calls.ts";
import type { WasmMemory } from "../memory/wasm-module.ts";
import type { Jobs } from "./jobs.ts";

/** Words at the start of the memory, before the arena: see the names. */
const ROUND = 16;
const NEXT = 17;
const COUNT = 18;
const DONE = 19;
const FUNCTION = 20;
const WIDTH = 21;
const FAILED = 22;
const FIRST = 23;

/** The numbers of jobs of two rounds are so far apart: a helper that is late can tell that its number is of an earlier one. */
const APART = 16384;

/** Room for the numbers of one round of jobs and for their results, in the first page: helpers see it however the memory grows. */
const MAX_NUMBERS = 1024;
const NUMBERS_AT = 1024;
const RESULTS_AT = NUMBERS_AT + MAX_NUMBERS * 8;

/** The host's jobs. */
export function sharedJobs(wasm: WasmExports, arena: Arena, threads: number): Jobs {
  return {
    threads,
    call: (name, given) => callWasm(wasm, name, given),
    run<F extends WasmFunction>(name: F, jobs: readonly WasmArguments<F>[]) {
      const words = new Int32Array(arena.memory.buffer, 0, 64);
      const lists = jobs.map((given) => positional(name, given));
      const width = lists[0]?.length ?? 1;
      if (jobs.length * width > MAX_NUMBERS) return jobs.map((given) => callWasm(wasm, name, given));
      lists.forEach((numbers, j) => {
        arena.doubles(NUMBERS_AT + j * width * 8, width).set(numbers);
      });
      words[FUNCTION] = WASM_FUNCTIONS.indexOf(name);
      words[WIDTH] = width;
      const first = (Atomics.load(words, FIRST) + APART) | 0;
      Atomics.store(words, DONE, 0);
      Atomics.store(words, FIRST, first);
      Atomics.store(words, COUNT, jobs.length); // whoever sees it sees `first` too
      Atomics.store(words, NEXT, first); // from here on jobs are taken, also by a helper that is late from the last round
      Atomics.add(words, ROUND, 1);
      Atomics.notify(words, ROUND);
      takeJobs(wasm, arena.memory);
      for (let done = Atomics.load(words, DONE); done < jobs.length; done = Atomics.load(words, DONE)) {
        Atomics.wait(words, DONE, done);
      }
      if (Atomics.load(words, FAILED) !== 0) throw new Error("a helping thread failed");
      return Array.from(arena.doubles(RESULTS_AT, jobs.length)) as WasmResult<F>[];
    },
  };
}

/** A helper's life: waits for rounds and takes jobs, until its thread is ended. */
export function helpForever(wasm: WasmExports, memory: WasmMemory): never {
  for (;;) {
    const words = new Int32Array(memory.buffer, 0, 64);
    const round = Atomics.load(words, ROUND);
    try {
      takeJobs(wasm, memory);
    } catch {
      Atomics.store(words, FAILED, 1);
      Atomics.add(words, DONE, 1);
      Atomics.notify(words, DONE);
    }
    Atomics.wait(words, ROUND, round);
  }
}

/** Everything about a job is read after it was taken, so that a late helper never mixes two rounds. */
function takeJobs(wasm: WasmExports, memory: WasmMemory): void {
  const words = new Int32Array(memory.buffer, 0, 64);
  for (;;) {
    const number = Atomics.add(words, NEXT, 1);
    const count = Atomics.load(words, COUNT);
    const job = (number - Atomics.load(words, FIRST)) | 0;
    if (job < 0 || job >= count) return;
    const width = words[WIDTH];
    const numbers = new Float64Array(memory.buffer, NUMBERS_AT + job * width * 8, width);
    const result = wasm[WASM_FUNCTIONS[words[FUNCTION]]](...numbers);
    new Float64Array(memory.buffer, RESULTS_AT, job + 1)[job] = result ?? 0;
    Atomics.add(words, DONE, 1);
    Atomics.notify(words, DONE);
  }
}
