// A plan file becomes a plan: datasets are read, strategies checked. A dataset that cannot be used is left out with a
// sentence, as long as another one is left; whatever else is wrong stops the study before it begins.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { strategyFromJSON, XpalError } from "xpal";
import { checkClasses } from "../datasets/check-classes.ts";
import type { Plan, PlannedDataset, PlannedStrategy } from "../plan/plan.ts";
import type { Measure } from "../protocol/measures.ts";
import type { TaskOptions } from "../protocol/task.ts";
import { refuse } from "../refuse.ts";
import { paperPlanned } from "../reproduce/paper-plan.ts";
import type { PlanFile } from "./plan-schema.ts";
import { studyDatasets } from "./study-datasets.ts";

/** A plan, and a sentence for each dataset that had to be left out. */
export interface StudyPlan {
  readonly plan: Plan;
  readonly left: readonly string[];
}

/**
 * The plan that a plan file describes.
 * @param path Where the file is: its paths are relative to its folder.
 * @throws XpalError if names clash, a strategy's options are wrong, or no dataset can be used.
 */
export async function studyPlan(file: PlanFile, path: string): Promise<StudyPlan> {
  const folder = dirname(resolve(path));
  const strategies = file.strategies.map((entry) => plannedStrategy(entry, folder));
  checkDistinct(
    "strategies",
    strategies.map(({ key }) => key),
    "give one of them another key",
  );
  const reference = file.reference ?? strategies[0].key;
  if (!strategies.some(({ key }) => key === reference)) {
    refuse("study", "reference", `must be one of ${strategies.map(({ key }) => key).join(", ")}`, reference);
  }
  const datasets: PlannedDataset[] = [];
  const left: string[] = [];
  for (const entry of file.datasets) {
    try {
      for (const planned of await studyDatasets(entry, folder)) {
        try {
          checkClasses(planned.dataset);
          datasets.push({ ...planned, options: taskOptions(file, entry) });
        } catch (error) {
          left.push(leftOut(error));
        }
      }
    } catch (error) {
      left.push(leftOut(error));
    }
  }
  if (datasets.length === 0) refuse("study", "datasets", `must hold one that can be used; ${left[0]}`);
  checkDistinct(
    "datasets",
    datasets.map(({ card }) => card.name),
    "give one of them another name",
  );
  const measures = (file.measures ?? []).filter((name): name is Measure => name !== "error");
  const { title = "A study with xpal", repetitions = 20, budget = 200 } = file;
  return { plan: { title, reference, repetitions, budget, paper: false, measures, datasets, strategies }, left };
}

function taskOptions(file: PlanFile, entry: PlanFile["datasets"][number]): TaskOptions {
  const { budget = file.budget ?? 200, testShare = file.testShare, bandwidth } = entry;
  return {
    budget,
    ...(testShare === undefined ? {} : { testShare }),
    ...(bandwidth === undefined ? {} : { bandwidth }),
  };
}

function plannedStrategy(entry: PlanFile["strategies"][number], folder: string): PlannedStrategy {
  if (typeof entry === "string") return paperPlanned(entry);
  const options = entry.options ?? {};
  if ("module" in entry) {
    const path = resolve(folder, entry.module);
    const { key, title = key } = entry;
    return { key, title, options, source: { kind: "module", path, hash: fileHash(path), options } };
  }
  const { strategy: name, key = name, title = key } = entry;
  if (name !== "greedyAll")
    strategyFromJSON({ ...options, name }); // refuses options that it does not know
  else if (Object.keys(options).length > 0)
    refuse("study", "greedyAll", "must have no options", Object.keys(options)[0]);
  return { key, title, options, source: { kind: "library", name, options } };
}

function fileHash(path: string): string {
  try {
    return createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 20);
  } catch (error) {
    return refuse(
      "study",
      `the module ${path}`,
      "must be a file that can be read",
      (error as NodeJS.ErrnoException).code,
    );
  }
}

function checkDistinct(what: string, names: readonly string[], wayOut: string): void {
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) refuse("study", what, "must have different names", twice, wayOut);
}

function leftOut(error: unknown): string {
  if (!(error instanceof XpalError)) throw error;
  return `a dataset was left out: ${error.message.replace(/^\w+: /, "")}`;
}
