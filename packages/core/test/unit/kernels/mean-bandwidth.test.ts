import { describe, expect, test } from "vitest";
import { hamming } from "../../../src/kernels/hamming.ts";
import { meanBandwidth, meanDifferingShare, meanHammingBandwidth } from "../../../src/kernels/mean-bandwidth.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { rejection } from "../../rejection.ts";

const PAIR = 0.1926718830520978; // sqrt(1 / ln(1 / 2e-12))

describe("meanBandwidth", () => {
  test("of two points in one dimension is sqrt(4 / ln(1 / 2e-12))", () => {
    expect(meanBandwidth(2, 1)).toBeCloseTo(2 * PAIR, 14);
  });

  test("grows with the root of the dimension", () => {
    expect(meanBandwidth(90, 16)).toBeCloseTo(2 * meanBandwidth(90, 4), 14);
  });

  test("counts at most as many points as the cap, and all of them without one", () => {
    expect(meanBandwidth(1000, 3, { cap: 200 })).toBe(meanBandwidth(200, 3));
    expect(meanBandwidth(100, 3, { cap: 200 })).toBe(meanBandwidth(100, 3));
    expect(meanBandwidth(1000, 3)).toBeLessThan(meanBandwidth(200, 3));
  });

  test("rejects one point, no feature, and a cap below 2", () => {
    expect(rejection(() => meanBandwidth(1, 4))).toBe(
      "meanBandwidth: pointCount must be an integer of at least 2, got 1",
    );
    expect(rejection(() => meanBandwidth(5, 0))).toBe(
      "meanBandwidth: featureCount must be an integer of at least 1, got 0",
    );
    expect(rejection(() => meanBandwidth(5, 1, { cap: 1 }))).toBe(
      "meanBandwidth: cap must be an integer of at least 2, got 1",
    );
  });
});

describe("meanHammingBandwidth", () => {
  const opposite = matrixFrom([
    [1, 0],
    [0, 1],
  ]);
  const twoAlike = matrixFrom([
    [1, 0],
    [1, 0],
    [0, 1],
  ]);

  test("of two rows that differ everywhere is sqrt(1 / ln(1 / 2e-12))", () => {
    expect(meanHammingBandwidth(opposite)).toBeCloseTo(PAIR, 15);
  });

  test("uses the mean share over ordered pairs of distinct rows: 4 of 6 here", () => {
    expect(meanDifferingShare(twoAlike)).toBeCloseTo(2 / 3, 15);
  });

  test("is what a pool takes for a Hamming kernel asked for by name", () => {
    const pool = createPool({ features: twoAlike, kernel: "hamming", classes: ["a", "b"] });
    expect(pool.kernel.toJSON()).toEqual(hamming({ bandwidth: meanHammingBandwidth(twoAlike) }).toJSON());
  });

  test("rejects rows that are all equal, with the way out", () => {
    expect(rejection(() => meanHammingBandwidth(matrixFrom([[1], [1]])))).toBe(
      "meanHammingBandwidth: features must not have all rows equal; give a bandwidth",
    );
  });
});
