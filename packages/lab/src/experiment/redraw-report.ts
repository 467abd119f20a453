// The report of a store again, without running anything and without the data.
import { existsSync } from "node:fs";
import { reject } from "@xpal/core/check";
import { openStore } from "@xpal/store";
import type { Environment, Experiment } from "../records/experiment.ts";
import type { ReportOptions } from "../report/report-options.ts";
import { writeReport } from "../report/write-report.ts";
import { timesOf } from "../run/store/kept-times.ts";
import { type PlanRecord, readPlans } from "../run/store/plan-record.ts";
import { readExperiment } from "../run/store/read-experiment.ts";
import { environmentOf } from "../run/store/sessions.ts";
import { filesInside } from "./run-experiment.ts";

/** Which plan, and where to. */
export interface RedrawOptions {
  readonly out: string;
  /** The beginning of the plan's key; needed where the store has several plans. */
  readonly plan?: string;
  readonly report?: Pick<ReportOptions, "maps" | "remarks">;
}

/**
 * Draws the report of a plan as far as its runs are in the store.
 * @param store "sqlite:PATH" or "postgres://...".
 * @throws XpalError if the store has no such plan or several, or the folder holds other results; StoreError if there is
 * no store.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * const options = { out: `${folder}/report`, threads: 1, owner: "me", now: Date.now, machine: "laptop", report: { maps: false } };
 * await runExperiment(plan, options);
 * const again = await redrawReport(`sqlite:${options.out}/runs.sqlite`, { out: `${folder}/again`, report: { maps: false } });
 * again.records.length // 2
 */
export async function redrawReport(store: string, options: RedrawOptions): Promise<Experiment> {
  const path = /^sqlite:(.*)$/s.exec(store)?.[1];
  if (path !== undefined && !existsSync(path)) reject("report", "store", "must exist", store); // opening would make one
  const opened = await openStore(store);
  try {
    const [key, plan] = choosePlan(await readPlans(opened.blobs), options.plan);
    const environment = (await environmentOf(opened.blobs, key)) ?? UNFINISHED;
    const experiment = await readExperiment(opened.runs, plan, environment);
    const times = await timesOf(opened.blobs, key);
    const besides = filesInside(store, options.out);
    await writeReport(experiment, options.out, {
      ...options.report,
      paper: plan.paper,
      ...(times === undefined ? {} : { computationTimes: times }),
      besides,
    });
    return experiment;
  } finally {
    await opened.close();
  }
}

const UNFINISHED: Environment = {
  version: "unknown",
  node: "unknown",
  machine: "unknown: no session was kept",
  seconds: 0,
  finishedAt: "",
};

function choosePlan(plans: Map<string, PlanRecord>, beginning = ""): [string, PlanRecord] {
  const found = [...plans].filter(([key]) => key.startsWith(beginning));
  if (found.length === 1) return found[0];
  if (plans.size === 0) reject("report", "store", "must hold an experiment", "none");
  const listed = [...plans].map(([key, { title, repetitions, datasets }]) => {
    return `${key.slice(0, 8)} (${title}, datasets: ${datasets.length}, repetitions: ${repetitions})`;
  });
  return reject("report", "--plan", `must name one of ${listed.join(", ")}`, beginning);
}
