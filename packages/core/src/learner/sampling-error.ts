// How far the gain over a sample of the pool may be from the gain over all of it.
import { decision } from "../classifier/decide.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { row } from "../matrix.ts";
import type { GainProblem } from "../strategies/xgain.ts";

/**
 * The standard error of xgain when the evaluation points are a uniform sample without repetition: the deviation of the
 * points' own drops in risk, over the root of their number, with the correction for a finite pool.
 * @param chance How likely each answer is.
 * @param poolSize The number of items the points were drawn from.
 */
export function samplingError(
  problem: GainProblem,
  chance: Float64Array,
  alpha: Float64Array,
  poolSize: number,
): number {
  const { freq } = problem;
  if (freq.rows < 2) return Number.NaN; // one point does not tell how much points differ
  let sum = 0;
  let squares = 0;
  for (let x = 0; x < freq.rows; x++) {
    const drop = dropAt(problem, x, chance, alpha);
    sum += drop;
    squares += drop * drop;
  }
  const mean = sum / freq.rows;
  const variance = Math.max(0, squares - mean * sum) / (freq.rows - 1);
  return Math.sqrt((variance / freq.rows) * (1 - freq.rows / poolSize));
}

/** The expected drop in risk at one point. */
function dropAt(
  { similarity, freq, lossMatrix = undefined }: GainProblem,
  x: number,
  chance: Float64Array,
  alpha: Float64Array,
): number {
  const loss = lossMatrix ?? null;
  const k = row(freq, x);
  const before = decision(k, loss);
  let expected = 0;
  for (let yc = 0; yc < k.length; yc++) {
    const kPlus = k.slice();
    kPlus[yc] += similarity[x];
    const after = decision(kPlus, loss);
    if (after === before) continue;
    const p = posteriorOf(kPlus, alpha);
    let drop = p[after] - p[before];
    if (loss !== null) {
      drop = 0;
      for (let y = 0; y < p.length; y++) drop += p[y] * (row(loss, y)[before] - row(loss, y)[after]);
    }
    expected += chance[yc] * drop;
  }
  return expected;
}
