import { describe, expect, test } from "vitest";
import { hamming, oneHot } from "../../../src/kernels/hamming.ts";
import { matrix, matrixFrom } from "../../../src/matrix.ts";
import { rejection } from "../../rejection.ts";

describe("oneHot", () => {
  test("gives each category its column, feature after feature", () => {
    const coded = oneHot(
      matrixFrom([
        [0, 2],
        [1, 0],
      ]),
    );
    expect(coded).toEqual(
      matrixFrom([
        [1, 0, 0, 0, 1],
        [0, 1, 1, 0, 0],
      ]),
    );
  });

  test("keeps columns for categories that do not occur, when told of them", () => {
    expect([...oneHot(matrixFrom([[0], [1]]), [3]).data]).toEqual([1, 0, 0, 0, 1, 0]);
  });

  test("rejects a code that is no integer or beyond its count, with the place", () => {
    expect(rejection(() => oneHot(matrixFrom([[0, 0.5]])))).toBe(
      "oneHot: codes, row 0, column 1 must be an integer from 0 to 16777215, got 0.5",
    );
    expect(rejection(() => oneHot(matrixFrom([[0], [2]]), [2]))).toBe(
      "oneHot: codes, row 1, column 0 must be an integer from 0 to 1, got 2",
    );
    expect(rejection(() => oneHot(matrixFrom([[-1]])))).toBe(
      "oneHot: codes, row 0, column 0 must be a finite number, not negative, got -1",
    );
    expect(rejection(() => oneHot(matrixFrom([[0]]), [0]))).toBe(
      "oneHot: categoryCounts[0] must be an integer from 1 to 16777216, got 0",
    );
  });

  test("rejects a coding that no memory holds", () => {
    const wide = matrix(1000, 1);
    wide.data[0] = 2 ** 24 - 1;
    expect(rejection(() => oneHot(wide))).toMatch(/^oneHot: the matrix must fit in memory/);
  });
});

describe("hamming", () => {
  const coded = oneHot(
    matrixFrom([
      [0, 1],
      [0, 2],
      [1, 0],
    ]),
  );

  test("with bandwidth 1/2 is exp(-2 times the share of one-hot columns that differ)", () => {
    const { similarity } = hamming({ bandwidth: 0.5 });
    expect(similarity(coded, 0, coded, 1)).toBeCloseTo(0.44932896411722156, 15); // 2 of 5 columns: e^-0.8
    expect(similarity(coded, 0, coded, 2)).toBeCloseTo(0.20189651799465538, 15); // 4 of 5 columns: e^-1.6
    expect(similarity(coded, 1, coded, 1)).toBe(1);
  });

  test.each([0, -0.1, Number.NaN])("rejects the bandwidth %d", (bandwidth) => {
    expect(rejection(() => hamming({ bandwidth }))).toBe(
      `hamming: bandwidth must be a finite number above 0, got ${bandwidth}`,
    );
  });
});
