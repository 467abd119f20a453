// Extremely randomised trees: worked by hand where chance decides nothing, and held to what left-out means.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPool, extraTrees, generator, Labels, matrix, matrixFrom } from "../../../src/index.ts";

const classes = ["a", "b"];
const none = { leftOutFrequencies: () => matrix(0, 0) };

/** Two clusters on a line, 0 to 1 and 10 to 11, and a column that does not vary. */
function line(count: number) {
  const chance = generator(7);
  return matrixFrom(Array.from({ length: count }, (_, i) => [10 * (i % 2) + chance.nextUnit(), 5]));
}

function fit(features: ReturnType<typeof line>, answers: readonly (readonly [number, string])[]) {
  const pool = createPool({ features, classes });
  return extraTrees().fit({ features, labels: Labels.from(pool, answers), ...none });
}

describe("extraTrees", () => {
  test("of one class says that class everywhere", () => {
    const { probabilities, leftOut } = fit(line(6), [
      [0, "a"],
      [1, "a"],
      [2, "a"],
    ]);
    expect([...probabilities(line(6)).data]).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]);
    expect([...leftOut.data]).toEqual([1, 0, 1, 0, 1, 0]);
  });

  test("divides two clusters by a cut between them", () => {
    const features = line(40);
    const answers = Array.from({ length: 20 }, (_, i) => [i, classes[i % 2]] as const);
    const { data } = fit(features, answers).probabilities(features);
    for (let i = 0; i < 40; i++) expect(data[2 * i + (i % 2)]).toBeGreaterThan(0.8);
  });

  test("an item of a class of its own is never foreseen without its own answer", () => {
    const answers = [
      [0, "a"],
      [2, "a"],
      [4, "a"],
      [6, "b"],
    ] as const; // all in one cluster
    const { leftOut } = fit(line(8), answers);
    expect(leftOut.data[2 * 3 + 1]).toBe(0);
  });

  test("gives probabilities, the same ones whatever the order of the answers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 1, max: 1000 }), (count, seed) => {
        const chance = generator(seed);
        const features = matrixFrom(Array.from({ length: 20 }, () => [chance.nextUnit(), chance.nextIndex(3)]));
        const answers = Array.from({ length: count }, (_, i) => [i, classes[chance.nextIndex(2)]] as const);
        const { probabilities, leftOut } = fit(features, answers);
        const { data } = probabilities(features);
        for (let i = 0; i < 20; i++) expect(data[2 * i] + data[2 * i + 1]).toBeCloseTo(1, 12);
        expect(fit(features, [...answers].reverse()).leftOut.data).toEqual(leftOut.data);
        expect(fit(features, [...answers].reverse()).probabilities(features).data).toEqual(data);
      }),
      { numRuns: 30 },
    );
  });

  test("rejects a number of trees that is none", () => {
    expect(() => extraTrees({ trees: 0 })).toThrow("extraTrees: trees must be an integer from 1 to 10000, got 0");
  });
});
