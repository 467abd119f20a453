import { describe, expect, test } from "vitest";
import { precomputed } from "../../../src/kernels/precomputed.ts";
import { product } from "../../../src/kernels/product.ts";
import { rbf } from "../../../src/kernels/rbf.ts";
import { similarities } from "../../../src/kernels/similarities.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { rejection } from "../../rejection.ts";

const classes = ["a", "b"];

describe("precomputed", () => {
  test("reads the similarity from the item's row and the pool item's column", () => {
    const known = matrixFrom([
      [1, 0.25],
      [0.5, 1],
    ]);
    expect(precomputed().similarity(known, 0, known, 1)).toBe(0.25);
    expect(precomputed().similarity(matrixFrom([[0.1, 0.9]]), 0, known, 1)).toBe(0.9);
  });

  test("rejects a group that is not square, and similarities to items that are not all there", () => {
    const kernel = product([rbf({ bandwidth: 1 }), precomputed()]);
    const wide = matrixFrom([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    const features = { rows: 2, groups: [wide, wide] };
    expect(rejection(() => createPool({ features, kernel, classes }))).toBe(
      'createPool: features.groups[1] must be square when precomputed, got "2 x 3"',
    );
    expect(rejection(() => similarities(precomputed(), wide, wide))).toBe(
      'similarities: b must be square when precomputed, got "2 x 3"',
    );
  });

  test("rejects a matrix that is not square, or has a negative similarity", () => {
    const wide = matrixFrom([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    expect(rejection(() => createPool({ features: wide, kernel: "precomputed", classes }))).toBe(
      'createPool: features must be square when precomputed, got "2 x 3"',
    );
    const negative = matrixFrom([
      [1, -0.5],
      [0, 1],
    ]);
    expect(rejection(() => createPool({ features: negative, kernel: "precomputed", classes }))).toBe(
      "createPool: features, row 0, column 1 must be a finite number, not negative, got -0.5",
    );
  });
});
