import { reject } from "@xpal/core/check";
import type { Dataset } from "../../replay/dataset.ts";

/**
 * Rejects a dataset with a class that cannot be in both parts of a split.
 * @throws XpalError naming the dataset and the class.
 */
export function checkClasses({ name, classes, labels }: Dataset): void {
  const counts = classes.map(() => 0);
  for (const y of labels) counts[y]++;
  const y = counts.findIndex((count) => count < 2);
  if (y < 0) return;
  const where = `${name}, class ${JSON.stringify(classes[y])}`;
  reject(
    "checkClasses",
    where,
    "must have at least two members, one to train and one to test on",
    counts[y],
    "drop the class, or merge it with another",
  );
}
