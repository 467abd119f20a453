// Radial basis function kernel for numbers [1, Eq. kernel-sphere].
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkOptions } from "../check.ts";
import { checkPositive } from "../check-numbers.ts";
import { denseOf, type Features } from "../features.ts";
import type { Matrix } from "../matrix.ts";
import { exp } from "./exp.ts";
import { gammaOf } from "./gamma-of.ts";
import type { Kernel } from "./kernel.ts";

/** A kernel with a bandwidth. */
export interface BandwidthKernel extends Kernel {
  readonly bandwidth: number;
}

/**
 * The kernel exp(-gamma * ||x - x'||^2) with gamma = 1 / (2 bandwidth^2), for standardised numbers.
 * @throws XpalError if the bandwidth is not a finite number above 0.
 * @example rbf({ bandwidth: 0.5 }).name // "rbf"
 */
export function rbf(options: { readonly bandwidth: number }): BandwidthKernel {
  checkOptions("rbf", options, ["bandwidth"]);
  const bandwidth = options?.bandwidth;
  checkPositive("rbf", "bandwidth", bandwidth);
  const gamma = gammaOf(bandwidth);
  checkPositive("rbf", "1 / (2 * bandwidth^2)", gamma);
  return {
    name: "rbf",
    bandwidth,
    similarity: (a, i, b, j) => exp(-gamma * squaredDistance(a, i, b, j)),
    distance: (a, i, b, j) => gamma * squaredDistance(a, i, b, j),
    check: (who, features) => void denseOf(who, features, "the kernel rbf"),
    toJSON: () => ({ name: "rbf", bandwidth }),
  };
}

/** ||x - x'||^2 of two rows, summed as in linear/squared-distance.ts, without making views of them. */
function squaredDistance(a: Features, i: number, b: Features, j: number): number {
  const { data: x, cols } = a as Matrix;
  const { data: other } = b as Matrix;
  let sum = 0;
  for (let d = 0, at = i * cols, to = j * cols; d < cols; d++) {
    const difference = x[at + d] - other[to + d];
    sum += difference * difference;
  }
  return sum;
}
