// The datasets that one entry of a plan file stands for.
import { basename, extname, resolve } from "node:path";
import {
  balanceScale,
  bundled,
  checkerboard,
  clusters,
  exampleBlobs,
  monks,
  moons,
  openml,
  pointsTable,
  readTable,
  type Table,
  ticTacToe,
} from "@xpal/data";
import { refuse } from "../../refuse.ts";
import { datasetCard } from "../dataset-card.ts";
import { datasetFromTable } from "../datasets/dataset-from-table.ts";
import { folderDatasets } from "../datasets/folder-datasets.ts";
import type { PlannedDataset } from "../plan.ts";
import type { PlanFile } from "./plan-schema.ts";

type Entry = PlanFile["datasets"][number];
type GeneratorEntry = Extract<Entry, { generator: string }>;

/**
 * Reads, fetches or makes the datasets of an entry; options of the entry are left to the caller.
 * @param folder What paths are relative to.
 * @throws XpalError if a file cannot be read or a table cannot be used.
 */
export async function studyDatasets(entry: Entry, folder: string): Promise<Omit<PlannedDataset, "options">[]> {
  if ("folder" in entry) return chosenFrom(folderDatasets(resolve(folder, entry.folder), entry.only), entry.except);
  const { table, name, openmlId } = await tableOf(entry, folder);
  const label = "label" in entry ? entry.label : undefined;
  const dataset = datasetFromTable(table, {
    name,
    ...(label === undefined ? {} : { label }),
    ...(entry.kernel === undefined ? {} : { kernel: entry.kernel }),
  });
  const features = table.columns.length - 1;
  const more = openmlId === undefined ? {} : { openmlId };
  return [{ dataset, card: datasetCard(dataset, dataset.kernel === "hamming" ? { features, ...more } : more) }];
}

function chosenFrom(datasets: readonly PlannedDataset[], except: readonly string[] = []): PlannedDataset[] {
  return datasets.filter(({ card }) => !except.includes(card.name));
}

async function tableOf(
  entry: Exclude<Entry, { folder: string }>,
  folder: string,
): Promise<{ table: Table; name: string; openmlId?: number }> {
  if ("file" in entry) {
    const path = resolve(folder, entry.file);
    return { table: await readTable(path), name: entry.name ?? basename(path, extname(path)) };
  }
  if ("openml" in entry) {
    const table = await openml(entry.openml);
    const id = Number(entry.openml);
    return { table, name: entry.name ?? `openml-${entry.openml}`, ...(Number.isInteger(id) ? { openmlId: id } : {}) };
  }
  if ("bundled" in entry) return { table: await bundled(entry.bundled), name: entry.name ?? entry.bundled };
  return { table: generated(entry), name: entry.name ?? entry.generator };
}

function generated({ generator, points, classes, seed = 1 }: GeneratorEntry): Table {
  const refuseIf = (given: unknown, option: string) => {
    if (given !== undefined) refuse("study", `the generator ${generator}`, `must not be given ${option}`, given);
  };
  if (generator !== "clusters") refuseIf(classes, "classes");
  if (!["clusters", "moons", "checkerboard"].includes(generator)) refuseIf(points, "points");
  switch (generator) {
    case "blobs":
      return pointsTable(exampleBlobs({ seed }));
    case "clusters":
      return pointsTable(
        clusters({ seed, pointCount: points ?? 500, ...(classes === undefined ? {} : { classCount: classes }) }),
      );
    case "moons":
      return pointsTable(moons({ seed, pointCount: points ?? 200 }));
    case "checkerboard":
      return pointsTable(checkerboard({ seed, pointCount: points ?? 400 }));
    case "tic-tac-toe":
      return ticTacToe();
    case "balance-scale":
      return balanceScale();
    case "monks-1":
      return monks();
  }
}
