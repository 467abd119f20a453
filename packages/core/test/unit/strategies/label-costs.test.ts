import { describe, expect, test } from "vitest";
import { createPool, generator, Labels, learnedKernel, matrix, query, rbf, xpal } from "../../../src/index.ts";
import { rejection } from "../../rejection.ts";

const chance = generator(3);
const features = matrix(
  40,
  2,
  Float64Array.from({ length: 80 }, () => chance.nextUnit() * 3),
);
const costs = Array.from({ length: 40 }, () => 0.2 + chance.nextUnit() * 5);
const plain = createPool({ features, classes: ["a", "b"] });
const learned = createPool({
  features,
  kernel: learnedKernel({ base: rbf({ bandwidth: 1 }), from: 2, perClass: 1 }),
  classes: ["a", "b"],
});

describe("label costs", () => {
  test.each([
    ["the plain kernel", plain],
    ["the learned kernel", learned],
  ])("divide the gains under %s, in the fast engine and in the definition alike", async (_, pool) => {
    for (const ownRisk of [0, 1]) {
      const labels = Labels.from(pool, [
        [3, "a"],
        [9, "b"],
        [20, "a"],
        [31, "b"],
      ]);
      const strategy = xpal({ labelCosts: costs, ownRisk });
      const fast = await query({ pool, labels, strategy });
      const slow = await query({ pool, labels, strategy, engine: "definition" });
      expect(fast.indices).toEqual(slow.indices);
      expect(fast.scores[fast.indices[0]]).toBe(slow.scores[slow.indices[0]]);
      const gains = await query({ pool, labels, strategy: xpal({ ownRisk }), engine: "definition" });
      for (const i of labels.unlabelled()) expect(slow.scores[i]).toBe(gains.scores[i] / costs[i]);
    }
  });

  test.each(["wasm", "definition"] as const)("equal the hand calculation in the engine %s", async (engine) => {
    // Two items that know nothing of each other, alpha = beta = 1: the answer b, chance 1/2, turns the item itself, where
    // (1, 2)/3 drops the risk by 1/3; over two points a gain of 1/12. At costs of 4 and 1: 1/48 and 1/12.
    const apart = createPool({
      features: matrix(2, 2, Float64Array.of(1, 0, 0, 1)),
      kernel: "precomputed",
      classes: ["a", "b"],
    });
    const strategy = xpal({ evaluationPrior: 1, candidatePrior: 1, labelCosts: [4, 1] });
    const { scores, indices } = await query({ pool: apart, strategy, engine });
    expect(indices).toEqual([1]);
    expect(scores[0]).toBeCloseTo(1 / 48, 15);
    expect(scores[1]).toBeCloseTo(1 / 12, 15);
  });

  test("that are all 1 change nothing, and the cheaper of two equal items is asked for", async () => {
    const labels = Labels.from(plain, [[3, "a"]]);
    const ones = await query({ pool: plain, labels, strategy: xpal({ labelCosts: costs.map(() => 1) }) });
    expect(ones.indices).toEqual((await query({ pool: plain, labels })).indices);
    const twins = createPool({ features: matrix(3, 1, Float64Array.of(0, 1, 1)), classes: ["a", "b"] });
    const { indices } = await query({ pool: twins, strategy: xpal({ labelCosts: [5, 3, 2] }) });
    expect(indices).toEqual([2]);
  });

  test("of 0, below, missing or for other items are rejected", async () => {
    expect(rejection(() => xpal({ labelCosts: [1, 0] }))).toContain("labelCosts[1] must be a number above 0, got 0");
    expect(rejection(() => xpal({ labelCosts: [1, -2] }))).toContain("labelCosts");
    expect(rejection(() => xpal({ labelCosts: [Number.NaN] }))).toContain("labelCosts");
    await expect(query({ pool: plain, strategy: xpal({ labelCosts: [1, 2] }) })).rejects.toThrow(
      "xpal: labelCosts must have a number for each of 40 items, got 2",
    );
  });
});
