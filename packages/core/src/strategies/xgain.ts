// Expected probabilistic gain of labelling one candidate [1, Def. 4, Eq. xgain].
// Symbols follow [1]; docs/notation.md maps each to its name here. This is the definition, to be read beside the
// paper and never tuned; the contract suite holds its fast twin in src/engine to it.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkOptions, reject } from "../check.ts";
import { checkLossMatrix, checkMatrix, checkNumbers } from "../check-numbers.ts";
import { decision } from "../classifier/decide.ts";
import { lossOf } from "../classifier/loss.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { DEFAULT_PRIOR, type Prior, priorPerClass } from "../classifier/priors.ts";
import { type Matrix, row } from "../matrix.ts";

/** alpha and beta of the paper. */
export interface Priors {
  /** alpha: the prior at the evaluation points; 0.001 by default. */
  readonly evaluationPrior?: Prior;
  /** beta: the prior at the candidate; 0.001 by default. */
  readonly candidatePrior?: Prior;
}

/** What the gain of one candidate is computed from. */
export interface GainProblem {
  /** K(c, x) of the candidate and each evaluation point. */
  readonly similarity: ArrayLike<number>;
  /** k_x^L: evaluation points x classes. */
  readonly freq: Matrix;
  /** k_c^L at the candidate: one number per class. */
  readonly candidateFreq: ArrayLike<number>;
  /** One weight per evaluation point, summing to 1; equal weights by default. */
  readonly weights?: ArrayLike<number>;
  /** Cost of deciding for column j when row i is true; zero-one loss by default. */
  readonly lossMatrix?: Matrix;
}

/**
 * The drop in risk to expect from asking for the candidate's label.
 * @throws XpalError if shapes do not fit or a number is out of range.
 * @example xgain({ similarity: [1, 1], freq: matrixFrom([[0, 0], [0, 0]]), candidateFreq: [0, 0] }, { evaluationPrior: 1 }) // 0.16666666666666666
 */
export function xgain(problem: GainProblem, priors: Priors = {}): number {
  checkOptions("xgain", problem ?? null, ["similarity", "freq", "candidateFreq", "weights", "lossMatrix"], "problem");
  checkOptions("xgain", priors, ["evaluationPrior", "candidatePrior"], "priors");
  const { similarity, freq, candidateFreq, weights, lossMatrix } = problem;
  checkMatrix("xgain", "freq", freq, "not negative");
  checkNumbers("xgain", "similarity", similarity, freq.rows);
  checkNumbers("xgain", "candidateFreq", candidateFreq, freq.cols);
  if (weights !== undefined) checkWeights(weights, freq.rows);
  if (lossMatrix !== undefined) checkLossMatrix("xgain", lossMatrix, freq.cols);
  const alpha = priorPerClass("xgain", "evaluationPrior", priors.evaluationPrior ?? DEFAULT_PRIOR, freq.cols);
  const beta = priorPerClass("xgain", "candidatePrior", priors.candidatePrior ?? DEFAULT_PRIOR, freq.cols);
  const { matrix, unit } = lossOf(lossMatrix ?? null);
  const { lossMatrix: _, ...rest } = problem;
  return unit * gainOf(matrix === null ? rest : problem, alpha, beta);
}

/** The same for callers that trust their arguments: the expectation over y_c in [1, Eq. xgain]. */
export function gainOf(problem: GainProblem, alpha: Float64Array, beta: Float64Array): number {
  const chance = posteriorOf(problem.candidateFreq, beta);
  let gain = 0;
  for (let yc = 0; yc < chance.length; yc++) gain += chance[yc] * riskDrop(problem, yc, alpha);
  return gain;
}

/** The risk removed over the evaluation set if the candidate's label were `yc`: minus [1, Eq. risk-difference]. */
export function riskDrop(problem: GainProblem, yc: number, alpha: Float64Array): number {
  const { similarity: w, freq, weights, lossMatrix = null } = problem;
  let drop = 0;
  for (let x = 0; x < freq.rows; x++) {
    const k = row(freq, x);
    const kPlus = k.slice();
    kPlus[yc] += w[x];
    const before = decision(k, lossMatrix);
    const after = decision(kPlus, lossMatrix);
    if (after === before) continue; // same decision, same loss: the terms cancel exactly
    const p = posteriorOf(kPlus, alpha);
    drop += (weights?.[x] ?? 1) * lossDrop(p, before, after, lossMatrix);
  }
  return weights === undefined ? drop / freq.rows : drop;
}

/** Expected loss of the old decision minus that of the new one, under the posterior with the simulated label. */
export function lossDrop(p: Float64Array, before: number, after: number, loss: Matrix | null): number {
  if (loss === null) return p[after] - p[before]; // L(y, y') = [y != y'], [1, Def. 3]
  let drop = 0;
  for (let y = 0; y < p.length; y++) drop += p[y] * (row(loss, y)[before] - row(loss, y)[after]);
  return drop;
}

function checkWeights(weights: ArrayLike<number>, pointCount: number): void {
  checkNumbers("xgain", "weights", weights, pointCount);
  const total = Array.from(weights).reduce((sum, weight) => sum + weight, 0);
  if (Math.abs(total - 1) > 1e-9) reject("xgain", "weights", "must sum to 1", total, "divide them by their sum");
}
