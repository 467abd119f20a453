// The strategies of the paper's evaluation, made for a task. ALCE's embedding and QBC's committee come from the stream of
// random numbers that the paper's code drew.
import { checkOneOf, checkParts } from "@xpal/core/check";
import { createPool, type Pool, rbf, type Strategy, strategyNamed } from "@xpal/core";
import type { StrategyMaker } from "../../replay/run-strategy.ts";
import type { Task } from "../../replay/task.ts";
import { baggedCommittee } from "./bagging-committee.ts";
import { paperEmbedding } from "./paper-embedding.ts";
import { PAPER_STRATEGIES, type PaperStrategy, paperSetting } from "./paper-settings.ts";

/**
 * The strategy for a task.
 * @example
 * const task = prepareTask(datasetFromTable(monks(), { name: "monks" }), 1, { budget: 3 });
 * paperStrategy("xpal", task).name // "xpal"
 */
export function paperStrategy(key: PaperStrategy, task: Task): Strategy | StrategyMaker {
  checkOneOf("paperStrategy", "key", key, PAPER_STRATEGIES);
  checkParts("paperStrategy", "task", task, "a task as prepareTask gives it", ["pool", "seed", "truth"]);
  const { name, options } = paperSetting(key);
  if (name === "qbc") return baggedCommittee(task.pool);
  return strategyNamed(name).make({ ...options, ...drawnFor(name, task) });
}

/** The options that depend on the task. */
function drawnFor(name: string, { pool, seed, truth }: Task): Record<string, unknown> {
  if (name === "alce") return { embedding: paperEmbedding(pool.classCount, seed) };
  if (name === "greedyAll") return { truth: Array.from(truth, (y) => pool.classes[y]) };
  return {};
}

/**
 * The pool that a strategy looks at. One that compares items with an RBF kernel whatever the pool's kernel is has the
 * same scores on a pool with that kernel, and the engine has the similarities at hand.
 */
export function paperPool(key: PaperStrategy, { pool }: Task): Pool {
  const { defaultKernel } = strategyNamed(paperSetting(key).name);
  if (defaultKernel !== "rbf" || pool.kernel.name === "rbf") return pool;
  const { bandwidth = 1 } = pool.kernel as { bandwidth?: number };
  return createPool({ features: pool.features, kernel: rbf({ bandwidth }), classes: pool.classes });
}
