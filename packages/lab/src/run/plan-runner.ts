// Where the runs of a plan are done: on threads of this process, or on a queue that many machines work on. An experiment
// knows only this.
import type { Blobs, Runs } from "@xpal/store";
import type { Plan } from "../plan/plan.ts";
import { type RunPlanOptions, type RunPlanResult, runPlan } from "./run-plan.ts";
import { threadPool } from "./thread-pool.ts";

/** Where the runs of a plan are done and kept. */
interface PlanRunnerOptions
  extends Pick<RunPlanOptions, "owner" | "version" | "now" | "lease" | "signal" | "onProgress"> {
  readonly store: Runs;
  /** Where plans and data are kept for runners elsewhere. */
  readonly blobs: Blobs;
}

/**
 * Does the runs of a plan that a store lacks, and resolves when each is in the store or known to have failed.
 * @throws XpalError "cancelled" if the signal was raised; what was finished stays.
 */
export interface PlanRunner {
  (plan: Plan, options: PlanRunnerOptions): Promise<RunPlanResult>;
  /** How many threads of this process do the runs; absent where others do them. */
  readonly threads?: number;
}

/**
 * The runner on threads of this process.
 * @throws XpalError if `threads` is not an integer of at least 1.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * const options = { out: `${folder}/report`, threads: 1, owner: "me", now: Date.now, machine: "laptop", report: { maps: false } };
 * const { failures } = await runExperiment(plan, { ...options, runner: onThreads(2) });
 * failures // []
 */
export function onThreads(threads: number): PlanRunner {
  const run: PlanRunner = async (plan, options) => {
    const runner = threadPool(plan, threads);
    try {
      return await runPlan(plan, { ...options, runner });
    } finally {
      await runner.close();
    }
  };
  return Object.assign(run, { threads });
}
