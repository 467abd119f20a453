// One job, wherever it is done: the strategies one after another on the same split, session and test part.
import { type EngineOptions, XpalError } from "@xpal/core";
import type { Plan } from "../plan/plan.ts";
import { measuresOn } from "../plan/planned-runs.ts";
import { strategyFor } from "../plan/strategy-for.ts";
import { runStrategy } from "../replay/run-strategy.ts";
import { prepareTask } from "../replay/task.ts";
import type { Job, JobEvent } from "./job-runner.ts";
import { OpenTasks } from "./open-tasks.ts";

/** The part of a plan that jobs need, and what their engine may use. */
export type Workload = Pick<Plan, "measures" | "unasked"> & {
  readonly datasets: readonly Pick<Plan["datasets"][number], "dataset" | "options" | "measures">[];
  readonly strategies: readonly Pick<Plan["strategies"][number], "source">[];
  readonly engine?: EngineOptions;
};

/** How often a running strategy is heard from at most. */
const SECONDS_BETWEEN_NEWS = 0.25;

/**
 * Does a job. A strategy that fails says so and the others go on.
 * @param clock Seconds since some moment.
 */
export async function doJob(
  workload: Workload,
  job: Job,
  clock: () => number,
  tell: (event: JobEvent) => void,
): Promise<void> {
  const fail = (strategy: number, error: unknown) => tell({ kind: "failure", strategy, sentence: sentenceOf(error) });
  try {
    await runJob(workload, job, clock, tell, fail);
  } catch (error) {
    for (const place of job.strategies) fail(place, error);
  }
}

/**
 * Does a job.
 * @param fail Told of a strategy that fails, whereupon the others go on; without it the first failure ends the job.
 * @throws XpalError if the task cannot be prepared, or a strategy fails and nobody is to be told.
 */
export async function runJob(
  { datasets, strategies, measures, unasked = [], engine }: Workload,
  job: Job,
  clock: () => number,
  tell: (event: JobEvent) => void,
  fail?: (strategy: number, error: unknown) => void,
): Promise<void> {
  const { dataset, options } = datasets[job.dataset];
  const recorded = [...measuresOn(datasets[job.dataset], { measures }), ...unasked];
  const task = prepareTask(dataset, job.repetition, options);
  const openTasks = new OpenTasks(task, engine);
  try {
    for (const place of job.strategies) {
      try {
        let told = clock();
        const onLabel = (labelCount: number, aulc: number) => {
          if (clock() - told < SECONDS_BETWEEN_NEWS) return;
          told = clock();
          tell({ kind: "progress", strategy: place, labelCount, aulc });
        };
        const { source } = strategies[place];
        const strategy = await strategyFor(source, task);
        const { task: own, session, testPart } = await openTasks.taskFor(source);
        const outcome = await runStrategy(own, {
          ...{ strategy, session, testPart, clock, measures: recorded, onLabel },
          ...(source.kind === "library" && source.batch !== undefined ? { batch: source.batch } : {}),
        });
        tell({ kind: "outcome", strategy: place, outcome });
      } catch (error) {
        if (fail === undefined) throw error;
        fail(place, error);
      }
    }
  } finally {
    await openTasks.close();
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof XpalError) return error.message;
  return `an unexpected error: ${String(error instanceof Error ? error.message : error).split("\n")[0]}`;
}
