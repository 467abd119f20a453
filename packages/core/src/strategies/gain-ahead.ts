// The expected gain of m labels at one candidate: PAL's closed form [2] carried over to xPAL's risk over the evaluation
// set [1, Eq. xgain]. The answers' counts l follow the Dirichlet-multinomial distribution of k_c + beta,
//   P(l) = m! / prod l_y! * prod (k_c + beta)_y^(rising l_y) / |k_c + beta|_1^(rising m),
// and change the frequencies of every evaluation point to k_x + K(c, x) l. For m = 1 it is xgain. A gain of 0 for one
// label may be above 0 for two: what one answer cannot change, two of the same kind can.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
// [2] Kottke et al., Multi-class probabilistic active learning, ECAI 2016
import { decision } from "../classifier/decide.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { row } from "../matrix.ts";
import { factorial, risingFactorial } from "./rising-factorial.ts";
import { type GainProblem, lossDrop } from "./xgain.ts";

/** The largest gain per label over 2 to `most` labels. */
export function largestGainAhead(problem: GainProblem, most: number, alpha: Float64Array, beta: Float64Array): number {
  let best = -Infinity;
  for (let m = 2; m <= most; m++) best = Math.max(best, gainAhead(problem, m, alpha, beta) / m);
  return best;
}

/** The expected gain of m labels. */
export function gainAhead(problem: GainProblem, m: number, alpha: Float64Array, beta: Float64Array): number {
  const a = Array.from(problem.candidateFreq, (k, y) => k + beta[y]);
  const total = a.reduce((sum, value) => sum + value, 0);
  const vectors = labelVectors(a.length, m);
  const drops = dropsOf(problem, vectors, m, alpha);
  let gain = 0;
  for (const [v, counts] of vectors.entries()) {
    let chance = factorial(m) / risingFactorial(total, m);
    for (const [y, count] of counts.entries()) chance *= risingFactorial(a[y], count) / factorial(count);
    gain += chance * drops[v];
  }
  return gain;
}

/** The risk that each vector of labels removes over the evaluation set. */
function dropsOf(
  problem: GainProblem,
  vectors: readonly (readonly number[])[],
  m: number,
  alpha: Float64Array,
): Float64Array {
  const { similarity, freq, weights, lossMatrix = null } = problem;
  const drops = new Float64Array(vectors.length);
  const kPlus = new Float64Array(freq.cols);
  for (let x = 0; x < freq.rows; x++) {
    const k = row(freq, x);
    if (lossMatrix === null && isSettled(k, m * similarity[x])) continue;
    const before = decision(k, lossMatrix);
    for (let v = 0; v < vectors.length; v++) {
      for (let y = 0; y < kPlus.length; y++) kPlus[y] = k[y] + vectors[v][y] * similarity[x];
      const after = decision(kPlus, lossMatrix);
      if (after === before) continue;
      drops[v] += (weights?.[x] ?? 1) * lossDrop(posteriorOf(kPlus, alpha), before, after, lossMatrix);
    }
  }
  return weights === undefined ? drops.map((drop) => drop / freq.rows) : drops;
}

/** Whether so much more for any one class leaves the decision as it is, with room to spare for rounding. */
function isSettled(k: Float64Array, most: number): boolean {
  let first = -Infinity;
  let second = -Infinity;
  for (const value of k) {
    second = Math.max(second, Math.min(first, value));
    first = Math.max(first, value);
  }
  return second + most < first * (1 - 1e-12);
}

/** All ways to spread m labels on the classes. */
function labelVectors(classCount: number, m: number): number[][] {
  if (classCount === 1) return [[m]];
  return Array.from({ length: m + 1 }, (_, count) => count).flatMap((count) =>
    labelVectors(classCount - 1, m - count).map((rest) => [count, ...rest]),
  );
}
