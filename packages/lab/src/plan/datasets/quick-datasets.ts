// Six small datasets that need neither files nor network: for a first look in a minute or two.
import { balanceScale, bundled, exampleBlobs, monks, pointsTable } from "@xpal/data";
import { refuse } from "xpal/check";
import { datasetCard } from "../dataset-card.ts";
import type { PlannedDataset } from "../plan.ts";
import { datasetFromTable } from "./dataset-from-table.ts";

const MAKERS = {
  iris: () => bundled("iris"),
  wine: () => bundled("wine"),
  "breast-cancer": () => bundled("breast-cancer"),
  blobs: async () => pointsTable(exampleBlobs({ seed: 1 })),
  "balance-scale": async () => balanceScale(),
  "monks-1": async () => monks(),
};

/** Their names. */
export const QUICK_DATASETS = Object.keys(MAKERS) as (keyof typeof MAKERS)[];

/**
 * The six, or those named.
 * @throws XpalError if there is none of a name.
 */
export async function quickDatasets(names: readonly string[] = QUICK_DATASETS): Promise<PlannedDataset[]> {
  return Promise.all(
    names.map(async (name) => {
      if (!Object.hasOwn(MAKERS, name)) {
        refuse("reproduce", "datasets", `must be among ${QUICK_DATASETS.join(", ")} for a quick run`, name);
      }
      const table = await MAKERS[name as keyof typeof MAKERS]();
      const dataset = datasetFromTable(table, { name, kernel: name === "monks-1" ? "hamming" : "rbf" });
      return { dataset, card: datasetCard(dataset, { features: table.columns.length - 1 }), options: {} };
    }),
  );
}
