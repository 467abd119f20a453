// A plan run with a store in memory, for callers that need its records once: `xpal evaluate` is such a plan with one dataset.
import type { EngineOptions } from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import type { Runs } from "@xpal/store";
import type { Plan } from "../plan/plan.ts";
import { plannedRuns } from "../plan/planned-runs.ts";
import type { RunRecord } from "../records/experiment.ts";
import { VERSION } from "../version.ts";
import { doJob, runJob, type Workload } from "./do-job.ts";
import type { Job, JobEvent, JobRunner } from "./job-runner.ts";
import { runPlan } from "./run-plan.ts";
import { readRecord } from "./store/run-record.ts";
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
 * The records of a plan, by dataset, strategy and repetition; the same whatever the number of threads.
 * @throws XpalError the first failure of a run.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * const [[[record]]] = await replayPlan(plan, { threads: 1 });
 * record.errors.length // 4
 */
export async function replayPlan(plan: Plan, options: ReplayPlanOptions): Promise<RunRecord[][][]> {
  checkParts("replayPlan", "plan", plan, "a plan", ["datasets", "strategies", "repetitions"]);
  checkParts("replayPlan", "options", options, "an object", []);
  const { threads, engine, clock = () => 0, onLabels } = options;
  const workload: Workload = { ...plan, engine };
  const count = Math.min(threads, plan.datasets.length * plan.repetitions);
  const base = count <= 1 ? thisThread(workload, clock) : threadPool(workload, count);
  const progress = progressOf(plan, onLabels);
  const stop = new AbortController();
  const failed: Job[] = [];
  const runner: JobRunner = {
    ...{ threads: base.threads, close: () => base.close() },
    run: (job, listen) =>
      base.run(job, (event) => {
        progress(job, event);
        if (event.kind === "failure") failed.push({ ...job, strategies: [event.strategy] });
        if (failed.length > 0) stop.abort();
        listen(event);
      }),
  };
  const { store, records } = inMemory();
  try {
    const now = () => 1000 * clock();
    await runPlan(plan, { store, runner, owner: "replayPlan", version: VERSION, now, signal: stop.signal });
  } catch (error) {
    // What failed in a thread is repeated here, so that its error is thrown here with all that it knows.
    if (failed.length > 0) await runJob(workload, failed[0], clock, () => {});
    throw error;
  } finally {
    await base.close();
  }
  const found = plan.datasets.map(() => plan.strategies.map((): RunRecord[] => []));
  for (const { key, dataset, strategy, repetition } of plannedRuns(plan)) {
    found[dataset][strategy][repetition - 1] = readRecord(key, records.get(key));
  }
  return found;
}

function thisThread(workload: Workload, clock: () => number): JobRunner {
  return { threads: 1, run: (job, listen) => doJob(workload, job, clock, listen), close: async () => {} };
}

/** Runs that nobody else works on, kept as long as they are asked for. */
function inMemory() {
  const records = new Map<string, unknown>();
  const store: Pick<Runs, "known" | "has" | "put" | "claim" | "release"> = {
    known: async () => new Set(),
    has: async (key) => records.has(key),
    put: async (key, record) => records.set(key, record).has(key),
    claim: async () => true,
    release: async () => {},
  };
  return { store, records };
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
