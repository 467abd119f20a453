// Solving A x = b for symmetric positive definite A by its Cholesky factor.
import type { Matrix } from "../matrix.ts";

/** The lower triangular factor L with A = L L^T, row by row; null where A is not positive definite. */
export function choleskyFactor({ rows: n, data: a }: Matrix): Float64Array | null {
  const l = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * n + j];
      for (let k = 0; k < j; k++) sum -= l[i * n + k] * l[j * n + k];
      if (i !== j) l[i * n + j] = sum / l[j * n + j];
      else if (sum > 0) l[i * n + i] = Math.sqrt(sum);
      else return null;
    }
  }
  return l;
}

/** X with A X = B, where `factor` is the Cholesky factor of A and B has one column per right-hand side. */
export function choleskySolve(factor: Float64Array, b: Matrix): Matrix {
  const n = b.rows;
  const x = b.data.slice();
  for (let col = 0; col < b.cols; col++) {
    for (let i = 0; i < n; i++) {
      let sum = x[i * b.cols + col];
      for (let k = 0; k < i; k++) sum -= factor[i * n + k] * x[k * b.cols + col];
      x[i * b.cols + col] = sum / factor[i * n + i];
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = x[i * b.cols + col];
      for (let k = i + 1; k < n; k++) sum -= factor[k * n + i] * x[k * b.cols + col];
      x[i * b.cols + col] = sum / factor[i * n + i];
    }
  }
  return { rows: n, cols: b.cols, data: x };
}
