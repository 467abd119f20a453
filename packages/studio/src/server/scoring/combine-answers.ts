// What all answers to an item together say of it, once it is known how far their authors can be trusted: the class that is
// most probable, and the share of each class with which the item enters the classifier. A view of the log; the answers stay
// as they were given (decision 0320).
import { type ReliabilityProblem, reliability } from "@xpal/core";

/** Shares are multiples of this, so that a small change of an estimate does not touch every item. */
const STEP = 1 / 32;

/** What is believed of one item. */
export interface CombinedAnswer {
  /** The most probable class, by number. */
  readonly to: number;
  readonly probability: number;
  /** The share of each class that has one, by number. */
  readonly shares: readonly (readonly [number: number, share: number])[];
}

/** What was said of some items. */
export interface AnswersToCombine {
  /** The numbers of the items, and which class each was answered with last, by position; null for one that was set aside. */
  readonly items: readonly number[];
  readonly last: readonly (number | null)[];
  /** The ids of the classes that can be answers. */
  readonly live: readonly number[];
  /** Who said what, by positions. */
  readonly problem: ReliabilityProblem;
}

/** What is believed of each item that was not set aside, by number. */
export function combineAnswers({ items, last, live, problem }: AnswersToCombine): Map<number, CombinedAnswer> {
  const { belief } = reliability(problem);
  const combined = new Map<number, CombinedAnswer>();
  for (const [at, item] of items.entries()) {
    let best = last[at]; // of equal ones the last answer
    if (best === null) continue;
    const own = belief.data.subarray(at * belief.cols, (at + 1) * belief.cols);
    for (let y = 0; y < own.length; y++) if (own[y] > own[best]) best = y;
    const shares = sharesOf(own, best).flatMap((share, y) => (share > 0 ? [[live[y], share] as const] : []));
    combined.set(item, { to: live[best], probability: Number(own[best].toFixed(4)), shares });
  }
  return combined;
}

/** Probabilities in steps, rounded down; what that leaves goes to the most probable class. */
function sharesOf(belief: Float64Array, best: number): number[] {
  const shares = Array.from(belief, (p, y) => (y === best ? 0 : Math.floor(p / STEP) * STEP));
  shares[best] = 1 - shares.reduce((sum, share) => sum + share, 0);
  return shares;
}
