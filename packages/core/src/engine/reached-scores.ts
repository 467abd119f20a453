// xPAL's scores with the definition's bits, on similarities of any kernel: for the cases that have no twin in WASM. A label
// of class y at similarity w makes the decision d cost e_d + w L(y, d). Per evaluation point and label there is a similarity
// below which no decision can become cheaper than the one of now, by more than what the definition's sums can be off. Points
// that are less similar than that add nothing, as in the definition; at the others its own operations decide. So the sums
// have the same terms in the same order.
import { decision, expectedCosts } from "../classifier/decide.ts";
import { lossAt } from "../classifier/measure.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { priorPerClass } from "../classifier/priors.ts";
import { type Matrix, row } from "../matrix.ts";
import type { View } from "../strategies/strategy.ts";
import { lossDrop } from "../strategies/xgain.ts";
import { checkCostCount, riskAt, type XpalStrategy } from "../strategies/xpal.ts";

/** The scores; null where no single label has a gain and the strategy looks further ahead, which the definition does. */
export function reachedScores(strategy: XpalStrategy, view: View): Float64Array | null {
  const { pool, candidates } = view;
  const { evaluationPrior, candidatePrior, ownRisk, lookAhead, labelCosts } = strategy;
  checkCostCount(labelCosts, pool.size);
  const alpha = priorPerClass("xpal", "evaluationPrior", evaluationPrior, pool.classCount);
  const beta = priorPerClass("xpal", "candidatePrior", candidatePrior, pool.classCount);
  const freq = view.evaluationFreq();
  const loss = lossAt(pool, view.labels, () => freq);
  const { weights } = pool.evaluation;
  const before = Uint32Array.from({ length: freq.rows }, (_, x) => decision(row(freq, x), loss));
  const costs = Array.from(before, (_, x) => costsAt(row(freq, x), loss));
  const reaches = Array.from({ length: freq.cols }, (_, yc) => reachOf(costs, before, yc, loss));
  const problem = { freq, loss, weights, alpha, before };
  const similarity = view.evaluationSimilarity();
  const known = view.freq();
  const gains = Float64Array.from(candidates, (c) => {
    const chance = posteriorOf(row(known, c), beta);
    let gain = 0;
    for (let yc = 0; yc < chance.length; yc++) {
      gain += chance[yc] * dropOf(problem, row(similarity, c), yc, reaches[yc]);
    }
    return gain;
  });
  if (lookAhead > 1 && !gains.some((gain) => gain > 0)) return null;
  return gains.map((gain, place) => {
    const c = candidates[place];
    const score = ownRisk === 0 ? gain : gain + (ownRisk * riskAt(row(known, c), beta, loss)) / pool.evaluation.size;
    return labelCosts === null ? score : score / labelCosts[c];
  });
}

interface Points {
  readonly freq: Matrix;
  readonly loss: Matrix | null;
  readonly weights: ArrayLike<number> | null;
  readonly alpha: Float64Array;
  /** The decision at each point. */
  readonly before: Uint32Array;
}

/** `riskDrop` of the definition, without the points that the label does not reach. */
function dropOf(
  { freq, loss, weights, alpha, before }: Points,
  w: Float64Array,
  yc: number,
  reach: Float64Array,
): number {
  let drop = 0;
  for (let x = 0; x < w.length; x++) {
    if (w[x] < reach[x] || w[x] === 0) continue;
    const kPlus = row(freq, x).slice();
    kPlus[yc] += w[x];
    const after = decision(kPlus, loss);
    if (after === before[x]) continue;
    drop += (weights?.[x] ?? 1) * lossDrop(posteriorOf(kPlus, alpha), before[x], after, loss);
  }
  return weights === null ? drop / freq.rows : drop;
}

/** Below this numbers may have lost digits to underflow. */
const LEAST = 1e-290;

/** What each decision costs at a point; under the zero-one loss minus its frequency, which is the same but for a constant. */
function costsAt(k: Float64Array, loss: Matrix | null): Float64Array {
  return loss === null ? k.map((count) => -count) : expectedCosts(k, loss);
}

/** Per point: labels `yc` at a smaller similarity change no decision. */
function reachOf(points: readonly Float64Array[], before: Uint32Array, yc: number, loss: Matrix | null): Float64Array {
  const slope = (d: number) => (loss === null ? (d === yc ? -1 : 0) : loss.data[yc * loss.cols + d]);
  return Float64Array.from(points, (costs, x) => {
    // A sum of C products of numbers that are not negative is off by at most C + 1 roundings; the rest is to spare.
    const off = (2 * costs.length + 16) * Number.EPSILON;
    const own = before[x];
    let reach = Infinity;
    for (let d = 0; d < costs.length; d++) {
      if (d === own) continue;
      const gap = costs[d] - costs[own] - off * (Math.abs(costs[d]) + Math.abs(costs[own]));
      const nearer = slope(own) - slope(d) + off * (Math.abs(slope(own)) + Math.abs(slope(d)));
      // Under the zero-one loss only yc gets nearer, and what is compared of two others stays as it is, to the bit.
      if (nearer <= 0 && (loss === null || gap > LEAST)) continue;
      reach = Math.min(reach, gap > LEAST ? (gap / nearer) * (1 - 4 * Number.EPSILON) : 0);
    }
    return reach;
  });
}
