import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wilcoxon } from "../../../../src/analysis/statistics/wilcoxon.ts";

/** All 2^n ways of giving the ranks 1..n a sign, counted one by one. */
function enumerated(differences: number[]): { less: number; greater: number } {
  const sizes = differences.map(Math.abs);
  const ranks = sizes.map((size) => sizes.filter((other) => other <= size).length);
  const observed = ranks.reduce((sum, rank, i) => sum + (differences[i] > 0 ? rank : 0), 0);
  let less = 0;
  let greater = 0;
  for (let signs = 0; signs < 2 ** ranks.length; signs++) {
    const sum = ranks.reduce((total, rank, i) => total + (signs & (1 << i) ? rank : 0), 0);
    if (sum <= observed) less++;
    if (sum >= observed) greater++;
  }
  return { less: less / 2 ** ranks.length, greater: greater / 2 ** ranks.length };
}

const distinct = fc
  .uniqueArray(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 9 })
  .chain((sizes) => fc.tuple(...sizes.map((size) => fc.constantFrom(size, -size))));

describe("wilcoxon", () => {
  test("agrees exactly with counting all signs", () => {
    fc.assert(
      fc.property(distinct, (differences) => {
        const zeros = differences.map(() => 0);
        const { less, greater } = enumerated(differences);
        expect(wilcoxon(differences, zeros, { alternative: "less" }).pValue).toBe(less);
        expect(wilcoxon(differences, zeros, { alternative: "greater" }).pValue).toBe(greater);
        expect(wilcoxon(differences, zeros).pValue).toBe(Math.min(1, 2 * Math.min(less, greater)));
      }),
    );
  });

  test("turns to the normal distribution above 50 pairs or with a zero difference", () => {
    const x = Array.from({ length: 51 }, (_, i) => i + 1);
    const zeros = x.map(() => 0);
    expect(wilcoxon(x, zeros).method).toBe("normal");
    expect(wilcoxon(x.slice(1), zeros.slice(1)).method).toBe("exact");
    expect(wilcoxon([0, 1, 2], [0, 0, 0], { method: "exact" }).method).toBe("normal");
  });

  test("cuts a rank sum that ties made fractional, as SciPy 1.10 does", () => {
    // Ranks 1.5, 1.5, 3; positive: 1.5 -> 1; of the 8 sums 0 1 2 3 3 4 5 6 two are at most 1.
    expect(wilcoxon([1, -1, -2], [0, 0, 0], { alternative: "less" })).toEqual({
      statistic: 1.5,
      pValue: 0.25,
      method: "exact",
    });
  });

  test("says that equal samples cannot be compared", () => {
    expect(() => wilcoxon([1, 2], [1, 2])).toThrow("wilcoxon: x - y must not be zero everywhere");
    expect(() => wilcoxon([1, 2], [1])).toThrow("wilcoxon: y must have 2 numbers as x has, got 1");
    expect(() => wilcoxon([1, Number.NaN], [1, 2])).toThrow("wilcoxon: x[1] must be a finite number, got NaN");
  });
});
