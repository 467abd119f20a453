import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fewestPairs } from "../../../../src/analysis/statistics/min-pairs.ts";
import { pairedP } from "../../../../src/analysis/statistics/paired-p.ts";
import { wilcoxon } from "../../../../src/analysis/statistics/wilcoxon.ts";

/** All ways of giving the differences that are not zero a sign, counted one by one; equal sizes share a mean rank. */
function enumerated(differences: readonly number[]): { less: number; greater: number } {
  const other = differences.filter((one) => one !== 0);
  const sizes = other.map(Math.abs);
  const ranks = sizes.map(
    (size) => sizes.filter((one) => one < size).length + (sizes.filter((one) => one === size).length + 1) / 2,
  );
  const observed = ranks.reduce((sum, rank, i) => sum + (other[i] > 0 ? rank : 0), 0);
  let less = 0;
  let greater = 0;
  for (let signs = 0; signs < 2 ** ranks.length; signs++) {
    const sum = ranks.reduce((total, rank, i) => total + (signs & (1 << i) ? rank : 0), 0);
    if (sum <= observed) less++;
    if (sum >= observed) greater++;
  }
  return { less: less / 2 ** ranks.length, greater: greater / 2 ** ranks.length };
}

const differences = fc
  .array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 10 })
  .filter((values) => values.some((value) => value !== 0));

describe("the p-value of few pairs", () => {
  test("was significant for four pairs that differ, as soon as a fifth is equal", () => {
    expect(pairedP([0, 0, 0, 0, 0], [0.1, 0.1, 0.1, 0.1, 0], "less")).toBe(1 / 16);
    expect(pairedP([0, 0, 0, 0], [0.1, 0.1, 0.1, 0], "less")).toBe(1 / 8);
    expect(pairedP([0, 0, 0, 0, 0], [0.1, 0.1, 0.1, 0.1, 0])).toBe(2 / 16);
  });
  test("agrees exactly with counting all signs, ties and zeros among the differences", () => {
    fc.assert(
      fc.property(differences, (values) => {
        const zeros = values.map(() => 0);
        const { less, greater } = enumerated(values);
        expect(pairedP(values, zeros, "less")).toBe(less);
        expect(pairedP(values, zeros, "greater")).toBe(greater);
        expect(pairedP(values, zeros)).toBe(Math.min(1, 2 * Math.min(less, greater)));
      }),
    );
  });
  test("is SciPy's where no difference is zero or tied", () => {
    const x = Array.from({ length: 50 }, (_, i) => (i + 1) * (i % 3 === 0 ? 1 : -1));
    const zeros = x.map(() => 0);
    for (const alternative of ["less", "greater", "two-sided"] as const) {
      expect(pairedP(x, zeros, alternative)).toBe(wilcoxon(x, zeros, { alternative }).pValue);
    }
  });
  test("lost ties between differences of areas, which are not exact: .3 - .2 is not .2 - .1", () => {
    // Ranks 1.5, 1.5, 3; positive: 1.5; of the 8 sums 0 1.5 1.5 3 3 4.5 4.5 6 three are at most 1.5.
    expect(pairedP([0.3, 0.1, 0.1], [0.2, 0.2, 0.9], "less")).toBe(3 / 8);
    expect(pairedP([0.1 + 0.2, 0.5], [0.3, 0.5])).toBeNull();
  });
  test("cannot be below a level with fewer pairs that differ than it takes", () => {
    for (let pairs = 2; pairs <= 30; pairs++) {
      for (let zeros = 0; zeros < pairs; zeros++) {
        const lower = Array.from({ length: pairs }, (_, i) => (i < zeros ? 0 : -1));
        const p = pairedP(
          lower,
          lower.map(() => 0),
          "less",
        );
        expect(p).toBe(2 ** -(pairs - zeros));
        for (const level of [0.05, 0.01, 0.001]) {
          expect((p as number) < level).toBe(pairs - zeros >= fewestPairs(level));
        }
      }
    }
  });
});

describe("the p-value of many pairs", () => {
  const pairs = (count: number, differing: number) =>
    Array.from({ length: count }, (_, i) => (i < differing ? -(i + 1) : 0));
  test("is that of the paper's protocol, zeros and all", () => {
    for (const differing of [10, 60, 100]) {
      const x = pairs(100, differing);
      const zeros = x.map(() => 0);
      const { pValue, method } = wilcoxon(x, zeros, { alternative: "less" });
      expect([method, pairedP(x, zeros, "less")]).toEqual(["normal", pValue]);
    }
  });
  test("is exact where fewer than ten differ", () => {
    const x = pairs(100, 4);
    expect(
      pairedP(
        x,
        x.map(() => 0),
        "less",
      ),
    ).toBe(1 / 16);
  });
});

test("rejects samples of different length and unknown claims", () => {
  expect(() => pairedP([1, 2], [1])).toThrow("pairedP: y must have 2 numbers as x has, got 1");
  expect(() => pairedP([1], [2], "lower" as "less")).toThrow("pairedP: alternative must be");
  expect(() => pairedP([Number.NaN], [2])).toThrow("pairedP: x[0] must be a finite number, got NaN");
});
