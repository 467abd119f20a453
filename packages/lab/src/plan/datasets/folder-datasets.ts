import { checkText, reject } from "@xpal/core/check";
import { listDatasets, readDataset } from "../../replay/dataset-folder.ts";
import { datasetCard } from "../dataset-card.ts";
import { didYouMean } from "../did-you-mean.ts";
import type { PlannedDataset } from "../plan.ts";

/**
 * The datasets of a folder with a `datasets.json`.
 * @param names Which, in this order; all by default.
 * @throws XpalError if the folder cannot be read or does not have a dataset that `names` lists.
 * @example
 * writeFileSync(`${folder}/datasets.json`, '[{"name": "mine", "file": "mine.csv", "kernel": "rbf"}]');
 * writeFileSync(`${folder}/mine.csv`, "x,class\n1,a\n2,a\n3,b\n4,b\n");
 * folderDatasets(folder)[0].card.classes // ["a", "b"]
 */
export function folderDatasets(folder: string, names?: readonly string[]): PlannedDataset[] {
  checkText("folderDatasets", "folder", folder);
  const entries = listDatasets(folder);
  const chosen = names?.map((name) => {
    const entry = entries.find((candidate) => candidate.name === name);
    if (entry !== undefined) return entry;
    const known = entries.map((one) => one.name);
    return reject("reproduce", "datasets", `must be in ${folder}: ${known.join(", ")}`, name, didYouMean(name, known));
  });
  return (chosen ?? entries).map((entry) => {
    const { features, openmlId, paperName } = entry as {
      features?: unknown;
      openmlId?: unknown;
      paperName?: unknown;
    };
    const dataset = readDataset(folder, entry);
    const card = datasetCard(dataset, {
      ...(typeof features === "number" ? { features } : {}),
      ...(typeof openmlId === "number" ? { openmlId } : {}),
      ...(typeof paperName === "string" ? { paperName } : {}),
    });
    return { dataset, card, options: {} };
  });
}
