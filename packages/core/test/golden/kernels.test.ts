import { describe, expect, test } from "vitest";
import {
  type KernelJSON,
  kernelFromJSON,
  matrixFrom,
  meanBandwidth,
  meanHammingBandwidth,
  similarities,
} from "../../src/index.ts";
import { exp } from "../../src/kernels/exp.ts";
import { expectClose, featuresOf, type GoldenItems, readGolden } from "./read-golden.ts";

interface GoldenKernels {
  readonly kernels: { readonly kernel: KernelJSON; readonly items: GoldenItems; readonly values: number[][] }[];
  readonly meanBandwidth: {
    readonly pointCount: number;
    readonly featureCount: number;
    readonly cap: number | null;
    readonly bandwidth: number;
  }[];
  readonly meanHammingBandwidth: { readonly items: number[][]; readonly bandwidth: number }[];
}

/** A kernel value or a bandwidth is some ten operations from its features: as many state epsilons. */
const TOLERANCE = 10 * Number.EPSILON;
const golden = readGolden<GoldenKernels>("kernels.json");

describe("kernels", () => {
  test.each(golden.kernels)("$kernel.name agrees with the formula", ({ kernel, items, values }) => {
    const features = featuresOf(items);
    expectClose(similarities(kernelFromJSON(kernel), features, features).data, values.flat(), TOLERANCE);
  });

  test("the mean bandwidth agrees with the formula, with and without the cap", () => {
    for (const { pointCount, featureCount, cap, bandwidth } of golden.meanBandwidth) {
      const found = meanBandwidth(pointCount, featureCount, cap === null ? {} : { cap });
      expectClose([found], [bandwidth], TOLERANCE);
    }
  });

  test("the mean Hamming bandwidth agrees with the mean over all pairs", () => {
    for (const { items, bandwidth } of golden.meanHammingBandwidth) {
      expectClose([meanHammingBandwidth(matrixFrom(items))], [bandwidth], TOLERANCE);
    }
  });
});

describe("exp", () => {
  test("is at most one unit in the last place off e^x rounded once", () => {
    // The reduction is exact in its high part, and the polynomial's tail is below 1e-17: what remains is the rounding
    // of the last two additions, hence 1 ulp. A subnormal result is rounded once more by the scaling, within the same.
    for (const [x, expected] of readGolden<[number, number][]>("exponentials.json")) {
      expect(ulpsApart(exp(x), expected), `e^${x}`).toBeLessThanOrEqual(1n);
    }
  });

  test("is exact at 0, and 0, Infinity and NaN where it must be", () => {
    expect([exp(0), exp(-0), exp(-746.1), exp(-Infinity), exp(710), exp(Infinity), exp(Number.NaN)]).toEqual([
      1,
      1,
      0,
      0,
      Infinity,
      Infinity,
      Number.NaN,
    ]);
  });

  test("never rises with the distance, across the seams of its range reduction", () => {
    let before = 1;
    for (let x = 0; x > -20; x -= 1 / 1024) {
      expect(exp(x)).toBeLessThanOrEqual(before);
      before = exp(x);
    }
  });
});

/** How many doubles lie between two of the same sign. */
function ulpsApart(a: number, b: number): bigint {
  const [x, y] = new BigInt64Array(Float64Array.of(a, b).buffer);
  return x > y ? x - y : y - x;
}
