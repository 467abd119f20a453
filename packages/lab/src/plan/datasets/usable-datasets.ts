import { XpalError } from "@xpal/core";
import { checkParts, reject } from "@xpal/core/check";
import type { PlannedDataset } from "../plan.ts";
import { checkClasses } from "./check-classes.ts";
import type { FetchedDatasets } from "./openml-datasets.ts";

/**
 * The datasets that can be split, and a sentence for each that cannot: one of its classes has a single member.
 * @throws XpalError if no dataset can be used.
 * @example usableDatasets(await quickDatasets(["iris"])).remarks // []
 */
export function usableDatasets(planned: readonly PlannedDataset[]): FetchedDatasets {
  if (!Array.isArray(planned)) reject("usableDatasets", "planned", "must be a list of datasets", planned);
  planned.forEach((one, i) => {
    checkParts("usableDatasets", `planned[${i}]`, one, "a planned dataset", ["dataset"]);
  });
  const datasets: PlannedDataset[] = [];
  const remarks: string[] = [];
  for (const one of planned) {
    try {
      checkClasses(one.dataset);
      datasets.push(one);
    } catch (error) {
      remarks.push(leftOut(error));
    }
  }
  if (datasets.length === 0) reject("reproduce", "datasets", `must include one that can be used; ${remarks[0]}`);
  return { datasets, remarks };
}

/** Why a dataset is missing, in one sentence; other errors are thrown again. */
export function leftOut(error: unknown): string {
  if (!(error instanceof XpalError)) throw error;
  return `a dataset was left out: ${error.message.replace(/^\w+: /, "")}`;
}
