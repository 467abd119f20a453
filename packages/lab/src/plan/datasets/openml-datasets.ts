// The paper's datasets from OpenML. The two sets of bug reports are not there.

import { reject } from "@xpal/core/check";
import { type OpenmlOptions, openml, paperSets } from "@xpal/data";
import { datasetCard } from "../dataset-card.ts";
import type { PlannedDataset } from "../plan.ts";
import { datasetFromTable } from "./dataset-from-table.ts";

/** The names of the tables where they are not the paper's name for the set. */
const NAMES: Readonly<Record<number, string>> = {
  446: "prnn-crabs",
  814: "chscase-vine2",
  1464: "blood-transfusion",
  1495: "qualitative-bankruptcy",
  333: "monks-problems-1",
  50: "tic-tac-toe",
  40664: "car-evaluation",
};

const TEXTS = ["reports-mozilla", "reports-compendium"];

/** What could be had, and a sentence for whatever could not. */
export interface FetchedDatasets {
  readonly datasets: readonly PlannedDataset[];
  readonly remarks: readonly string[];
}

/**
 * The paper's datasets that OpenML has; the bug reports are left out with a remark.
 * @param names Which; all by default.
 * @throws XpalError if a name is unknown, or OpenML cannot be reached and the set is not in the cache.
 * @example await openmlDatasets(["nothing"]).catch((error) => error.code) // "bad-argument"
 */
export async function openmlDatasets(names?: readonly string[], options: OpenmlOptions = {}): Promise<FetchedDatasets> {
  const sets = paperSets.map((set) => ({ ...set, table: NAMES[set.openmlId] ?? set.name }));
  const known = [...sets.map(({ table }) => table), ...TEXTS];
  const wanted = names ?? known;
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined) reject("reproduce", "datasets", `must be among ${known.join(", ")}`, unknown);
  const datasets: PlannedDataset[] = [];
  for (const { table: name, openmlId, kernel, target, name: paperName } of sets) {
    if (!wanted.includes(name)) continue;
    const table = await openml(openmlId, options);
    const label = target ?? table.target;
    const dataset = datasetFromTable(table, { name, kernel, ...(label === undefined ? {} : { label }) });
    const card = datasetCard(dataset, { features: table.columns.length - 1, openmlId, paperName });
    datasets.push({ dataset, card, options: {} });
  }
  const left = TEXTS.filter((name) => wanted.includes(name));
  const remarks =
    left.length === 0
      ? []
      : [
          `${left.join(" and ")} cannot be had from OpenML and ${left.length === 1 ? "is" : "are"} left out; name a folder with --data`,
        ];
  return { datasets, remarks };
}
