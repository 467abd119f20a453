// The datasets that one entry of a plan file stands for.
import { basename, extname, resolve } from "node:path";
import { XpalError } from "@xpal/core";
import { reject } from "@xpal/core/check";
import {
  applyRecipe,
  type CsvOptions,
  checkReading,
  datasetNamed,
  featureColumns,
  guessLabel,
  labelCostColumn,
  labelCostsOf,
  type Notice,
  openml,
  type Recipe,
  readingScope,
  readTable,
  type Table,
  UNLABELLED,
} from "@xpal/data";
import { datasetCard } from "../dataset-card.ts";
import { folderDatasets } from "../datasets/folder-datasets.ts";
import { recipeDataset } from "../datasets/recipe-dataset.ts";
import { didYouMean } from "../did-you-mean.ts";
import type { PlannedDataset } from "../plan.ts";
import type { PlanFile } from "./plan-schema.ts";
import { inPlanWords, planWords } from "./plan-words.ts";

type Entry = PlanFile["datasets"][number];
type FileEntry = Extract<Entry, { file: string }>;
type FolderEntry = Extract<Entry, { folder: string }>;

/** A dataset of a plan and what is to be said about it. */
export interface StudyDataset extends Omit<PlannedDataset, "options"> {
  /** What the label of each row of the dataset costs, where the plan says so. */
  readonly labelCosts?: readonly number[];
  /** Feature columns that kernels may only make count more, where the entry pins columns. */
  readonly pinned?: readonly number[];
  readonly remarks: readonly string[];
}

/**
 * Reads, fetches or makes the datasets of an entry; options of the entry are left to the caller.
 * @param folder What paths are relative to.
 * @throws XpalError if a file, column or name does not exist, or a table cannot be used.
 */
export async function studyDatasets(entry: Entry, folder: string): Promise<StudyDataset[]> {
  if ("folder" in entry) {
    return folderEntry(entry, folder).map(({ dataset, card }) => ({ dataset, card, remarks: [] }));
  }
  const { table, name, openmlId } = await tableOf(entry, folder);
  const { kernel, label, missing, labelCost } = entry as Partial<FileEntry>;
  checkIgnored(name, table, entry.ignore ?? []);
  const roles = rolesOf(entry as Partial<FileEntry>, table);
  const wanted = {
    name,
    ...(label === undefined ? {} : { label }),
    ...(kernel === undefined ? {} : { kernel }),
    ...(roles === undefined ? {} : { roles }),
    ...(missing === undefined ? {} : { missing }),
    ...(entry.bandwidth === undefined ? {} : { bandwidth: entry.bandwidth }), // rejected where two kernels have one
  };
  const { dataset, recipe, notices } = inPlanWords(() => recipeDataset(table, wanted));
  const used = recipe.columns.filter(({ role }) => !UNUSED.includes(role));
  const more = openmlId === undefined ? {} : { openmlId };
  // Categories are counted before they are coded; numbers as they are.
  const coded = dataset.kernel === "hamming" || dataset.others !== undefined;
  const card = datasetCard(dataset, coded ? { features: used.length, ...more } : more);
  const { pin = [] } = entry;
  const pinned = pin.length === 0 ? {} : { pinned: pinnedFeatures(name, recipe, pin) };
  const costs = labelCost === undefined ? {} : { labelCosts: costsOfRows(recipe, table, labelCost) };
  return [{ dataset, card, ...costs, ...pinned, remarks: remarksOf(name, recipe, [...table.notices, ...notices]) }];
}

/** The roles that an entry gives, with its ignored columns among them, and a column that is the label cost. */
function rolesOf({ roles, labelCost, ignore = [] }: Partial<FileEntry>, table: Table): FileEntry["roles"] {
  const priced = labelCost === undefined ? null : labelCostColumn(table, labelCost);
  const left = [...ignore, ...(priced === null || roles?.[priced] !== undefined ? [] : [priced])];
  if (left.length === 0) return roles;
  return { ...roles, ...Object.fromEntries(left.map((column) => [column, "ignored" as const])) };
}

