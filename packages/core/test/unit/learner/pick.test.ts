import { describe, expect, test } from "vitest";
import { pick } from "../../../src/learner/pick.ts";

const first = { nextIndex: () => 0, nextUnit: () => 0 };

describe("pick", () => {
  test("takes the engine's ties before it looks at the scores, then the next best", () => {
    const scored = { scores: Float64Array.of(1, 3, 3 + 1e-15, 2), best: Uint32Array.of(1, 2) };
    expect(pick(scored, 4, first)).toEqual({ places: [1, 2, 3, 0], tied: 2 });
  });

  test("draws once per pick, also when there is nothing to decide", () => {
    const bounds: number[] = [];
    const chance = { nextIndex: (bound: number) => bounds.push(bound) - bounds.length, nextUnit: () => 0 };
    pick({ scores: Float64Array.of(2, 1, 1), best: Uint32Array.of(0) }, 3, chance);
    expect(bounds).toEqual([1, 2, 1]);
  });

  test("gives fewer when there are fewer, and changes no score", () => {
    const scores = Float64Array.of(1, 2);
    expect(pick({ scores, best: Uint32Array.of(1) }, 5, first).places).toEqual([1, 0]);
    expect([...scores]).toEqual([1, 2]);
  });
});
