// Which items are scored. In a large pool only some can be candidates soon: these lie first in the kernel's memory, and lists,
// rows and sums are made for them alone.
import type { Labels } from "../../labels.ts";
import type { Pool } from "../../pool.ts";
import { CANDIDATE_SAMPLE } from "../../sample.ts";

/** So many times more items are scored than are candidates, since answered ones make room for others. */
const RESERVE = 1.25;

/** How many items are scored so that the first of the order of candidates are, `reach` of them. */
export function scoredCount({ size, candidateOrder }: Pool, reach = CANDIDATE_SAMPLE): number {
  return candidateOrder === null ? size : Math.min(size, Math.ceil((reach * RESERVE) / 8) * 8);
}

/** How many items are candidates or were, where the sample is the first open ones of the order. */
export function sampleReach(labels: Labels): number {
  return CANDIDATE_SAMPLE + labels.count + labels.asideCount;
}

/** How far these items reach down the order of candidates; `ranks` has the position of each item in it. */
export function reachOf(candidates: Uint32Array, ranks: Uint32Array): number {
  let most = -1;
  for (const item of candidates) if (ranks[item] > most) most = ranks[item];
  return most + 1;
}