function checkIgnored(name: string, { columns }: Table, ignored: readonly string[]): void {
  const names = columns.map((column) => column.name);
  const unknown = ignored.find((column) => !names.includes(column));
  if (unknown === undefined) return;
  reject("study", `ignore of ${name}`, "must name columns of the table", unknown, didYouMean(unknown, names));
}

/** The feature columns of pinned columns. */
function pinnedFeatures(name: string, recipe: Recipe, pin: readonly string[]): readonly number[] {
  try {
    return featureColumns(recipe, pin);
  } catch (error) {
    if (!(error instanceof XpalError)) throw error;
    const { who, argument, message } = error;
    return reject("study", `pin of ${name}, ${argument}`, message.slice(`${who}: ${argument} `.length));
  }
}

/** What the labels of the rows with a class cost. */
function costsOfRows(recipe: Recipe, table: Table, cost: string): number[] {
  const { labels } = applyRecipe(recipe, table);
  const costs = labelCostsOf("study", table, cost, (row) => labels[row] !== UNLABELLED);
  return Array.from(costs).filter((_, row) => labels[row] !== UNLABELLED);
}

/** Roles of columns that nothing is learned from. */
const UNUSED: readonly string[] = ["id", "ignored", "image", "label"];

/** Which columns were left out, and what the reader and the recipe had to say. */
function remarksOf(name: string, recipe: Recipe, notices: readonly Notice[]): string[] {
  const left = recipe.columns.filter(({ role }) => role !== "label" && UNUSED.includes(role));
  const columns = left.map(({ name: column, role, reason }) => `${column} (${role}: ${reason})`).join(", ");
  return [
    ...(left.length === 0 ? [] : [`${name}: left out of the features: ${columns}`]),
    ...notices.map(({ message }) => `${name}: ${planWords(message)}`),
  ];
}

function folderEntry({ folder: path, only, except = [] }: FolderEntry, folder: string): PlannedDataset[] {
  const all = folderDatasets(resolve(folder, path), only);
  const names = all.map(({ card }) => card.name);
  for (const name of except) {
    const wayOut = names.includes(name) ? undefined : didYouMean(name, names);
    if (wayOut === undefined) continue; // a plan may leave out what not every folder has
    reject("study", "datasets, except", "must name datasets of the folder", name, wayOut);
  }
  return all.filter(({ card }) => !except.includes(card.name));
}

async function tableOf(
  entry: Exclude<Entry, { folder: string }>,
  folder: string,
): Promise<{ table: Table; name: string; openmlId?: number }> {
  if ("file" in entry) {
    const path = resolve(folder, entry.file);
    const { embeddings, label, read: reading = {} } = entry;
    const { sheet, ...csv } = reading;
    const scope = await readingScope(path);
    if (scope !== undefined)
      checkReading("study", reading, [{ ...scope, name: entry.file }], (option) => `read.${option}`);
    const optionsFor = (column: string | undefined) => ({
      csv: { ...csv, ...(column === undefined ? {} : { keepWritten: [column] }) } as CsvOptions,
      ...(sheet === undefined ? {} : { sheet }),
      ...(embeddings === undefined ? {} : { embeddings: resolve(folder, embeddings) }),
    });
    const table = await readTable(path, optionsFor(label));
    const found = label ?? guessLabel(table, true) ?? undefined;
    const isWritten = found === label || table.columns.find((column) => column.name === found)?.type === "text";
    const read = isWritten ? table : await readTable(path, optionsFor(found));
    const target = found === undefined ? {} : { target: found };
    return { table: { ...read, ...target }, name: entry.name ?? basename(path, extname(path)) };
  }
  if ("openml" in entry) {
    const table = await openml(entry.openml);
    const id = Number(entry.openml);
    return { table, name: entry.name ?? `openml-${entry.openml}`, ...(Number.isInteger(id) ? { openmlId: id } : {}) };
  }
  if ("bundled" in entry) {
    return { table: await datasetNamed(entry.bundled).open(), name: entry.name ?? entry.bundled };
  }
  const { generator, points, classes, seed } = entry;
  const options = {
    ...(seed === undefined ? {} : { seed }),
    ...(points === undefined ? {} : { points }),
    ...(classes === undefined ? {} : { classes }),
  };
  return { table: await datasetNamed(generator).open(options), name: entry.name ?? generator };
}
