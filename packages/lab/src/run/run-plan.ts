// Does the runs of a plan that a store does not hold yet. Every outcome is in the store before the next is asked for, so
// that a runner may be killed at any moment. Several runners may share a store: each claims a run before it begins, and
// what another one holds is looked at again at the end, in case its runner died.

import { XpalError } from "@xpal/core";
import type { JsonValue, Runs } from "@xpal/store";
import type { Plan } from "../plan/plan.ts";
import { type PlannedRun, plannedRuns } from "../plan/planned-runs.ts";
import type { Outcome } from "../replay/run-strategy.ts";
import { Claims } from "./claims.ts";
import type { Job, JobRunner } from "./job-runner.ts";
import { pause } from "./pause.ts";
import { type Progress, Tally } from "./progress.ts";
import { runRecord } from "./store/run-record.ts";

/** Where the runs of a plan are done and kept. */
export interface RunPlanOptions {
  readonly store: Pick<Runs, "known" | "has" | "put" | "claim" | "release">;
  readonly runner: JobRunner;
  /** A name that no other runner on the store has. */
  readonly owner: string;
  /** The version of this software, which is kept with every run. */
  readonly version: string;
  /** The time of day in milliseconds, the same for all runners on the store. */
  readonly now: () => number;
  /** How long a claim outlives its runner, in milliseconds; 30,000 by default. */
  readonly lease?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Some of the plan's runs; all by default. */
  readonly runs?: readonly PlannedRun[];
  /** The key of the plan that the store is to keep the runs under; none by default. */
  readonly plan?: string;
}

/** A run that could not be done. */
export interface Failure {
  readonly dataset: string;
  readonly strategy: string;
  readonly repetition: number;
  readonly sentence: string;
}

/** The result of running a plan. */
export interface RunPlanResult {
  /** How many runs this call finished. */
  readonly finished: number;
  readonly failures: readonly Failure[];
  readonly seconds: number;
}

/**
 * Runs what is missing. A run that fails is listed in the result and not stored; the others continue.
 * @throws XpalError "cancelled" if the signal was raised; StoreError if an outcome cannot be kept. Either way all that
 * was finished stays, and other runners can continue.
 */
