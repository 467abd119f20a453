import { describe, expect, test } from "vitest";
import { decide } from "../../../src/classifier/decide.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { rejection } from "../../rejection.ts";

describe("decide", () => {
  test("takes the most frequent class", () => {
    expect(decide([0.2, 0.1, 1.4])).toBe(2);
  });

  test("takes the lowest index of equal ones, also when nothing is known", () => {
    expect(decide([0.2, 1.4, 1.4])).toBe(1);
    expect(decide([0, 0, 0])).toBe(0);
  });

  test("takes the cheapest class under a loss matrix", () => {
    const missingOneIsDear = matrixFrom([
      [0, 1],
      [10, 0],
    ]);
    expect(decide([5, 1])).toBe(0);
    expect(decide([5, 1], missingOneIsDear)).toBe(1); // 1 * 10 against 5 * 1
    expect(decide([10, 1], missingOneIsDear)).toBe(0); // equal costs: the lower index
  });

  test("rejects nothing to decide between, NaN, and a loss matrix of another shape", () => {
    expect(rejection(() => decide([]))).toBe("decide: k must not be empty, got an Array of length 0");
    expect(rejection(() => decide([1, Number.NaN]))).toBe(
      "decide: k[1] must be a finite number, not negative, got NaN",
    );
    expect(rejection(() => decide([1, 2], matrixFrom([[0]])))).toBe('decide: lossMatrix must be 2 x 2, got "1 x 1"');
  });
});
