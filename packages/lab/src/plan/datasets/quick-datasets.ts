// Six small datasets that need neither files nor network: for a first look in a minute or two.

import { reject } from "@xpal/core/check";
import { datasetNamed } from "@xpal/data";
import { datasetCard } from "../dataset-card.ts";
import { didYouMean } from "../did-you-mean.ts";
import type { PlannedDataset } from "../plan.ts";
import { datasetFromTable } from "./dataset-from-table.ts";

/** Their names. */
const QUICK_DATASETS = ["iris", "wine", "breast-cancer", "blobs", "balance-scale", "monks-1"] as const;

/**
 * The six small datasets of a quick run, or those that `names` lists.
 * @throws XpalError if a name is unknown.
 * @example (await quickDatasets(["iris"]))[0].card.instances // 150
 */
export async function quickDatasets(names: readonly string[] = QUICK_DATASETS): Promise<PlannedDataset[]> {
  return Promise.all(
    names.map(async (name) => {
      const known: readonly string[] = QUICK_DATASETS;
      if (!known.includes(name)) {
        const rule = `must be among ${known.join(", ")} for a quick run`;
        reject("reproduce", "datasets", rule, name, didYouMean(name, known));
      }
      const table = await datasetNamed(name).open();
      const dataset = datasetFromTable(table, { name, kernel: name === "monks-1" ? "hamming" : "rbf" });
      return { dataset, card: datasetCard(dataset, { features: table.columns.length - 1 }), options: {} };
    }),
  );
}
