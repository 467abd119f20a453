import { describe, expect, test } from "vitest";
import { matrixFrom } from "../../../src/matrix.ts";
import { uncertainty, us } from "../../../src/strategies/us.ts";
import { rejection } from "../../rejection.ts";

const probabilities = matrixFrom([
  [0.5, 0.25, 0.25],
  [1, 0, 0],
  [0.5, 0.5, 0],
]);

describe("uncertainty", () => {
  test("by least confidence is what the first class lacks", () => {
    expect([...uncertainty(probabilities, "leastConfidence")]).toEqual([0.5, 0, 0.5]);
  });

  test("by margin is what the lead of the first over the second lacks", () => {
    expect([...uncertainty(probabilities, "margin")]).toEqual([0.75, 0, 1]);
  });

  test("by entropy counts 0 log 0 as 0", () => {
    const [first, second, third] = uncertainty(probabilities, "entropy");
    expect(first).toBeCloseTo(1.5 * Math.LN2, 15);
    expect(second).toBe(0);
    expect(third).toBeCloseTo(Math.LN2, 15);
  });

  test("of a single class is 0 by every measure, not NaN", () => {
    for (const measure of ["leastConfidence", "margin", "entropy"] as const) {
      expect(uncertainty(matrixFrom([[1]]), measure)[0]).toBe(0);
    }
  });

  test("rejects rows that are no probabilities, and an unknown measure", () => {
    expect(rejection(() => uncertainty(matrixFrom([[1, 1]]), "margin"))).toBe(
      "uncertainty: probabilities, row 0 must sum to 1, got 2",
    );
    expect(rejection(() => us({ measure: "gini" as never }))).toBe(
      'us: measure must be one of leastConfidence, margin, entropy, got "gini"',
    );
  });
});
