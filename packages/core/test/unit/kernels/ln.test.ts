import fc from "fast-check";
import { expect, test } from "vitest";
import { ln } from "../../../src/kernels/ln.ts";

test("the logarithm is that of the runtime to two units in the last place, over the whole range of doubles", () => {
  const numbers = fc.oneof(
    fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true }),
    fc.double({ min: 0.5, max: 2, noNaN: true }),
  );
  fc.assert(
    fc.property(numbers, (x) => {
      const expected = Math.log(x);
      expect(Math.abs(ln(x) - expected)).toBeLessThanOrEqual(2 * Number.EPSILON * Math.abs(expected));
    }),
    { seed: 1, numRuns: 3000 },
  );
});

test("the logarithm of 1 is 0, of 0 is -Infinity, and of a negative number is NaN", () => {
  expect([1, 0, Infinity, 2 ** -1074].map(ln)).toEqual([0, -Infinity, Infinity, -1074 * Math.LN2]);
  expect([-1, Number.NaN].map(ln)).toEqual([Number.NaN, Number.NaN]);
});
