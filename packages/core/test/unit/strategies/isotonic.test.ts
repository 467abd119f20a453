import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isotonic } from "../../../src/strategies/isotonic.ts";

describe("isotonic", () => {
  test("keeps what rises and pools what falls", () => {
    expect([...isotonic([1, 2, 3, 4], [1, 3, 2, 4])]).toEqual([1, 2.5, 2.5, 4]);
  });

  test("answers in the order of the input, not of x", () => {
    expect([...isotonic([3, 1, 2], [2, 1, 3])]).toEqual([2.5, 1, 2.5]);
  });

  test("takes the mean of equal x, and pools it with its weight", () => {
    expect([...isotonic([1, 1, 2], [2, 4, 5])]).toEqual([3, 3, 5]);
    isotonic([1, 1, 2], [2, 4, 0]).forEach((value) => {
      expect(value).toBeCloseTo(2, 15); // (2 * 3 + 0) / 3
    });
  });

  test("never falls, keeps the sum, and leaves its own answer as it is", () => {
    const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: -9, max: 9 })), { minLength: 1 });
    fc.assert(
      fc.property(pairs, (points) => {
        const x = points.map(([at]) => at);
        const y = points.map(([, value]) => value);
        const fitted = isotonic(x, y);
        for (const [i] of points.entries()) {
          for (const [j] of points.entries()) if (x[i] <= x[j]) expect(fitted[i] - fitted[j]).toBeLessThan(1e-12);
        }
        expect(fitted.reduce((a, b) => a + b, 0)).toBeCloseTo(
          y.reduce((a, b) => a + b, 0),
          9,
        );
        isotonic(x, [...fitted]).forEach((value, i) => {
          expect(value).toBeCloseTo(fitted[i], 12);
        });
      }),
    );
  });
});
