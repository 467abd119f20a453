import { describe, expect, test } from "vitest";
import { palGain } from "../../../src/strategies/pal-gain.ts";
import { rejection } from "../../rejection.ts";

describe("palGain", () => {
  test("of one label where nothing is known is 1/6 with two classes", () => {
    // Only label 1 flips the decision: chance 1/2, then 2/3 against 1/3.
    expect(palGain([0, 0], { labelCount: 1 })).toBeCloseTo(1 / 6, 15);
  });

  test("is exactly 0 when the labels cannot flip the decision", () => {
    expect(palGain([5, 0], { labelCount: 4 })).toBe(0);
  });

  test("looks further ahead where one label is not enough", () => {
    expect(palGain([1.5, 0], { labelCount: 1 })).toBe(0);
    expect(palGain([1.5, 0], { labelCount: 2 })).toBeGreaterThan(0);
  });

  test.each([[[0, 0]], [[1.5, 0.2]], [[0.3, 0.3, 0.3]], [[0.9, 0, 2.1]], [[0.1, 0.2, 0.3, 0.25]]])(
    "equals the sum over all sequences of labels at %j",
    (k) => {
      for (const prior of [1, 0.001, k.map((_, y) => y + 0.5)]) {
        for (let labelCount = 1; labelCount <= 4; labelCount++) {
          // Both sum the same at most 256 terms of at most 1 in another order: a few hundred epsilons of 1.
          expect(palGain(k, { labelCount, prior })).toBeCloseTo(bySequences(k, labelCount, prior), 13);
        }
      }
    },
  );

  test("rejects a look-ahead beyond 4, one class, and a prior that is not above 0", () => {
    expect(rejection(() => palGain([0, 0], { labelCount: 5 }))).toBe(
      "palGain: labelCount must be an integer from 1 to 4, got 5",
    );
    expect(rejection(() => palGain([0]))).toBe("palGain: k.length must be an integer of at least 2, got 1");
    expect(rejection(() => palGain([0, 0], { prior: 0 }))).toBe(
      "palGain: prior must be a finite number above 0, got 0",
    );
  });
});

/** The definition without the closed form: draw labels one after another, each by the posterior so far. */
function bySequences(k: number[], most: number, prior: number | number[]): number {
  const of = (y: number) => (typeof prior === "number" ? prior : prior[y]);
  const argmax = (values: number[]) => values.indexOf(Math.max(...values));
  const gain = (counts: number[], left: number, chance: number): number => {
    const posterior = counts.map((count, y) => count + of(y));
    const total = posterior.reduce((sum, value) => sum + value, 0);
    if (left === 0) return (chance * (posterior[argmax(counts)] - posterior[argmax(k)])) / total;
    return counts
      .map((_, y) =>
        gain(
          counts.map((count, at) => count + (at === y ? 1 : 0)),
          left - 1,
          (chance * posterior[y]) / total,
        ),
      )
      .reduce((sum, value) => sum + value, 0);
  };
  return Math.max(...Array.from({ length: most }, (_, m) => gain(k, m + 1, 1) / (m + 1)));
}
