// What each possible answer for an item would do at the evaluation points, for all classes in one pass. The definition is
// `riskDrop` (src/strategies/xgain.ts), one class at a time; this has its bits, since the terms that are left out are
// those that it adds nothing for. test/contract/answer-effects.test.ts ties the two.
import { decision } from "../classifier/decide.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { row } from "../matrix.ts";
import { type GainProblem, lossDrop } from "../strategies/xgain.ts";

/** A decision that an answer would change, at a position of the evaluation set. */
interface Change {
  readonly point: number;
  readonly before: number;
  readonly after: number;
}

/** What one answer would do. */
export interface AnswerEffect {
  /** The drop in risk. */
  readonly drop: number;
  /** How many decisions it would change. */
  readonly count: number;
  /** The first of these. */
  readonly changes: readonly Change[];
}

/**
 * The effects of the answers, in the order of the classes.
 * @param most How many changes are listed per answer; all are counted.
 */
export function answerEffects(problem: GainProblem, alpha: Float64Array, most: number): AnswerEffect[] {
  const { similarity, freq, weights, lossMatrix = null } = problem;
  const drops = new Float64Array(freq.cols);
  const counts = new Uint32Array(freq.cols);
  const changes = Array.from(drops, (): Change[] => []);
  const kPlus = new Float64Array(freq.cols);
  for (let x = 0; x < freq.rows; x++) {
    const k = row(freq, x);
    kPlus.set(k);
    const before = decision(k, lossMatrix);
    for (let yc = 0; yc < k.length; yc++) {
      kPlus[yc] = k[yc] + similarity[x];
      const after = lossMatrix === null ? decidedAfter(kPlus, before, yc) : decision(kPlus, lossMatrix);
      if (after !== before) {
        drops[yc] += (weights?.[x] ?? 1) * lossDrop(posteriorOf(kPlus, alpha), before, after, lossMatrix);
        if (counts[yc]++ < most) changes[yc].push({ point: x, before, after });
      }
      kPlus[yc] = k[yc];
    }
  }
  return changes.map((listed, yc) => ({
    drop: weights === undefined ? drops[yc] / freq.rows : drops[yc],
    count: counts[yc],
    changes: listed,
  }));
}

/** The decision under the zero-one loss: only the class that was answered can overtake; of equal ones the lowest wins. */
function decidedAfter(kPlus: Float64Array, before: number, yc: number): number {
  if (yc === before) return before;
  return kPlus[yc] > kPlus[before] || (kPlus[yc] === kPlus[before] && yc < before) ? yc : before;
}
