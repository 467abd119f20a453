import { describe, expect, test } from "vitest";
import { matrixFrom, random, rbf, xpal } from "xpal";
import { learningCurve } from "../../../src/simulation/learning-curve.ts";

// Two far groups of two; a label in each settles everything.
const task = {
  train: matrixFrom([[0], [0.1], [10], [10.1]]),
  test: matrixFrom([[0.05], [10.05]]),
  kernel: rbf({ bandwidth: 1 }),
  classes: ["a", "b"],
  trainLabels: [0, 0, 1, 1],
  testLabels: [0, 1],
};

describe("learningCurve", () => {
  test("of xPAL settles two far groups with two labels", async () => {
    const errors = await learningCurve(task, { strategy: xpal(), budget: 2, seed: 1 });
    expect(errors).toHaveLength(3);
    expect(errors[2]).toBe(0);
  });
  test("stops when the pool is used up, and reports each step", async () => {
    const steps: number[] = [];
    const errors = await learningCurve(task, { strategy: random(), budget: 9, seed: 1, onStep: (n) => steps.push(n) });
    expect(errors).toHaveLength(5);
    expect(errors[4]).toBe(0);
    expect(steps).toEqual([1, 2, 3, 4]);
  });
});
