// The features of a pool with their correlations taken out: columns that say the same thing count once, and a contrast
// between two alike columns counts as much as what they have in common. Distances become Mahalanobis', shrunk.
import { choleskyFactor } from "../../linear/cholesky.ts";
import { type Matrix, matrix } from "../../matrix.ts";

/** A way of looking at items with the columns of one pool. */
export type Decorrelation = (features: Matrix) => Matrix;

/**
 * z -> s L^-1 z, where z are the columns less their mean over their deviation, L L^T = R + shrinkage I with R the
 * correlations in the pool, and s makes the total variance of the pool what it was. A constant column becomes 0.
 * @param shrinkage Above 0: how much of each direction's variance counts as noise.
 */
export function decorrelation(pool: Matrix, shrinkage: number): Decorrelation {
  const { rows, cols } = pool;
  const means = columnMeans(pool);
  const deviations = columnDeviations(pool, means);
  const standard = (features: Matrix): Matrix => {
    const z = matrix(features.rows, cols);
    for (let i = 0; i < features.rows; i++) {
      for (let d = 0; d < cols; d++) {
        const at = i * cols + d;
        z.data[at] = deviations[d] === 0 ? 0 : (features.data[at] - means[d]) / deviations[d];
      }
    }
    return z;
  };
  const z = standard(pool);
  const factor = choleskyFactor(shrunkCorrelations(z, shrinkage));
  if (factor === null)
    throw new Error("unreachable: correlations with a positive diagonal added are positive definite");
  const before = deviations.reduce((sum, deviation) => sum + deviation * deviation, 0);
  const after = solveRows(factor, z).data.reduce((sum, value) => sum + value * value, 0) / rows;
  const scale = after > 0 ? Math.sqrt(before / after) : 1;
  return (features) => {
    const { data } = solveRows(factor, standard(features));
    return { rows: features.rows, cols, data: data.map((value) => value * scale) };
  };
}

/** The mean of each column. */
export function columnMeans({ rows, cols, data }: Matrix): Float64Array {
  const means = new Float64Array(cols);
  for (let i = 0; i < rows; i++) for (let d = 0; d < cols; d++) means[d] += data[i * cols + d] / rows;
  return means;
}

/** The deviation of each column; those that are next to nothing beside the numbers themselves are rounding, and count as 0. */
export function columnDeviations({ rows, cols, data }: Matrix, means: Float64Array): Float64Array {
  const squares = new Float64Array(cols);
  for (let i = 0; i < rows; i++) {
    for (let d = 0; d < cols; d++) {
      const difference = data[i * cols + d] - means[d];
      squares[d] += (difference * difference) / rows;
    }
  }
  return squares.map((square, d) => {
    const deviation = Math.sqrt(square);
    return deviation > 1e-12 * Math.abs(means[d]) ? deviation : 0;
  });
}

/** R + shrinkage I; a constant column has 1 + shrinkage on the diagonal, as every other. */
function shrunkCorrelations({ rows, cols, data }: Matrix, shrinkage: number): Matrix {
  const r = matrix(cols, cols);
  for (let i = 0; i < rows; i++) {
    for (let a = 0; a < cols; a++) {
      const value = data[i * cols + a] / rows;
      if (value === 0) continue;
      for (let b = 0; b <= a; b++) r.data[a * cols + b] += value * data[i * cols + b];
    }
  }
  for (let a = 0; a < cols; a++) r.data[a * cols + a] = 1 + shrinkage;
  return r; // the factor reads the lower half only
}

/** L^-1 of each row. */
function solveRows(factor: Float64Array, { rows, cols, data }: Matrix): Matrix {
  const x = data.slice();
  for (let i = 0; i < rows; i++) {
    const at = i * cols;
    for (let a = 0; a < cols; a++) {
      let sum = x[at + a];
      for (let b = 0; b < a; b++) sum -= factor[a * cols + b] * x[at + b];
      x[at + a] = sum / factor[a * cols + a];
    }
  }
  return { rows, cols, data: x };
}
