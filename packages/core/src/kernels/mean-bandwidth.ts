// The mean bandwidth criterion (Chaudhuri et al. 2017) as [1, Sec. 5.2] uses it, with sigma_p = 1 and
// delta = sqrt(2) * 1e-6. The text caps N at 200; the code that made the printed numbers does not.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkInteger, checkOptions, reject } from "../check.ts";
import { checkMatrix, checkPositive } from "../check-numbers.ts";
import type { Matrix } from "../matrix.ts";

/** delta^2 = 2e-12 [1, Sec. 5.2]. */
const DELTA_SQUARED = 2e-12;

/** How the number of points enters the criterion. */
export interface MeanBandwidthOptions {
  /** The largest N that counts: 200 as the paper's text says, Infinity (the default) as its code does. */
  readonly cap?: number;
}

/**
 * The bandwidth of an RBF kernel on standardised features, by the mean criterion.
 * @param pointCount N, the number of points, at least 2.
 * @param featureCount D, all columns, constant ones too.
 * @throws XpalError if a count is not an integer in range.
 * @example meanBandwidth(90, 4).toFixed(4) // "0.5074"
 */
export function meanBandwidth(pointCount: number, featureCount: number, options: MeanBandwidthOptions = {}): number {
  checkInteger("meanBandwidth", "pointCount", pointCount, 2);
  checkInteger("meanBandwidth", "featureCount", featureCount, 1);
  checkOptions("meanBandwidth", options, ["cap"]);
  const cap = options.cap ?? Infinity;
  if (cap !== Infinity) checkInteger("meanBandwidth", "cap", cap, 2);
  const n = Math.min(pointCount, cap);
  return Math.sqrt((2 * n * featureCount) / ((n - 1) * Math.log((n - 1) / DELTA_SQUARED)));
}

/**
 * The bandwidth of a Hamming kernel by the mean criterion: no factor 2, no N / (N - 1), no D.
 * @param features One-hot coded categories (see `oneHot`).
 * @throws XpalError if there are fewer than two rows, or all rows are equal.
 * @example meanHammingBandwidth(oneHot(matrixFrom([[0], [1]]))).toFixed(4) // "0.1927"
 */
export function meanHammingBandwidth(features: Matrix): number {
  checkMatrix("meanHammingBandwidth", "features", features);
  if (features.rows < 2) reject("meanHammingBandwidth", "features", "must have at least two rows", features.rows);
  const share = meanDifferingShare(features);
  if (share === 0)
    reject("meanHammingBandwidth", "features", "must not have all rows equal", undefined, "give a bandwidth");
  const bandwidth = Math.sqrt(share / Math.log((features.rows - 1) / DELTA_SQUARED));
  checkPositive("meanHammingBandwidth", "bandwidth", bandwidth);
  return bandwidth;
}

/**
 * The mean share of differing columns over ordered pairs of distinct rows, from how often each value occurs in its
 * column: of n^2 ordered pairs, the sum of squared counts agree.
 */
export function meanDifferingShare({ rows, cols, data }: Matrix): number {
  let differing = 0;
  for (let d = 0; d < cols; d++) {
    const counts = new Map<number, number>();
    for (let i = 0; i < rows; i++) counts.set(data[i * cols + d], (counts.get(data[i * cols + d]) ?? 0) + 1);
    differing += rows * rows;
    for (const count of counts.values()) differing -= count * count;
  }
  return differing / (rows * (rows - 1) * cols);
}
