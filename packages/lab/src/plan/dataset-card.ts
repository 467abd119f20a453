import { checkParts } from "@xpal/core/check";
import type { DatasetCard } from "../records/experiment.ts";
import { type Dataset, groupsOf } from "../replay/dataset.ts";

/**
 * A dataset as the tables show it; for the Hamming kernel the number of features is that before one-hot coding, if known.
 * @example datasetCard(datasetOf(fitRecipe(balanceScale()).recipe, balanceScale(), "scale").dataset).instances // 625
 */
export function datasetCard(
  dataset: Dataset,
  more: Partial<Pick<DatasetCard, "features" | "openmlId" | "paperName">> = {},
): DatasetCard {
  checkParts("datasetCard", "dataset", dataset, "a dataset", ["classes", "features"]);
  const classCounts = dataset.classes.map(() => 0);
  for (const y of dataset.labels) classCounts[y]++;
  return {
    name: dataset.name,
    kernel: [...new Set(groupsOf(dataset).map(({ kernel }) => kernel))].join(" x "),
    instances: dataset.features.rows,
    features: groupsOf(dataset).reduce((sum, { features }) => sum + features.cols, 0),
    classes: dataset.classes,
    classCounts,
    ...(dataset.columns === undefined ? {} : { columns: dataset.columns }),
    ...more,
  };
}
