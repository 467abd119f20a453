// A plan from beginning to end: store, runs, report. A second call with the same plan and store continues where
// the first one ended.

import { relative, resolve, sep } from "node:path";
import { checkParts } from "@xpal/core/check";
import { openStore } from "@xpal/store";
import type { Plan } from "../plan/plan.ts";
import type { ComputationTime } from "../records/computation-time.ts";
import type { Environment, Experiment } from "../records/experiment.ts";
import { checkReportFolder } from "../report/report-folder.ts";
import type { ReportOptions } from "../report/report-options.ts";
import { writeReport } from "../report/write-report.ts";
import { onThreads, type PlanRunner } from "../run/plan-runner.ts";
import type { Progress } from "../run/progress.ts";
import type { Failure } from "../run/run-plan.ts";
import { keptTimes } from "../run/store/kept-times.ts";
import { keepPlan, planRecord } from "../run/store/plan-record.ts";
import { readExperiment } from "../run/store/read-experiment.ts";
import { environmentOf, OpenSession } from "../run/store/sessions.ts";
import { VERSION } from "../version.ts";

/** Where an experiment runs, and where its results go. */
export interface RunExperimentOptions {
  /** The folder of the report. */
  readonly out: string;
  /** "sqlite:PATH" or "postgres://..."; by default a file in `out`. */
  readonly store?: string;
  readonly threads: number;
  /** Where the runs are done; by default on `threads` threads of this process. */
  readonly runner?: PlanRunner;
  /** A name that no other runner on the store has. */
  readonly owner: string;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** How long a claim on a run outlives a runner that died, in milliseconds; 30,000 by default. */
  readonly lease?: number;
  /** What it runs on, in words. */
  readonly machine: string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Measures computation times when the runs are done; left out by default. */
  readonly measureTimes?: () => Promise<readonly ComputationTime[]>;
  readonly report?: Pick<ReportOptions, "maps" | "remarks">;
}

/** A finished experiment, and what went wrong in it. */
export interface FinishedExperiment {
  readonly experiment: Experiment;
  readonly failures: readonly Failure[];
}

/**
 * Runs what is missing and writes the report.
 * @throws XpalError if the folder holds other results or the signal was raised; StoreError if the store rejects.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * const options = { out: `${folder}/report`, threads: 1, owner: "me", now: Date.now, machine: "laptop", report: { maps: false } };
 * const { experiment, failures } = await runExperiment(plan, options);
 * [experiment.records.length, failures.length] // [2, 0]
 */
export async function runExperiment(plan: Plan, options: RunExperimentOptions): Promise<FinishedExperiment> {
  checkParts("runExperiment", "plan", plan, "a plan", ["datasets", "strategies", "repetitions"]);
  checkParts("runExperiment", "options", options, "an object", ["out"]);
  const { out, owner, now, machine } = options;
  const url = options.store ?? `sqlite:${resolve(out, STORE_FILE)}`;
  const besides = filesInside(url, out);
  checkReportFolder(planRecord(plan), out, besides);
  const store = await openStore(url);
  const run = options.runner ?? onThreads(options.threads);
  try {
    const key = await keepPlan(store.blobs, plan);
    const pick = <T>(value: T | undefined, name: string) => (value === undefined ? {} : { [name]: value });
    const about = { version: VERSION, node: process.version, machine, ...pick(run.threads, "threads") };
    const session = new OpenSession(store.blobs, { plan: key, owner, about, now });
    const { failures } = await run(plan, {
      ...{ store: store.runs, blobs: store.blobs, owner, version: VERSION, now },
      ...pick(options.lease, "lease"),
      ...pick(options.signal, "signal"),
      onProgress: (progress) => {
        session.seen(progress.finished);
        options.onProgress?.(progress);
      },
    }).catch(async (error: unknown) => {
      await session.end({ finished: false }).catch(() => {}); // the first error is the one to tell
      throw error;
    });
    await session.end({ finished: true });
    const computationTimes = await keptTimes(store.blobs, key, machine, options.measureTimes);
    const environment = (await environmentOf(store.blobs, key)) as Environment;
    const experiment = await readExperiment(store.runs, planRecord(plan), environment);
    const remarks = [...(options.report?.remarks ?? []), ...failureRemarks(failures)];
    await writeReport(experiment, out, {
      ...options.report,
      paper: plan.paper,
      ...pick(computationTimes, "computationTimes"),
      remarks,
      besides,
    });
    return { experiment, failures };
  } finally {
    await store.close();
  }
}

/** The file name of the store in the report's folder, used by default. */
const STORE_FILE = "runs.sqlite";

/** The names in a folder that belong to a store there. */
export function filesInside(url: string, folder: string): string[] {
  if (!url.startsWith("sqlite:")) return [];
  const name = relative(resolve(folder), resolve(url.slice("sqlite:".length).replace(/^\/\/(?=\/)/, "")));
  if (name === "" || name.startsWith("..") || name.includes(sep)) return [];
  return ["", "-wal", "-shm", "-journal"].map((ending) => name + ending);
}

/**
 * One sentence about a run that failed.
 * @example sentenceOf({ dataset: "iris", strategy: "xPAL", repetition: 1, sentence: "out of memory" }) // "xPAL on iris, repetition 1, failed: out of memory"
 */
export function sentenceOf(failure: Failure): string {
  checkParts("sentenceOf", "failure", failure, "a failed run", ["dataset", "strategy", "sentence"]);
  const { dataset, strategy, repetition, sentence } = failure;
  return `${strategy} on ${dataset}, repetition ${repetition}, failed: ${sentence}`;
}

/** One sentence per strategy, dataset and reason, however many repetitions failed. */
function failureRemarks(failures: readonly Failure[]): string[] {
  const counts = new Map<string, number>();
  for (const { dataset, strategy, sentence } of failures) {
    const what = `${strategy} on ${dataset} failed: ${sentence}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${what} (${count} ${count === 1 ? "run" : "runs"})`).sort();
}
