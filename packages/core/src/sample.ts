// The one rule for large pools. Up to 4,000 items every open item is compared, over all items. Above, a uniform sample of the
// open items is compared, over a uniform sample of all items: nobody can tell its best item from the best of all, and a question
// takes as long in a pool of a million as in one of twenty thousand. docs/design/engine-large-pools.md has the measurements.

import { generator } from "./random/generator.ts";
import { shuffled } from "./random/shuffled.ts";

/** Up to how many items nothing is sampled. */
export const MAX_EXACT_ITEMS = 4000;
/** How many items of a larger pool the risk is taken over. */
export const EVALUATION_SAMPLE = 2000;
/** How many open items of a larger pool are compared. */
export const CANDIDATE_SAMPLE = 10_000;

/** How many items of a larger pool the learned kernel looks for neighbours among. */
export const NEIGHBOUR_SAMPLE = 1000;

/** A stream of the seed that nothing else draws from. */
const CANDIDATE_STREAM = 2 ** 32 - 1;

/** The order in which the items of a pool become candidates; null where all open items are. */
export function candidateOrder(size: number, seed: number, exact: boolean): Uint32Array | null {
  return exact || size <= MAX_EXACT_ITEMS ? null : shuffled(size, generator(seed, CANDIDATE_STREAM));
}

/** A uniform sample of items without repetition, ascending (Floyd's algorithm: `count` draws, whatever the pool's size). */
export function sampledItems(size: number, count: number, seed: number): Uint32Array {
  const draw = generator(seed);
  const taken = new Set<number>();
  for (let last = size - count; last < size; last++) {
    const drawn = draw.nextIndex(last + 1);
    taken.add(taken.has(drawn) ? last : drawn);
  }
  return Uint32Array.from(taken).sort();
}
