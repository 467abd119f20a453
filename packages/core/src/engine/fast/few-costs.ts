// For how many classes the fast engine has tables of costs.
import { MAX_COST_CLASSES } from "../../check.ts";
import type { Pool } from "../../pool.ts";

/** Whether errors cost the same whatever the labels are. */
export function hasPlainLoss({ lossMatrix, measure }: Pool): boolean {
  return lossMatrix === null && measure === "mean";
}

/** Whether the tables of costs, if there are any, are small enough. */
export function fewCosts(pool: Pool): boolean {
  return hasPlainLoss(pool) || pool.classCount <= MAX_COST_CLASSES;
}
