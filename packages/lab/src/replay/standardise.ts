import type { Matrix } from "@xpal/core";

/** Where a column is centred and by what it is divided. */
export interface Scaling {
  readonly means: Float64Array;
  readonly spreads: Float64Array;
}

/**
 * Mean and population standard deviation of every column; a constant column is divided by 1.
 * Sums run row by row, as NumPy's do along the first axis: exact ties between scores hang on the last bit.
 * @param unscaled Columns that stay as they are.
 */
export function scalingOf({ rows, cols, data }: Matrix, unscaled: readonly number[] = []): Scaling {
  const means = new Float64Array(cols);
  const spreads = new Float64Array(cols);
  for (let i = 0; i < data.length; i++) means[i % cols] += data[i];
  for (let d = 0; d < cols; d++) means[d] /= rows;
  for (let i = 0; i < data.length; i++) spreads[i % cols] += (data[i] - means[i % cols]) ** 2;
  for (let d = 0; d < cols; d++) {
    const spread = Math.sqrt(spreads[d] / rows);
    const noise = rows * Number.EPSILON * Math.abs(means[d]); // what rounding leaves of a constant column
    spreads[d] = spread <= noise ? 1 : spread;
  }
  for (const d of unscaled) {
    means[d] = 0;
    spreads[d] = 1;
  }
  return { means, spreads };
}

/** The numbers, centred and divided. */
export function standardise({ rows, cols, data }: Matrix, { means, spreads }: Scaling): Matrix {
  return { rows, cols, data: data.map((value, i) => (value - means[i % cols]) / spreads[i % cols]) };
}
