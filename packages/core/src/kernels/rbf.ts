// Radial basis function kernel for numbers [1, Eq. kernel-sphere].
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkOptions, checkPositive } from "../check.ts";
import { denseOf, denseRow } from "../features.ts";
import { squaredDistance } from "../linear/squared-distance.ts";
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
    similarity: (a, i, b, j) => exp(-gamma * squaredDistance(denseRow(a, i), denseRow(b, j))),
    distance: (a, i, b, j) => gamma * squaredDistance(denseRow(a, i), denseRow(b, j)),
    check: (who, features) => void denseOf(who, features, "the kernel rbf"),
    toJSON: () => ({ name: "rbf", bandwidth }),
  };
}
