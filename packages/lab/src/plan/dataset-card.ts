import type { Dataset } from "../replay/dataset.ts";
import type { DatasetCard } from "../run/experiment/experiment.ts";

/** A dataset as the tables show it; for the Hamming kernel the features count before coding, where known. */
export function datasetCard(
  dataset: Dataset,
  more: Partial<Pick<DatasetCard, "features" | "openmlId" | "paperName">> = {},
): DatasetCard {
  const classCounts = dataset.classes.map(() => 0);
  for (const y of dataset.labels) classCounts[y]++;
  return {
    name: dataset.name,
    kernel: dataset.kernel,
    instances: dataset.features.rows,
    features: dataset.features.cols,
    classes: dataset.classes,
    classCounts,
    ...more,
  };
}
