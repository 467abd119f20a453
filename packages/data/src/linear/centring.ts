// Vectors moved to their mean and divided by one number. Each component divided by its own deviation would make noise as
// loud as what matters; without moving them, an offset that all share would make all of them similar.
import type { Matrix } from "@xpal/core";

/** Rows that differ by less than this, beside their length, differ by rounding alone. */
const ROUNDING = 1e-12;

/** A mean vector, and the one number to divide by afterwards. */
export interface Centring {
  readonly means: readonly number[];
  /** The root of the components' mean variance, so that RBF bandwidths for standardised columns fit; 1 if all is constant. */
  readonly scale: number;
}

/** The mean of the rows and their common scale. */
export function centringOf({ rows, cols, data }: Matrix): Centring {
  const sums = new Float64Array(cols);
  for (let row = 0; row < rows; row++) for (let d = 0; d < cols; d++) sums[d] += data[row * cols + d] / rows;
  let squares = 0;
  for (let row = 0; row < rows; row++) {
    for (let d = 0; d < cols; d++) {
      const difference = data[row * cols + d] - sums[d];
      squares += difference * difference;
    }
  }
  const scale = Math.sqrt(squares / (rows * cols));
  const length = Math.sqrt(sums.reduce((sum, mean) => sum + mean * mean, 0) / cols);
  return { means: Array.from(sums), scale: scale <= ROUNDING * length ? 1 : scale };
}

/** The mean cosine between two rows that their common offset alone explains: the squared length of the mean direction. */
export function sharedDirection({ rows, cols, data }: Matrix): number {
  const mean = new Float64Array(cols);
  for (let row = 0; row < rows; row++) {
    let square = 0;
    for (let d = 0; d < cols; d++) square += data[row * cols + d] ** 2;
    if (square === 0) continue;
    const factor = 1 / (rows * Math.sqrt(square));
    for (let d = 0; d < cols; d++) mean[d] += data[row * cols + d] * factor;
  }
  return mean.reduce((sum, value) => sum + value * value, 0);
}
