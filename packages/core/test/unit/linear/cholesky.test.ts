import { describe, expect, test } from "vitest";
import { choleskyFactor, choleskySolve } from "../../../src/linear/cholesky.ts";
import { matrixFrom } from "../../../src/matrix.ts";

const a = matrixFrom([
  [4, 2],
  [2, 3],
]);

describe("cholesky", () => {
  test("factors by hand: 4, 2, 3 give 2, 1, sqrt 2", () => {
    expect([...(choleskyFactor(a) as Float64Array)]).toEqual([2, 0, 1, Math.SQRT2]);
  });

  test("solves for several right-hand sides and leaves them as they were", () => {
    const b = matrixFrom([
      [2, 4],
      [5, 2],
    ]);
    const x = choleskySolve(choleskyFactor(a) as Float64Array, b);
    [-0.5, 1, 2, 0].forEach((expected, i) => {
      expect(x.data[i]).toBeCloseTo(expected, 14);
    });
    expect([...b.data]).toEqual([2, 4, 5, 2]);
  });

  test("has no factor where the matrix is not positive definite", () => {
    expect(
      choleskyFactor(
        matrixFrom([
          [1, 1],
          [1, 1],
        ]),
      ),
    ).toBeNull();
    expect(choleskyFactor(matrixFrom([[-1]]))).toBeNull();
  });
});
