// For how many classes the fast engine has tables of costs.
import type { Pool } from "../../pool.ts";

/**
 * Above this many classes there are no tables of slopes, which grow with the third power: 50 MB at 128, 400 MB at 256. Without
 * them a question takes minutes even of a few hundred items (decision 0301).
 */
const MAX_COST_CLASSES = 256;

/** Whether errors cost the same whatever the labels are. */
export function hasPlainLoss({ lossMatrix, measure }: Pool): boolean {
  return lossMatrix === null && measure === "mean";
}

/** Whether the tables of costs, if there are any, are small enough. */
export function fewCosts(pool: Pool): boolean {
  return hasPlainLoss(pool) || pool.classCount <= MAX_COST_CLASSES;
}
