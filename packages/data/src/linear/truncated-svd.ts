// The right singular vectors of a large matrix that belong to its largest singular values, by a randomised range finder
// with power iterations (Halko, Martinsson and Tropp, SIAM Review 53, 2011, algorithms 4.4 and 5.1). The test matrix
// comes from a seeded generator, and only additions, products, divisions and square roots follow, so the same
// rows give the same bits in every runtime. The matrix is only ever multiplied: sparse rows stay sparse.
import { generator, type Matrix } from "@xpal/core";
import { gram } from "./gram.ts";
import { orthonormalise } from "./orthonormalise.ts";
import { symmetricEigen } from "./symmetric-eigen.ts";

/** A matrix that can be multiplied from both sides. */
export interface Multiplied {
  readonly rows: number;
  readonly cols: number;
  /** The matrix times a matrix of `cols` rows. */
  times(right: Matrix): Matrix;
  /** The transposed matrix times a matrix of `rows` rows. */
  transposedTimes(right: Matrix): Matrix;
}

/** Columns beyond those wanted, and passes over the matrix; the usual values. */
const OVERSAMPLING = 10;
const POWER_ITERATIONS = 2;
const SEED = 1;

/** Singular values in descending order, and the right singular vector of each as a row. */
export function truncatedSvd(matrix: Multiplied, count: number): { values: Float64Array; vectors: Matrix } {
  const wanted = Math.min(count, matrix.rows, matrix.cols);
  const width = Math.min(wanted + OVERSAMPLING, matrix.rows, matrix.cols);
  let basis = matrix.times(uniform(matrix.cols, width));
  orthonormalise(basis);
  for (let pass = 0; pass < POWER_ITERATIONS; pass++) {
    const back = matrix.transposedTimes(basis);
    orthonormalise(back);
    basis = matrix.times(back);
    orthonormalise(basis);
  }
  const small = matrix.transposedTimes(basis); // cols x width: the transposed of the matrix in the basis
  const { values, vectors } = symmetricEigen(gram(small));
  const result = new Float64Array(wanted * matrix.cols);
  const singular = new Float64Array(wanted);
  for (let k = 0; k < wanted; k++) {
    singular[k] = Math.sqrt(Math.max(0, values[k]));
    const row = result.subarray(k * matrix.cols, (k + 1) * matrix.cols);
    combine(small, vectors.data.subarray(k * width, (k + 1) * width), row);
    normalise(row);
  }
  return { values: singular, vectors: { rows: wanted, cols: matrix.cols, data: result } };
}

/** Uniform numbers between -1 and 1; signs alone are dependent too often in small matrices. */
function uniform(rows: number, cols: number): Matrix {
  const draw = generator(SEED);
  return { rows, cols, data: Float64Array.from({ length: rows * cols }, () => draw.nextIndex(65536) / 32768 - 1) };
}

function combine({ rows, cols, data }: Matrix, factors: Float64Array, into: Float64Array): void {
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let p = 0; p < cols; p++) sum += data[i * cols + p] * factors[p];
    into[i] = sum;
  }
}

/** To length 1, with its largest entry positive, so that the sign is not arbitrary. */
function normalise(vector: Float64Array): void {
  let square = 0;
  let largest = 0;
  for (const value of vector) {
    square += value * value;
    if (Math.abs(value) > Math.abs(largest)) largest = value;
  }
  if (square === 0) return;
  const factor = (largest < 0 ? -1 : 1) / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i] *= factor;
}
