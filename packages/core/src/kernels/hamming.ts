// Hamming kernel for categories [1, Eq. hamming-kernel]. The paper's text counts equal features; its code, which made
// the printed numbers, takes the share of one-hot columns that differ. This is the code's kernel.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkInteger, checkOptions } from "../check.ts";
import { checkMatrix, checkNumbers, checkPositive } from "../check-numbers.ts";
import { denseOf, denseRow } from "../features.ts";
import { type Matrix, zeros } from "../matrix.ts";
import { exp } from "./exp.ts";
import { gammaOf } from "./gamma-of.ts";
import type { BandwidthKernel } from "./rbf.ts";

/**
 * The kernel exp(-gamma * share of differing columns) with gamma = 1 / (2 bandwidth^2), for one-hot coded categories.
 * @throws XpalError if the bandwidth is not a finite number above 0.
 * @example hamming({ bandwidth: 0.12 }).name // "hamming"
 */
export function hamming(options: { readonly bandwidth: number }): BandwidthKernel {
  checkOptions("hamming", options, ["bandwidth"]);
  const bandwidth = options?.bandwidth;
  checkPositive("hamming", "bandwidth", bandwidth);
  const gamma = gammaOf(bandwidth);
  checkPositive("hamming", "1 / (2 * bandwidth^2)", gamma);
  return {
    name: "hamming",
    bandwidth,
    similarity: (a, i, b, j) => exp(-gamma * differingShare(denseRow(a, i), denseRow(b, j))),
    distance: (a, i, b, j) => gamma * differingShare(denseRow(a, i), denseRow(b, j)),
    check: (who, features) => void denseOf(who, features, "the kernel hamming"),
    toJSON: () => ({ name: "hamming", bandwidth }),
  };
}

/** The share of columns in which two rows differ. */
function differingShare(x: Float64Array, other: Float64Array): number {
  let count = 0;
  for (let d = 0; d < x.length; d++) if (x[d] !== other[d]) count++;
  return count / x.length;
}

/** The most categories of one feature. */
const MAX_CATEGORIES = 2 ** 24;

/**
 * One 0/1 column per category of each feature, in feature order.
 * @param codes Category numbers, items x features.
 * @param categoryCounts How many categories each feature has; by default one more than its largest code.
 * @throws XpalError if a code is not an integer below its feature's count.
 * @example oneHot(matrixFrom([[0, 2], [1, 0]])).cols // 5
 */
export function oneHot(codes: Matrix, categoryCounts?: ArrayLike<number>): Matrix {
  checkMatrix("oneHot", "codes", codes, "not negative");
  if (categoryCounts !== undefined) checkNumbers("oneHot", "categoryCounts", categoryCounts, codes.cols);
  const counts = categoryCounts ?? largestCodes(codes).map((largest) => largest + 1);
  const offsets = new Float64Array(codes.cols + 1);
  for (let d = 0; d < codes.cols; d++) {
    checkInteger("oneHot", `categoryCounts[${d}]`, counts[d], 1, MAX_CATEGORIES);
    offsets[d + 1] = offsets[d] + counts[d];
  }
  const cols = offsets[codes.cols];
  const data = zeros("oneHot", codes.rows, cols);
  for (let i = 0; i < codes.rows; i++) {
    for (let d = 0; d < codes.cols; d++) {
      const code = codes.data[i * codes.cols + d];
      checkInteger("oneHot", `codes, row ${i}, column ${d}`, code, 0, counts[d] - 1);
      data[i * cols + offsets[d] + code] = 1;
    }
  }
  return { rows: codes.rows, cols, data };
}

function largestCodes(codes: Matrix): number[] {
  const largest = new Array<number>(codes.cols).fill(0);
  for (let i = 0; i < codes.data.length; i++) {
    const place = `codes, row ${Math.floor(i / codes.cols)}, column ${i % codes.cols}`;
    checkInteger("oneHot", place, codes.data[i], 0, MAX_CATEGORIES - 1);
    largest[i % codes.cols] = Math.max(largest[i % codes.cols], codes.data[i]);
  }
  return largest;
}
