import type { RunRecord } from "../../records/experiment.ts";
import { sameMean } from "../statistics/same-mean.ts";
import type { Results } from "./results.ts";

/**
 * The names of the datasets on which errors have costs. Decisions are the cheapest ones there, while areas, ranks and labels
 * needed count errors, whatever each costs. A cost of 1 for every error is none.
 */
export function costlyDatasets({ datasets, experiment }: Pick<Results, "datasets" | "experiment">): string[] {
  const costly = new Set(experiment.records.filter(hasCosts).map(({ dataset }) => dataset));
  return datasets.map(({ name }) => name).filter((name) => costly.has(name));
}

function hasCosts({ errors, measures }: RunRecord): boolean {
  return measures?.cost?.some((cost, t) => !sameMean(cost, errors[t])) ?? false;
}
