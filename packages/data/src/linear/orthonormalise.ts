// Columns of a tall matrix made orthonormal: the Cholesky factor of their inner products divides them, and once more
// for the digits that the first pass lost ("CholeskyQR2", Yamamoto, Nakatsukasa, Yanagisawa and Fukaya, ETNA 44, 2015).
// Rows are read in their order, which is what makes it fast. Additions, products, divisions and square roots only, so
// the bits are the same in every runtime.
import type { Matrix } from "@xpal/core";
import { gram } from "./gram.ts";

/** Below this share of its former squared length, what is left of a column is rounding error. */
const VANISHED = 1e-12;

/** Makes the columns orthonormal in place; a column that depends on those before it becomes 0. */
export function orthonormalise(matrix: Matrix): void {
  for (let pass = 0; pass < 2; pass++) divide(matrix, cholesky(gram(matrix)));
}

/** The upper triangular R with R'R = the matrix; the diagonal is 0 where a column depends on those before it. */
function cholesky({ cols: n, data }: Matrix): Float64Array {
  const upper = Float64Array.from(data);
  for (let k = 0; k < n; k++) {
    const pivot = upper[k * n + k];
    const root = pivot > VANISHED * data[k * n + k] ? Math.sqrt(pivot) : 0;
    const factor = root === 0 ? 0 : 1 / root;
    for (let j = k; j < n; j++) upper[k * n + j] *= factor;
    upper[k * n + k] = root;
    for (let i = k + 1; i < n; i++) {
      const share = upper[k * n + i];
      if (share === 0) continue;
      for (let j = i; j < n; j++) upper[i * n + j] -= share * upper[k * n + j];
    }
  }
  return upper;
}

/** Each row r becomes the solution q of q R = r; a column with 0 on the diagonal becomes 0. */
function divide({ rows, cols: n, data }: Matrix, upper: Float64Array): void {
  for (let row = 0; row < rows; row++) {
    const at = row * n;
    for (let k = 0; k < n; k++) {
      const root = upper[k * n + k];
      const value = root === 0 ? 0 : data[at + k] / root;
      data[at + k] = value;
      if (value === 0) continue;
      for (let j = k + 1; j < n; j++) data[at + j] -= value * upper[k * n + j];
    }
  }
}
