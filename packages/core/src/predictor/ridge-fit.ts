// Ridge regression of the classes on a kernel (Saunders, Gammerman and Vovk, ICML 1998). With the matrix G of the labelled
// items' similarities, targets t_i[y] = (share of class y among the answers of item i) - 1 / C, and a penalty,
//
//   alpha = (G + penalty I)^-1 T,       f(x)[y] = sum over i of G(x, x_i) alpha_i[y].
//
// What the others say of a labelled item needs no second fit: without its own answers its scores are
//
//   f_-i(x_i) = t_i - alpha_i / ((G + penalty I)^-1)_ii.
//
// The scores of an item sum to 0. Probabilities are those of a softmax, e^(f[y] / tau) over the sum of them.
import { exp } from "../kernels/exp.ts";
import { ln } from "../kernels/ln.ts";
import { choleskyFactor, choleskySolve } from "../linear/cholesky.ts";
import { type Matrix, matrix, row } from "../matrix.ts";

/** A fit: alpha, and the scores of each labelled item without its own answers. */
export interface RidgeFit {
  readonly alpha: Matrix;
  readonly leftOut: Matrix;
}

/**
 * alpha and the left-out scores.
 * @param similarities G: symmetric, positive semidefinite.
 * @param targets T, one row per labelled item.
 */
export function fitRidge(similarities: Matrix, targets: Matrix, penalty: number): RidgeFit {
  const n = similarities.rows;
  const penalised = matrix(n, n, similarities.data.slice());
  for (let i = 0; i < n; i++) penalised.data[i * n + i] += penalty;
  const factor = choleskyFactor(penalised);
  if (factor === null)
    throw new Error("unreachable: similarities with a positive diagonal added are positive definite");
  const alpha = choleskySolve(factor, targets);
  const diagonal = inverseDiagonal(factor, n);
  const leftOut = matrix(n, targets.cols);
  for (let i = 0, at = 0; i < n; i++) {
    for (let y = 0; y < targets.cols; y++, at++) leftOut.data[at] = targets.data[at] - alpha.data[at] / diagonal[i];
  }
  return { alpha, leftOut };
}

/** The diagonal of (L L^T)^-1: the squared lengths of the columns of L^-1. */
function inverseDiagonal(factor: Float64Array, n: number): Float64Array {
  const diagonal = new Float64Array(n);
  const column = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    column[i] = 1 / factor[i * n + i];
    let square = column[i] * column[i];
    for (let k = i + 1; k < n; k++) {
      let sum = 0;
      for (let j = i; j < k; j++) sum -= factor[k * n + j] * column[j];
      column[k] = sum / factor[k * n + k];
      square += column[k] * column[k];
    }
    diagonal[i] = square;
  }
  return diagonal;
}

/** Probabilities from scores, row by row. */
export function softmax(scores: Matrix, tau: number): Matrix {
  const p = matrix(scores.rows, scores.cols);
  for (let i = 0; i < scores.rows; i++) {
    const f = row(scores, i);
    const own = row(p, i);
    let most = f[0];
    for (const value of f) if (value > most) most = value;
    let sum = 0;
    for (let y = 0; y < f.length; y++) {
      own[y] = exp((f[y] - most) / tau);
      sum += own[y];
    }
    for (let y = 0; y < f.length; y++) own[y] /= sum;
  }
  return p;
}

/** Below this a probability counts as this much: one answer that could not be foreseen must not outweigh all others. */
const LEAST = 1e-6;

/** How likely the answers are, by probabilities of the same items: sum over i and y of share_i[y] ln p_i[y]. */
export function logLikelihood(probabilities: Matrix, shares: Matrix): number {
  let sum = 0;
  for (let at = 0; at < shares.data.length; at++) {
    if (shares.data[at] > 0) sum += shares.data[at] * ln(Math.max(LEAST, probabilities.data[at]));
  }
  return sum;
}
