import { describe, expect, test } from "vitest";
import { exactShare } from "../../../src/stopping/exact-share.ts";

describe("the exact interval of a share", () => {
  // Closed forms: (alpha / 2)^(1 / n) for all, and its mirror for none.
  test.each([1, 7, 50, 1000])("of all %i reaches to 1, and down to the closed form", (of) => {
    const { lower, upper } = exactShare(of, of, 0.9);
    expect(upper).toBe(1);
    expect(lower).toBeCloseTo(0.05 ** (1 / of), 12);
    expect(exactShare(0, of, 0.9).upper).toBeCloseTo(1 - 0.05 ** (1 / of), 12);
  });

  test("of 5 in 10 is the one of the tables", () => {
    const { lower, upper } = exactShare(5, 10, 0.95);
    expect([lower, upper].map((one) => one.toFixed(4))).toEqual(["0.1871", "0.8129"]);
  });

  // Bisected in Python on sums of binomial terms by lgamma.
  test("of 30 in 100,000 does not underflow", () => {
    const { lower, upper } = exactShare(30, 100_000, 0.95);
    expect([lower, upper].map((one) => (1e5 * one).toFixed(2))).toEqual(["20.24", "42.82"]);
  });
});
