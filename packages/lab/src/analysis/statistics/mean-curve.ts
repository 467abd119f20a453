// The mean of repeated learning curves with a band that holds the true mean, point by point, with a given confidence.
import { checkFiniteNumbers, checkOptions, checkShare, reject } from "@xpal/core/check";
import { studentQuantile } from "./student-quantile.ts";

/** A mean curve and its band; one number after 0, 1, 2, ... labels each. */
export interface MeanCurve {
  readonly mean: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/**
 * The mean of equally long curves, with Student's confidence band around it.
 * @param options.confidence By default 0.95. Of a single curve the band has no width.
 * @param options.range The least and the largest value that a mean can have, such as 0 and 1 of an error: the band ends there.
 * Few curves give a wide band, and what lies outside of the range is known not to be the mean.
 * @throws XpalError if there is no curve, or the curves differ in length.
 * @example meanCurve([[0.5, 0.25], [0.5, 0.75]]).mean // Float64Array.of(0.5, 0.5)
 */
export function meanCurve(
  curves: readonly ArrayLike<number>[],
  options: { readonly confidence?: number; readonly range?: readonly [least: number, largest: number] } = {},
): MeanCurve {
  checkOptions("meanCurve", options, ["confidence", "range"]);
  const { confidence = 0.95, range = [-Infinity, Infinity] } = options;
  if (!Array.isArray(curves) || curves.length === 0) {
    reject("meanCurve", "curves", "must be a list of curves that is not empty", curves ?? "nothing");
  }
  checkShare("meanCurve", "confidence", confidence);
  if (!Array.isArray(range) || range.length !== 2 || !(range[0] <= range[1])) {
    reject("meanCurve", "range", "must be two numbers, the least and the largest value", range);
  }
  const [least, largest] = range;
  curves.forEach((curve: ArrayLike<number>, r: number) => {
    checkFiniteNumbers("meanCurve", `curves[${r}]`, curve);
    if (curve.length !== curves[0].length) {
      reject("meanCurve", `curves[${r}]`, `must have ${curves[0].length} points as the first has`, curve.length);
    }
  });
  const length = curves[0].length;
  const mean = new Float64Array(length);
  const lower = new Float64Array(length);
  const upper = new Float64Array(length);
  const factor = curves.length === 1 ? 0 : studentQuantile((1 + confidence) / 2, curves.length - 1);
  for (let t = 0; t < length; t++) {
    const half = factor * standardError(curves, t, mean);
    lower[t] = Math.max(mean[t] - half, Math.min(least, mean[t])); // a mean may leave the range by rounding
    upper[t] = Math.min(mean[t] + half, Math.max(largest, mean[t]));
  }
  return { mean, lower, upper };
}

/** The standard error of the mean at t, which is noted on the way. */
function standardError(curves: readonly ArrayLike<number>[], t: number, mean: Float64Array): number {
  const count = curves.length;
  for (const curve of curves) mean[t] += curve[t] / count;
  if (count === 1) return 0;
  let squares = 0;
  for (const curve of curves) squares += (curve[t] - mean[t]) ** 2;
  return Math.sqrt(squares / (count - 1) / count);
}
