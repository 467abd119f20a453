// The decision of the Parzen window classifier [1, Sec. 3]. The tie rule of the whole library stands here, once.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { reject } from "../check.ts";
import { checkLossMatrix, checkNumbers } from "../check-numbers.ts";
import type { Matrix } from "../matrix.ts";
import { lossOf } from "./loss.ts";

/**
 * The class a Parzen window classifier decides for: the most frequent one, or with a loss matrix the cheapest one.
 * @param k Kernel frequency estimate: one non-negative number per class.
 * @param lossMatrix Cost of deciding for column j when row i is true; without it the zero-one loss.
 * @returns The class index; of equal ones the lowest index wins.
 * @throws XpalError if `k` is empty or holds a number that is negative or not finite.
 * @example decide([0.2, 1.4, 1.4]) // 1
 */
export function decide(k: ArrayLike<number>, lossMatrix?: Matrix): number {
  checkNumbers("decide", "k", k);
  if (k.length === 0) reject("decide", "k", "must not be empty", k);
  if (lossMatrix !== undefined) checkLossMatrix("decide", lossMatrix, k.length);
  return decision(k, lossOf(lossMatrix ?? null).matrix);
}

/** The same for callers that trust their arguments. f^L(x) = argmax_y k_{x,y} [1, Sec. 3]. */
export function decision(k: ArrayLike<number>, lossMatrix: Matrix | null): number {
  if (lossMatrix !== null) return cheapest(k, lossMatrix);
  let best = 0;
  for (let y = 1; y < k.length; y++) if (k[y] > k[best]) best = y;
  return best;
}

/** The first of the cheapest classes. */
function cheapest(k: ArrayLike<number>, loss: Matrix): number {
  const costs = expectedCosts(k, loss);
  let best = 0;
  for (let decided = 1; decided < costs.length; decided++) if (costs[decided] < costs[best]) best = decided;
  return best;
}

/** What deciding for each class costs, summed over the true classes with their frequencies or probabilities. */
export function expectedCosts(k: ArrayLike<number>, loss: Matrix): Float64Array {
  const costs = new Float64Array(k.length);
  for (let decided = 0; decided < k.length; decided++) {
    for (let y = 0; y < k.length; y++) costs[decided] += k[y] * loss.data[y * loss.cols + decided];
  }
  return costs;
}
