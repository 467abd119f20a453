import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { RandomState } from "../../src/paper/numpy/random-state.ts";

interface Step {
  call: string;
  bound: number;
  result: number | number[];
}
const streams: { seed: number; steps: Step[] }[] = JSON.parse(
  readFileSync(new URL("random-state.json", import.meta.url), "utf8"),
);

describe("RandomState draws what NumPy draws", () => {
  test.each(streams)("for seed $seed, in whatever order it is asked", ({ seed, steps }) => {
    const random = new RandomState(seed);
    for (const { call, bound, result } of steps)
      expect({ call, bound, result: draw(random, call, bound) }).toEqual({ call, bound, result });
  });
});

function draw(random: RandomState, call: string, bound: number): number | number[] {
  if (call === "randint") return random.randint(0, bound);
  if (call === "uniform") return [...random.uniform(1, 2, 3)];
  if (call === "bootstrap") return [...random.bootstrap(bound, 12)];
  if (call === "permutation") return [...random.permutation(bound)];
  if (call === "choice") return [...random.choice(bound, 5)];
  return random.randomSample(700)[699];
}
