import { describe, expect, test } from "vitest";
import type { SparseMatrix } from "../../../src/features.ts";
import { cosine } from "../../../src/kernels/cosine.ts";
import { similarities } from "../../../src/kernels/similarities.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { rejection } from "../../rejection.ts";

const dense = matrixFrom([
  [3, 4, 0],
  [4, 3, 0],
  [0, 0, 2],
  [0, 0, 0],
]);
const sparse: SparseMatrix = {
  rows: 4,
  cols: 3,
  starts: Uint32Array.of(0, 2, 4, 5, 5),
  columns: Uint32Array.of(0, 1, 0, 1, 2),
  values: Float64Array.of(3, 4, 4, 3, 2),
};

describe("cosine", () => {
  test("is the cosine of the angle", () => {
    const { similarity } = cosine();
    expect(similarity(dense, 0, dense, 1)).toBeCloseTo(24 / 25, 15);
    expect(similarity(dense, 0, dense, 0)).toBeCloseTo(1, 15);
    expect(similarity(dense, 0, dense, 2)).toBe(0);
  });

  test("of a row of zeros is 0, also with itself", () => {
    expect([...similarities(cosine(), dense, dense).data.slice(12)]).toEqual([0, 0, 0, 0]);
  });

  test("of sparse rows has the very bits of the dense ones, also when mixed", () => {
    const expected = similarities(cosine(), dense, dense);
    expect(similarities(cosine(), sparse, sparse)).toEqual(expected);
    expect(similarities(cosine(), sparse, dense)).toEqual(expected);
    expect(similarities(cosine(), dense, sparse)).toEqual(expected);
  });

  test("below 0 is rejected, or 0 when asked for", () => {
    const opposite = matrixFrom([[1], [-1]]);
    expect(rejection(() => cosine().similarity(opposite, 0, opposite, 1))).toBe(
      'cosine: the similarity of rows 0 and 1 must not be negative, got -1; set negative: "zero" for embeddings',
    );
    expect(cosine({ negative: "zero" }).similarity(opposite, 0, opposite, 1)).toBe(0);
  });

  test("a hair below 0 by rounding is 0", () => {
    const nearlyRight = matrixFrom([
      [1, 1e-13],
      [-1e-13 - 1e-14, 1],
    ]);
    expect(cosine().similarity(nearlyRight, 0, nearlyRight, 1)).toBe(0);
  });

  test("rejects a row whose squares overflow or vanish, instead of taking it for zeros", () => {
    for (const features of [matrixFrom([[1e200], [1]]), matrixFrom([[1e-200], [1]])]) {
      expect(rejection(() => similarities(cosine(), features, features))).toMatch(
        /^similarities: features, row 0 must be zeros or have a length from 1e-150 to 1e\+150, got (Infinity|0); scale it$/,
      );
    }
  });

  test("rejects an unknown way with negative values", () => {
    expect(rejection(() => cosine({ negative: "clip" as never }))).toBe(
      'cosine: negative must be one of reject, zero, got "clip"',
    );
  });
});
