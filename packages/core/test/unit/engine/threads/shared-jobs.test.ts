import { afterEach, describe, expect, test, vi } from "vitest";
import type { Arena } from "../../../../src/engine/memory/arena.ts";
import type { WasmExports } from "../../../../src/engine/memory/wasm-calls.ts";
import { sharedJobs } from "../../../../src/engine/threads/shared-jobs.ts";

/** The word that the number of the next job is taken from. */
const NEXT = 17;

afterEach(() => vi.restoreAllMocks());

/** Jobs on a memory of their own; every call of the function `clear` is kept, and returns its first number. */
function jobsOnMemory() {
  const buffer = new SharedArrayBuffer(65_536);
  const arena = { memory: { buffer }, doubles: (at: number, length: number) => new Float64Array(buffer, at, length) };
  const calls: number[] = [];
  const wasm = {
    clear(at: number) {
      calls.push(at);
      return at;
    },
  };
  const jobs = sharedJobs(wasm as unknown as WasmExports, arena as unknown as Arena, 2);
  const run = (...starts: number[]) =>
    jobs.run(
      "clear",
      starts.map((at) => ({ at, length: 8 })),
    );
  return { run, calls };
}

describe("jobs on shared memory", () => {
  test("are each done once, round after round, with their results in order", () => {
    const { run, calls } = jobsOnMemory();
    expect(run(10, 20, 30)).toEqual([10, 20, 30]);
    expect(run(40)).toEqual([40]);
    expect(run()).toEqual([]);
    expect(run(50, 60)).toEqual([50, 60]);
    expect(calls).toEqual([10, 20, 30, 40, 50, 60]);
  });

  test("of a longer round were done twice when a helper was late from the round before", () => {
    const { run, calls } = jobsOnMemory();
    const add = Atomics.add;
    let taken = 0;
    vi.spyOn(Atomics, "add").mockImplementation(((words: Int32Array, at: number, more: number) => {
      const before = add(words, at, more);
      // Number 2 is of no job of the first round. Whoever took it is held up here, while a round of four begins and ends.
      if (at === NEXT && ++taken === 3) run(30, 40, 50, 60);
      return before;
    }) as typeof Atomics.add);
    run(10, 20);
    expect(calls).toEqual([10, 20, 30, 40, 50, 60]);
  });
});
