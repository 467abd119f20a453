// A plan run without a store, for callers that need only its outcomes: `xpal evaluate` is such a plan with one dataset. What
// is worth keeping goes through `runPlan`.

import type { EngineOptions } from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import type { Plan } from "../plan/plan.ts";
import type { Outcome } from "../replay/run-strategy.ts";
import { runJob, type Workload } from "./do-job.ts";
import type { Job, JobEvent, JobRunner } from "./job-runner.ts";
import { threadPool } from "./thread-pool.ts";

/** How a plan is run. */
export interface ReplayPlanOptions {
  /** How many jobs at a time; 1 stays in this thread. */
  readonly threads: number;
  /** What the engine of each thread may use. */
  readonly engine?: EngineOptions;
  /** Seconds since some moment, to say every now and then how far it is. */
  readonly clock?: () => number;
  /** Told how many labels of all runs are known, and the title of the strategy that learned last. */
  readonly onLabels?: (count: number, title: string) => void;
}

/**
 * The outcomes of a plan, by dataset, strategy and repetition; the same whatever the number of threads.
 * @throws XpalError the first failure of a run.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * const [[[outcome]]] = await replayPlan(plan, { threads: 1 });
 * outcome.testErrors.length // 4
 */
export async function replayPlan(plan: Plan, options: ReplayPlanOptions): Promise<Outcome[][][]> {
  checkParts("replayPlan", "plan", plan, "a plan", ["datasets", "strategies", "repetitions"]);
  checkParts("replayPlan", "options", options, "an object", []);
  const { threads, engine, clock = () => 0, onLabels } = options;
  const workload: Workload = { ...plan, ...(engine === undefined ? {} : { engine }) };
  const outcomes = plan.datasets.map(() => plan.strategies.map(() => new Array<Outcome>(plan.repetitions)));
  const jobs = jobsOf(plan);
  const progress = progressOf(plan, onLabels);
  const doAll = async (run: (job: Job, listen: (event: JobEvent) => void) => Promise<void>) => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const { dataset, repetition } = job;
      await run(job, (event) => {
        progress(job as Job, event);
        if (event.kind === "outcome") outcomes[dataset][event.strategy][repetition - 1] = event.outcome;
      });
    }
  };
  const count = Math.min(threads, jobs.length);
  if (count <= 1) {
    await doAll((job, listen) => runJob(workload, job, clock, listen));
    return outcomes;
  }
  const runner = threadPool(workload, count);
  try {
    await Promise.all(Array.from({ length: count }, () => doAll(onThread(runner, workload, clock))));
    return outcomes;
  } finally {
    await runner.close();
  }
}

function jobsOf({ datasets, strategies, repetitions }: Plan): Job[] {
  const all = strategies.map((_, s) => s);
  return datasets.flatMap((_, dataset) =>
    Array.from({ length: repetitions }, (_, r) => ({ dataset, repetition: r + 1, strategies: all })),
  );
}

/** A run that fails in a thread is repeated here, so that its error is thrown here with all that it knows. */
function onThread(runner: JobRunner, workload: Workload, clock: () => number) {
  return async (job: Job, listen: (event: JobEvent) => void) => {
    const failed: number[] = [];
    await runner.run(job, (event) => {
      if (event.kind === "failure") failed.push(event.strategy);
      else listen(event);
    });
    if (failed.length > 0) await runJob(workload, { ...job, strategies: failed }, clock, listen);
  };
}

function progressOf(plan: Plan, onLabels: ReplayPlanOptions["onLabels"]): (job: Job, event: JobEvent) => void {
  const known = new Map<string, number>();
  let total = 0;
  return ({ dataset, repetition }, event) => {
    if (event.kind === "failure") return;
    const key = `${dataset} ${repetition} ${event.strategy}`;
    const labels = event.kind === "outcome" ? event.outcome.picks.length : event.labelCount;
    total += labels - (known.get(key) ?? 0);
    known.set(key, labels);
    onLabels?.(total, plan.strategies[event.strategy].title);
  };
}
