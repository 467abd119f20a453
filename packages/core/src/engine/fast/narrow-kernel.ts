// The RBF kernel on numbers of 32 bits: how features are scaled so that the similarity is 2^-|difference|^2, and how to
// read an upper bound off the rounded difference; docs/decisions/0240-bounds.md proves it.
import { isGroups, isSparse } from "../../features.ts";
import { gammaOf } from "../../kernels/gamma-of.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";

/** How the features of a pool are narrowed. */
export interface NarrowKernel {
  readonly columns: number;
  /** Subtracted from each item first, so that few bits are lost. */
  readonly centre: Float64Array;
  readonly scale: number;
  /** The similarity is at most 2^(lift - shrink |difference|^2). */
  readonly shrink: number;
  readonly lift: number;
}

/** Half the distance between 1 and the next number of 32 bits, and of 64 bits. */
const NARROW_UNIT = 2 ** -24;
const UNIT = 2 ** -53;
/** A larger exponent than this would make the bound useless. */
const MAX_LIFT = 2 ** -6;

/** The narrow kernel of a pool, or undefined where its kernel is another one or its numbers are too large for 32 bits. */
export function narrowKernel({ kernel, features, evaluation }: Pool): NarrowKernel | undefined {
  const json = kernel.toJSON();
  if (json.name !== "rbf" || json.own === true) return undefined;
  if (isGroups(features) || isSparse(features) || isGroups(evaluation.features) || isSparse(evaluation.features))
    return undefined;
  const scale = Math.sqrt(gammaOf(json.bandwidth as number) * Math.LOG2E);
  const centre = meanOf(features);
  const narrow = scale * Math.max(longest(features, centre), longest(evaluation.features, centre));
  const origin = new Float64Array(features.cols);
  const wide = scale * Math.max(longest(features, origin), longest(evaluation.features, origin));
  // How far a difference of two narrow items can be from the true one: rounded to 32 bits, centred and scaled in 64.
  const error = 2 * 1.01 * (NARROW_UNIT * narrow + 4 * UNIT * wide);
  // (a + e)^2 <= (1 + k) a^2 + (1 + 1/k) e^2 for every k > 0.
  const share = Math.max(2 ** -14, Math.min(2 ** -8, error * 16));
  const lift = (2 * (error * error)) / share;
  const shrink = 1 - share - (features.cols + 8) * 2 * NARROW_UNIT;
  if (!(lift <= MAX_LIFT && shrink > 0.9)) return undefined;
  return { columns: features.cols, centre, scale, shrink, lift: lift + 2 ** -20 };
}

function meanOf({ rows, cols, data }: Matrix): Float64Array {
  const mean = new Float64Array(cols);
  for (let at = 0, d = 0; at < data.length; at++, d = d + 1 === cols ? 0 : d + 1) mean[d] += data[at] / rows;
  return mean;
}

/** The largest distance of an item from a place. */
function longest({ rows, cols, data }: Matrix, place: Float64Array): number {
  let most = 0;
  for (let i = 0; i < rows; i++) {
    let length = 0;
    for (let d = 0; d < cols; d++) length += (data[i * cols + d] - place[d]) ** 2;
    if (!(length <= most)) most = length; // NaN too
  }
  return Math.sqrt(most);
}
