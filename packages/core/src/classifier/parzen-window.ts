// The Parzen window classifier on kernel frequencies [1, Sec. 3]: probabilities without a prior, and decisions whose
// ties are broken at random by a passed generator. (Inside the gain, ties go to the lowest class instead: decide.ts.)
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { reject } from "../check.ts";
import { checkGenerator, checkLossMatrix, checkMatrix } from "../check-numbers.ts";
import { type Matrix, matrix, row } from "../matrix.ts";
import type { Generator } from "../random/generator.ts";
import { expectedCosts } from "./decide.ts";
import { lossOf } from "./loss.ts";

/**
 * Class probabilities k / ||k||_1 per row; a row without any frequency has 1 / classCount for each class.
 * @throws XpalError if a frequency is negative or not finite.
 * @example [...probabilitiesOf(matrixFrom([[3, 1]])).data] // [0.75, 0.25]
 */
export function probabilitiesOf(freq: Matrix): Matrix {
  checkMatrix("probabilitiesOf", "freq", freq, "not negative");
  const p = matrix(freq.rows, freq.cols);
  for (let i = 0; i < freq.rows; i++) normaliseInto(row(p, i), row(freq, i));
  return p;
}

function normaliseInto(p: Float64Array, k: Float64Array): void {
  let total = 0;
  for (let y = 0; y < k.length; y++) total += k[y];
  for (let y = 0; y < k.length; y++) p[y] = total === 0 ? 1 / k.length : k[y] / total;
}

/**
 * The decided class index per row: the largest probability, or with a loss matrix the least expected cost; ties are
 * broken by the generator.
 * @param lossMatrix Cost of deciding for column j when row i is true; without it the zero-one loss.
 * @throws XpalError if a probability is negative or not finite, the second argument is not a generator, or the costs do not fit.
 * @example [...predictionsOf(matrixFrom([[0.75, 0.25]]), generator(1))] // [0]
 */
export function predictionsOf(probabilities: Matrix, chance: Generator, lossMatrix?: Matrix): Uint32Array {
  checkMatrix("predictionsOf", "probabilities", probabilities, "not negative");
  checkGenerator("predictionsOf", "chance", chance);
  if (lossMatrix !== undefined) checkLossMatrix("predictionsOf", lossMatrix, probabilities.cols);
  const loss = lossOf(lossMatrix ?? null).matrix;
  const decided = new Uint32Array(probabilities.rows);
  for (let i = 0; i < probabilities.rows; i++) {
    const p = row(probabilities, i);
    decided[i] = largest(loss === null ? p : expectedCosts(p, loss).map((cost) => -cost), chance);
  }
  return decided;
}

function largest(values: Float64Array, chance: Generator): number {
  const most = Math.max(...values);
  const tied: number[] = [];
  values.forEach((value, y) => {
    if (value === most) tied.push(y);
  });
  return tied.length === 1 ? tied[0] : tied[chance.nextIndex(tied.length)];
}

/** Rows of a file with few digits still count as probabilities. */
const SLACK = 1e-6;

/** Rejects a matrix whose rows are not class probabilities. */
export function checkProbabilities(who: string, argument: string, probabilities: Matrix): void {
  checkMatrix(who, argument, probabilities, "not negative");
  for (let i = 0; i < probabilities.rows; i++) {
    const total = row(probabilities, i).reduce((sum, p) => sum + p, 0);
    if (Math.abs(total - 1) > SLACK) reject(who, `${argument}, row ${i}`, "must sum to 1", total);
  }
}
