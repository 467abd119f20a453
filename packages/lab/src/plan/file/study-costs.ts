// What errors cost on a dataset of a plan: a table that somebody wrote, or a rule that fits every dataset, so that many of
// them can be studied under costs without writing a table for each.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Matrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { costWarnings, lossMatrixOf, readCostTable } from "@xpal/data";
import type { Dataset } from "../../replay/dataset.ts";
import type { PlanFile } from "./plan-schema.ts";

/** What an entry of a plan may say of costs. */
type Costs = NonNullable<PlanFile["datasets"][number]["costs"]>;

/** Costs in the order of a dataset's classes, and what is to be said of them. */
export interface StudyCosts {
  readonly costs: number[][];
  readonly warnings: readonly string[];
}

/**
 * The costs of a dataset.
 * @param folder What paths are relative to.
 * @throws XpalError if the file cannot be read, or is not a table of costs of these classes.
 */
export function studyCosts(costs: Costs, folder: string, dataset: Pick<Dataset, "classes" | "labels">): StudyCosts {
  if (typeof costs !== "string") return { costs: dearestIsRarest(dataset, costs.dearest), warnings: [] };
  const table = readCostTable(readBytes(resolve(folder, costs)), costs);
  return {
    costs: rowsOf(lossMatrixOf("study", costs, table, dataset.classes)),
    warnings: costWarnings(table).map((words) => `${costs}: ${words}`),
  };
}

/**
 * Missing an item of the most frequent class costs 1, of the rarest class `dearest`, of those in between by their rank on a
 * geometric scale; of classes as frequent the later one is dearer.
 */
export function dearestIsRarest({ classes, labels }: Pick<Dataset, "classes" | "labels">, dearest: number): number[][] {
  const counts = classes.map(() => 0);
  for (const y of labels) counts[y]++;
  const ranked = classes.map((_, y) => y).sort((a, b) => counts[b] - counts[a] || a - b);
  return classes.map((_, y) => {
    const cost = dearest ** (ranked.indexOf(y) / (classes.length - 1));
    return classes.map((_, called) => (called === y ? 0 : cost));
  });
}

function rowsOf({ rows, cols, data }: Matrix): number[][] {
  return Array.from({ length: rows }, (_, y) => Array.from(data.subarray(y * cols, (y + 1) * cols)));
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    return reject(
      "study",
      `the costs ${path}`,
      "must be a file that can be read",
      (error as NodeJS.ErrnoException).code,
    );
  }
}
