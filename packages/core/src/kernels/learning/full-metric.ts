// A full metric: z = x (I + Delta), D_Delta(x, x') = |z - z'|^2, where the columns carry the base kernel's gamma. With the
// slopes s_ij = dF/dD_ij of F in D (label-score.ts)
//
//   dF/dDelta = 2 * sum over pairs of s_ij (x_i - x_j)^T (z_i - z_j) = 2 X^T M,     M_i = sum over j of s_ij (z_i - z_j),
//
// which costs a product of matrices instead of one outer product per pair. The sum of all M_i is 0, so that X may be
// centred, which keeps the product from losing digits.
import { type Matrix, matrix } from "../../matrix.ts";
import { pairAt } from "./label-score.ts";
import type { MetricModel } from "./metric-fit.ts";

/** The full metric of some rows; its parameters are Delta, row after row. */
export function fullMetric(given: Matrix): MetricModel {
  const x = centred(given);
  const { rows, cols } = x;
  let z = x;
  return {
    parameterCount: cols * cols,
    distances(delta, distances) {
      z = transformed(x, delta);
      const { data } = z;
      for (let i = 1, pair = 0; i < rows; i++) {
        for (let j = 0; j < i; j++, pair++) {
          let sum = 0;
          for (let a = i * cols, b = j * cols, end = a + cols; a < end; a++, b++) {
            const difference = data[a] - data[b];
            sum += difference * difference;
          }
          distances[pair] = sum;
        }
      }
    },
    gradient(_, slopes, gradient) {
      crossProduct(x, differences(z, slopes), gradient);
    },
  };
}

/** x (I + Delta) of each row. */
export function transformed({ rows, cols, data }: Matrix, delta: Float64Array): Matrix {
  const z = data.slice();
  for (let i = 0; i < rows; i++) {
    for (let d = 0; d < cols; d++) {
      const value = data[i * cols + d];
      for (let k = 0; k < cols; k++) z[i * cols + k] += value * delta[d * cols + k];
    }
  }
  return matrix(rows, cols, z);
}

/** The rows without the mean of each column. */
export function centred({ rows, cols, data }: Matrix): Matrix {
  const x = matrix(rows, cols);
  for (let d = 0; d < cols; d++) {
    let mean = 0;
    for (let i = 0; i < rows; i++) mean += data[i * cols + d] / rows;
    for (let i = 0; i < rows; i++) x.data[i * cols + d] = data[i * cols + d] - mean;
  }
  return x;
}

/** M. */
function differences({ rows, cols, data: z }: Matrix, slopes: Float64Array): Matrix {
  const m = matrix(rows, cols);
  for (let i = 1; i < rows; i++) {
    for (let j = 0; j < i; j++) {
      const rise = slopes[pairAt(i, j)];
      if (rise === 0) continue;
      for (let d = 0, a = i * cols, b = j * cols; d < cols; d++, a++, b++) {
        const part = rise * (z[a] - z[b]);
        m.data[a] += part;
        m.data[b] -= part;
      }
    }
  }
  return m;
}

/** 2 X^T M, row after row. */
function crossProduct(x: Matrix, m: Matrix, product: Float64Array): void {
  const { rows, cols } = x;
  product.fill(0, 0, cols * cols);
  for (let i = 0; i < rows; i++) {
    for (let d = 0; d < cols; d++) {
      const value = 2 * x.data[i * cols + d];
      if (value === 0) continue;
      for (let k = 0; k < cols; k++) product[d * cols + k] += value * m.data[i * cols + k];
    }
  }
}
