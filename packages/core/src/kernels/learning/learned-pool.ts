// The pool as these labels teach it: the learned kernel is replaced by what it has learned.
import { Labels } from "../../labels.ts";
import type { Pool } from "../../pool.ts";

/** The same pool with the kernel that the labels teach; the very pool where the kernel does not learn. */
export function learnedPool(pool: Pool, labels: Labels): Pool {
  if (pool.kernel.stateAt === undefined) return pool;
  return Object.freeze({ ...pool, kernel: pool.kernel.stateAt(pool.features, labels).kernel });
}

/** The labels that teach the kernel by which a strategy scores: none for one that scores by the kernel before learning. */
export function teachingLabels(
  { beforeLearning = false }: { readonly beforeLearning?: boolean },
  pool: Pool,
  labels: Labels,
): Labels {
  return beforeLearning && pool.kernel.stateAt !== undefined ? Labels.none(pool) : labels;
}
