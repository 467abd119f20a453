import { checkPool, type Pool } from "../pool.ts";
import { costsOf } from "./costs-of.ts";

/**
 * What the dearest decision costs; null where nothing was said of costs, or every error costs 1.
 * @throws XpalError if it is not a pool.
 * @example largestCost(createPool({ features: matrixFrom([[0], [1]]), classes: ["ok", "fraud"], lossMatrix: matrixFrom([[0, 1], [50, 0]]) })) // 50
 */
export function largestCost(pool: Pool): number | null {
  checkPool("largestCost", pool);
  const costs = costsOf(pool);
  return costs === null ? null : costs.data.reduce((most, cost) => Math.max(most, cost), 0);
}
