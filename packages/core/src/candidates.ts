// The items of a pool that are compared at some labels; sample.ts has the rule.
import { checkInteger } from "./check.ts";
import { checkLabels, type Labels } from "./labels.ts";
import { checkPool, type Pool } from "./pool.ts";
import { CANDIDATE_SAMPLE } from "./sample.ts";

/**
 * The items to choose from at some labels, ascending: all that are open, or in a large pool the first 10,000 open ones of an order
 * that its size and seed decide. So an answered item makes room for another one, and undo or reading a file gives the same sample.
 * @param atLeast How many items are to be chosen, where that is more than the sample has.
 * @throws XpalError if the labels are of another pool.
 * @example
 * const pool = createPool({ features: matrixFrom([[0], [1], [4]]), classes: ["no", "yes"] });
 * candidatesOf(pool, Labels.from(pool, [[1, "yes"]])) // Uint32Array.of(0, 2)
 */
export function candidatesOf(pool: Pool, labels: Labels, atLeast = 1): Uint32Array {
  checkPool("candidatesOf", pool);
  checkLabels("candidatesOf", labels, pool);
  checkInteger("candidatesOf", "atLeast", atLeast, 0);
  const { candidateOrder: order } = pool;
  const count = Math.max(CANDIDATE_SAMPLE, atLeast);
  if (order === null || labels.size - labels.count - labels.asideCount <= count) return labels.unlabelled();
  const candidates = new Uint32Array(count);
  let found = 0;
  for (let i = 0; found < count; i++) {
    if (!labels.has(order[i]) && labels.asideOf(order[i]) === undefined) candidates[found++] = order[i];
  }
  return candidates.sort();
}

/**
 * What of a large pool is compared, as a sentence without a full stop; null where all of it is.
 * @throws XpalError if the pool is none.
 * @example describeSample(createPool({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] })) // null
 */
export function describeSample(pool: Pool): string | null {
  checkPool("describeSample", pool);
  const { size, candidateOrder: order, evaluation } = pool;
  const candidates =
    order === null || size <= CANDIDATE_SAMPLE ? null : `${inWords(CANDIDATE_SAMPLE)} random open items are compared`;
  const points = evaluation.sampled ? `the risk is taken over ${inWords(evaluation.size)} random items` : null;
  if (candidates === null && points === null) return null;
  return `${[candidates, points].filter((part) => part !== null).join(" and ")} of ${inWords(size)}`;
}

/** A count with commas between thousands. */
function inWords(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}
