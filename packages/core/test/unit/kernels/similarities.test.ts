import { describe, expect, test } from "vitest";
import { ownKernel } from "../../../src/kernels/own-kernel.ts";
import { rbf } from "../../../src/kernels/rbf.ts";
import { similarities } from "../../../src/kernels/similarities.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { rejection } from "../../rejection.ts";

const a = matrixFrom([[1], [2]]);
const b = matrixFrom([[10], [20], [30]]);

describe("similarities", () => {
  test("have a row per item of the first and a column per item of the second", () => {
    const sum = ownKernel("sum", (x, y) => x[0] + y[0]);
    expect(similarities(sum, a, b)).toEqual(
      matrixFrom([
        [11, 21, 31],
        [12, 22, 32],
      ]),
    );
  });

  test("reject items with different columns, features that are not finite, and what is not a kernel", () => {
    const kernel = rbf({ bandwidth: 1 });
    expect(rejection(() => similarities(kernel, matrixFrom([[1, 2]]), b))).toBe(
      "similarities: a must have 1 columns, got 2",
    );
    expect(rejection(() => similarities(kernel, a, matrixFrom([[Infinity]])))).toBe(
      "similarities: b, row 0, column 0 must be finite, got Infinity",
    );
    expect(rejection(() => similarities({ similarity: () => 1 } as never, a, b))).toMatch(
      /^similarities: kernel must be a kernel, got an object; make one with /,
    );
    expect(rejection(() => similarities(kernel, { rows: 2, groups: [a] }, b))).toBe(
      "similarities: a must be groups if and only if the pool's features are, got an object",
    );
  });
});
