// The one rule for large pools. Up to 4,000 items every open item is compared, over all items. Above, a uniform sample of the
// open items is compared, over a uniform sample of all items: nobody can tell its best item from the best of all, and a question
// takes as long in a pool of a million as in one of twenty thousand. docs/design/engine-large-pools.md has the measurements.

import type { Labels } from "./labels.ts";
import type { Pool } from "./pool.ts";
import { generator } from "./random/generator.ts";
import { shuffled } from "./random/shuffled.ts";

/** Up to how many items nothing is sampled. */
export const MAX_EXACT_ITEMS = 4000;
/** How many items of a larger pool the risk is taken over. */
export const EVALUATION_SAMPLE = 2000;
/** How many open items of a larger pool are compared. */
export const CANDIDATE_SAMPLE = 10_000;

/** A stream of the seed that nothing else draws from. */
const CANDIDATE_STREAM = 2 ** 32 - 1;

/** The order in which the items of a pool become candidates; null where all open items are. */
export function candidateOrder(size: number, seed: number, exact: boolean): Uint32Array | null {
  return exact || size <= MAX_EXACT_ITEMS ? null : shuffled(size, generator(seed, CANDIDATE_STREAM));
}

/**
 * The items to choose from at some labels, ascending: all that are open, or in a large pool the first 10,000 open ones of an order
 * that its size and seed decide. So an answered item makes room for another one, and undo or reading a file gives the same sample.
 * @param atLeast How many items are to be chosen, where that is more than the sample has.
 * @example
 * const pool = createPool({ features: matrixFrom([[0], [1], [4]]), classes: ["no", "yes"] });
 * candidatesOf(pool, Labels.from(pool, [[1, "yes"]])) // Uint32Array.of(0, 2)
 */
export function candidatesOf(pool: Pool, labels: Labels, atLeast = 1): Uint32Array {
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
 * @example describeSample(createPool({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] })) // null
 */
export function describeSample({ size, candidateOrder: order, evaluation }: Pool): string | null {
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
