import { checkParts } from "@xpal/core/check";
import type { Experiment } from "../../records/experiment.ts";
import { VERSION } from "../../version.ts";

/** How many runs of an experiment a version of xpal has done. */
export interface RunVersion {
  readonly version: string;
  readonly runs: number;
}

/**
 * The versions of xpal that the runs of an experiment are of, the most frequent first; empty where all are of this one. A store
 * may hold runs of an earlier version, which count as done.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * const options = { out: `${folder}/versions`, threads: 1, owner: "me", now: Date.now, machine: "laptop", report: { maps: false } };
 * const { experiment } = await runExperiment(plan, options);
 * otherVersions(experiment) // []
 */
export function otherVersions(experiment: Pick<Experiment, "records">): RunVersion[] {
  checkParts("otherVersions", "experiment", experiment, "an experiment", ["records"]);
  const counts = new Map<string, number>();
  for (const { version } of experiment.records) {
    if (version !== undefined) counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  if ([...counts.keys()].every((version) => version === VERSION)) return [];
  return [...counts].map(([version, runs]) => ({ version, runs })).sort((a, b) => b.runs - a.runs);
}
