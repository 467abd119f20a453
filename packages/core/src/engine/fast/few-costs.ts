// For how many classes the fast engine has tables of costs.
import type { Pool } from "../../pool.ts";

/** Above this many classes the tables of slopes are too large to pay: 50 MB at 128, growing with the third power. */
const MOST_COST_CLASSES = 128;

/** Whether errors cost the same whatever the labels are. */
export function hasPlainLoss({ lossMatrix, measure }: Pool): boolean {
  return lossMatrix === null && measure === "mean";
}

/** Whether the tables of costs, if there are any, are small enough. */
export function fewCosts(pool: Pool): boolean {
  return hasPlainLoss(pool) || pool.classCount <= MOST_COST_CLASSES;
}