export async function runPlan(plan: Plan, options: RunPlanOptions): Promise<RunPlanResult> {
  const { store, runner, now, lease = 30_000, signal, onProgress } = options;
  const begun = now();
  const runs = options.runs ?? plannedRuns(plan);
  const known = await store.known(runs.map(({ key }) => key));
  const tally = new Tally(plan, runs.length, runs.filter(({ key }) => known.has(key)).length);
  const claims = new Claims(store, { owner: options.owner, now, lease });
  const failures: Failure[] = [];
  const inPlan = options.plan === undefined ? {} : { plan: options.plan };
  const report = () => onProgress?.(tally.at((now() - begun) / 1000));
  const stop = new Stop(signal, () => runner.close());
  const beat = setInterval(() => claims.renew().catch((error) => stop.because(error)), lease / 3);

  const lane = async (queue: PlannedRun[][], held: PlannedRun[][]): Promise<void> => {
    for (let runsOfJob = queue.shift(); runsOfJob !== undefined && !stop.asked; runsOfJob = queue.shift()) {
      const mine: PlannedRun[] = [];
      for (const run of runsOfJob) if (await claims.take(run.key)) mine.push(run);
      if (mine.length < runsOfJob.length) held.push(runsOfJob.filter((run) => !mine.includes(run)));
      if (mine.length > 0) await doRuns(mine);
    }
  };

  const doRuns = async (mine: PlannedRun[]): Promise<void> => {
    const { dataset, repetition } = mine[0];
    const job: Job = { dataset, repetition, strategies: mine.map(({ strategy }) => strategy) };
    const open = new Map(mine.map((run) => [run.strategy, run]));
    const kept: Promise<void>[] = [];
    const close = (run: PlannedRun, sentence: string) => {
      open.delete(run.strategy);
      failures.push({ ...namesOf(plan, run), repetition, sentence });
      tally.failed++;
      kept.push(claims.giveBack(run.key).catch((error) => stop.because(error)));
    };
    const keep = async (run: PlannedRun, outcome: Outcome) => {
      const about = { key: run.key, ...namesOf(plan, run), repetition, version: options.version };
      const record = runRecord(about, outcome) as unknown as JsonValue;
      if (await store.put(run.key, record, inPlan)) tally.finished++;
      claims.forget(run.key);
      tally.done++;
      report();
    };
    try {
      await runner.run(job, (event) => {
        tally.hear(job, event);
        const run = open.get(event.strategy);
        if (run === undefined || event.kind === "progress") return report();
        if (event.kind === "failure") return close(run, event.sentence);
        open.delete(event.strategy);
        kept.push(keep(run, event.outcome).catch((error) => stop.because(error)));
      });
    } catch (error) {
      if (!stop.asked) for (const run of open.values()) close(run, `the thread failed: ${(error as Error).message}`);
    }
    tally.end(job);
    await Promise.all(kept);
  };

  try {
    let queue = jobsOf(
      plan,
      runs.filter(({ key }) => !known.has(key)),
    );
    while (queue.length > 0 && !stop.asked) {
      const held: PlannedRun[][] = [];
      await Promise.all(Array.from({ length: runner.threads }, () => lane(queue, held)));
      queue = [];
      for (const runsOfJob of held) {
        const missing: PlannedRun[] = [];
        for (const run of runsOfJob) {
          if (await store.has(run.key)) tally.done++;
          else missing.push(run);
        }
        if (missing.length > 0) queue.push(missing);
      }
      report();
      if (queue.length > 0 && !stop.asked) await pause(Math.min(1000, lease / 4));
    }
  } finally {
    clearInterval(beat);
    stop.end();
    await claims.giveBackAll().catch(() => {});
  }
  if (stop.cause !== undefined) throw stop.cause;
  if (stop.asked) throw new XpalError("cancelled", { who: "runPlan", argument: "the experiment", rule: "was stopped" });
  return { finished: tally.finished, failures, seconds: (now() - begun) / 1000 };
}

/** A reason to end early: the caller's signal, or an error that makes going on pointless. */
class Stop {
  readonly #signal: AbortSignal | undefined;
  readonly #end: () => Promise<void>;
  asked = false;
  cause: unknown;

  constructor(signal: AbortSignal | undefined, end: () => Promise<void>) {
    this.#signal = signal;
    this.#end = end;
    if (signal?.aborted) this.#ask();
    else signal?.addEventListener("abort", this.#ask);
  }

  because(error: unknown): void {
    this.cause ??= error;
    this.#ask();
  }

  end(): void {
    this.#signal?.removeEventListener("abort", this.#ask);
  }

  readonly #ask = (): void => {
    if (this.asked) return;
    this.asked = true;
    void this.#end();
  };
}

/** The runs of one repetition on one dataset together; of a repetition the largest datasets first, to end evenly. */
function jobsOf(plan: Plan, runs: PlannedRun[]): PlannedRun[][] {
  const jobs = new Map<string, PlannedRun[]>();
  for (const run of runs) {
    const name = `${run.repetition} ${run.dataset}`;
    const job = jobs.get(name);
    if (job === undefined) jobs.set(name, [run]);
    else job.push(run);
  }
  const size = ([{ dataset }]: PlannedRun[]) => plan.datasets[dataset].card.instances;
  return [...jobs.values()].sort((a, b) => a[0].repetition - b[0].repetition || size(b) - size(a));
}

function namesOf(plan: Plan, { dataset, strategy }: PlannedRun): { dataset: string; strategy: string } {
  return { dataset: plan.datasets[dataset].card.name, strategy: plan.strategies[strategy].key };
}
