import { copyOf, type Matrix, matrix } from "../matrix.ts";
import { checkPool, type Pool } from "../pool.ts";

/**
 * The table of costs as it was given, also where all errors cost the same, so that `pool.lossMatrix` is null; null where
 * nothing was said of costs, or every error costs 1.
 * @throws XpalError if it is not a pool.
 * @example costsOf(createPool({ features: matrixFrom([[0], [1]]), classes: ["ok", "fraud"], lossMatrix: matrixFrom([[0, 5], [5, 0]]) }))?.data[1] // 5
 */
export function costsOf(pool: Pool): Matrix | null {
  checkPool("costsOf", pool);
  const { lossMatrix, lossUnit, classCount } = pool;
  if (lossMatrix !== null) return copyOf(lossMatrix);
  if (lossUnit === 1) return null;
  const costs = matrix(classCount, classCount);
  costs.data.fill(lossUnit);
  for (let y = 0; y < classCount; y++) costs.data[y * (classCount + 1)] = 0;
  return costs;
}
