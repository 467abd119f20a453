import { describe, expect, test } from "vitest";
import { checkFeatures, chosenItems, denseOf, type SparseMatrix } from "../../src/features.ts";
import { matrixFrom } from "../../src/matrix.ts";
import { rejection } from "../rejection.ts";

/** The rows [5, 0, 6], [0, 0, 0] and [0, 7, 0]. */
const sparse: SparseMatrix = {
  rows: 3,
  cols: 3,
  starts: Uint32Array.of(0, 2, 2, 3),
  columns: Uint32Array.of(0, 2, 1),
  values: Float64Array.of(5, 6, 7),
};
const dense = matrixFrom([[1], [2], [3]]);

describe("picking items", () => {
  test("takes sparse rows in the asked order, empty ones too", () => {
    expect(chosenItems(sparse, [2, 1, 0])).toEqual({
      rows: 3,
      cols: 3,
      starts: Uint32Array.of(0, 1, 1, 3),
      columns: Uint32Array.of(1, 0, 2),
      values: Float64Array.of(7, 5, 6),
    });
  });

  test("takes the same items from every group", () => {
    expect(chosenItems({ rows: 3, groups: [dense, dense] }, [2])).toEqual({
      rows: 1,
      groups: [matrixFrom([[3]]), matrixFrom([[3]])],
    });
  });
});

describe("features", () => {
  const check = (features: unknown) => rejection(() => checkFeatures("f", "features", features));

  test("may be dense, sparse or groups", () => {
    for (const features of [dense, sparse, { rows: 3, groups: [dense, sparse] }]) checkFeatures("f", "x", features);
  });

  test("are rejected when empty or not finite, with the place", () => {
    expect(check({ rows: 0, cols: 2, data: new Float64Array(0) })).toBe(
      'f: features must have at least one row and one column, got "0 x 2"',
    );
    expect(check(matrixFrom([[1], [Number.NaN]]))).toBe("f: features, row 1, column 0 must be finite, got NaN");
    expect(check({ ...sparse, values: Float64Array.of(5, Infinity, 7) })).toBe(
      "f: features, row 0, column 2 must be finite, got Infinity",
    );
  });

  test("are rejected when a sparse row is out of order or out of range", () => {
    const rule = "f: features, row 0 must have ascending columns below 3";
    expect(check({ ...sparse, columns: Uint32Array.of(2, 0, 1) })).toBe(`${rule}, got 0`);
    expect(check({ ...sparse, columns: Uint32Array.of(0, 3, 1) })).toBe(`${rule}, got 3`);
    expect(check({ ...sparse, starts: Uint32Array.of(0, 2, 1, 3) })).toBe(
      "f: features.starts[2] must not be less than the entry before it, got 1",
    );
    expect(check({ ...sparse, starts: Uint32Array.of(0, 3) })).toBe(
      "f: features.starts must have 4 entries from 0 to 3, got a Uint32Array of length 2",
    );
  });

  test("are rejected when groups have different numbers of items", () => {
    expect(check({ rows: 3, groups: [dense, matrixFrom([[1]])] })).toBe(
      "f: features.groups[1] must have 3 rows, got 1",
    );
  });

  test("as rows of numbers are rejected with the way to a matrix", () => {
    expect(check([[1], [2]])).toBe(
      "f: features must be a matrix { rows, cols, data }, got an Array of length 2; matrixFrom makes one from rows",
    );
  });

  test("that are not one dense matrix are rejected where one is needed", () => {
    expect(denseOf("f", dense, "g")).toBe(dense);
    expect(rejection(() => denseOf("f", sparse, "g"))).toBe("f: features must be one dense matrix for g, not sparse");
  });
});
