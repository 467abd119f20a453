// The strategies of the paper's evaluation under the keys of its tables, with the options its code used.
import { alce, createPool, eer, greedyAll, type Pool, pal, random, rbf, type Strategy, us, xpal } from "xpal";
import { baggedCommittee } from "./bagging-committee.ts";
import { paperEmbedding } from "./paper-embedding.ts";
import type { StrategyMaker } from "../../replay/run-strategy.ts";
import type { Task } from "../../replay/task.ts";

/**
 * The keys: the seven of the tables, xPAL with prior 1, and the baseline that knows all labels.
 * @example PAPER_STRATEGIES.length // 9
 */
export const PAPER_STRATEGIES = ["xpal", "pal", "us", "alce", "qbc", "eer", "rand", "xpal1", "greedyAll"] as const;

/** A strategy of the paper. */
export type PaperStrategy = (typeof PAPER_STRATEGIES)[number];

/** The strategy for a task. */
export function paperStrategy(key: PaperStrategy, task: Task): Strategy | StrategyMaker {
  switch (key) {
    case "xpal":
      return xpal({ evaluationPrior: 0.001, candidatePrior: 0.001 });
    case "xpal1":
      return xpal({ evaluationPrior: 1, candidatePrior: 1 });
    case "pal":
      return pal({ labelCount: 2, prior: 1 });
    case "us":
      return us({ measure: "leastConfidence" });
    case "alce":
      return alce({ embedding: paperEmbedding(task.pool.classCount, task.seed) });
    case "qbc":
      return baggedCommittee(task.pool);
    case "eer":
      return eer({ loss: "zeroOne", epsilon: 0.001 });
    case "rand":
      return random();
    case "greedyAll":
      return greedyAll({ truth: Array.from(task.truth, (y) => task.pool.classes[y]) });
  }
}

/**
 * The pool that a strategy looks at. ALCE regresses with an RBF kernel whatever the pool's kernel is: on a pool with that
 * kernel its scores are the same and the engine has the similarities at hand.
 */
export function paperPool(key: PaperStrategy, { pool }: Task): Pool {
  if (key !== "alce" || pool.kernel.name === "rbf") return pool;
  const { bandwidth = 1 } = pool.kernel as { bandwidth?: number };
  return createPool({ features: pool.features, kernel: rbf({ bandwidth }), classes: pool.classes });
}
