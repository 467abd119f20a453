import { describe, expect, test } from "vitest";
import { precomputed } from "../../../src/kernels/precomputed.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { refusal } from "../../refusal.ts";

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

  test("refuses a matrix that is not square, or has a negative similarity", () => {
    const wide = matrixFrom([
      [1, 0, 0],
      [0, 1, 0],
    ]);
    expect(refusal(() => createPool({ features: wide, kernel: "precomputed", classes }))).toBe(
      'createPool: features must be square when precomputed, got "2 x 3"',
    );
    const negative = matrixFrom([
      [1, -0.5],
      [0, 1],
    ]);
    expect(refusal(() => createPool({ features: negative, kernel: "precomputed", classes }))).toBe(
      "createPool: features, row 0, column 1 must be a finite number, not negative, got -0.5",
    );
  });
});
