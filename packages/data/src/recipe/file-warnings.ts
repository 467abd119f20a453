// What may spoil a result and costs a day when it is found late: a column that gives the label away, rows that occur twice, a
// class that is so rare that the plain error hardly counts it.
import { checkParts } from "@xpal/core/check";
import type { Notice } from "../table/notice.ts";
import { repeatedRows } from "../table/repeated-rows.ts";
import { type Column, cellText, type Table } from "../table/table.ts";
import { comparedColumns } from "./column-choices.ts";
import { UNLABELLED } from "./label-encoder.ts";
import type { Recipe } from "./recipe.ts";

/** A file, how it is compared, and its labels. */
export interface LabelledFile {
  readonly table: Table;
  readonly recipe: Recipe;
  /** The class index of each row, or UNLABELLED. */
  readonly labels: Int32Array;
  readonly classes: readonly string[];
  /** Whether each class counts as much as another already. */
  readonly isBalanced?: boolean;
}

/**
 * What to say of a file before anything is learned from it.
 * @example
 * const table = makeTable([{ name: "x", type: "number", values: Float64Array.of(1, 2) }, { name: "y", type: "text", values: ["a", "b"] }]);
 * const { recipe } = fitRecipe(table, { label: "y" });
 * fileWarnings({ table, recipe, labels: Int32Array.of(0, 1), classes: ["a", "b"] }).map(({ code }) => code) // []
 */
export function fileWarnings(file: LabelledFile): Notice[] {
  checkParts("fileWarnings", "file", file, "a table with its recipe and labels", [
    "table",
    "recipe",
    "labels",
    "classes",
  ]);
  return [...leaks(file), ...repeats(file), ...rareClasses(file)];
}

/** Fewer labelled rows say little of a column. */
const MIN_LABELLED = 20;
/** More are not looked at. */
const MAX_LOOKED_AT = 20_000;
/** From this share of right calls on, one column alone nearly determines the label. */
const NEARLY = 0.99;

/** Columns that alone tell the label. */
function leaks({ table, recipe, labels }: LabelledFile): Notice[] {
  const labelled = Array.from(labels.keys()).filter((row) => labels[row] !== UNLABELLED);
  const step = Math.ceil(labelled.length / MAX_LOOKED_AT);
  const rows = labelled.filter((_, i) => i % step === 0);
  if (rows.length < MIN_LABELLED) return [];
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(labels[row], (counts.get(labels[row]) ?? 0) + 1);
  const largest = Math.max(...counts.values()) / rows.length;
  if (counts.size < 2) return [];
  const compared = new Set(comparedColumns(recipe));
  return table.columns.flatMap((column): Notice[] => {
    if (!compared.has(column.name) || column.type === "vector") return [];
    const right = Math.max(byValue(column, rows, labels), byNeighbour(column, rows, labels));
    // It must be more than what the largest class alone reaches.
    if (right < NEARLY || 1 - right > 0.1 * (1 - largest)) return [];
    const share = right === 1 ? "in all" : `in ${(100 * right).toFixed(1)} % of`;
    const message = `column ${JSON.stringify(column.name)} alone tells the class ${share} ${rows.length} labelled rows; leave it out if it is not known before the label is`;
    return [{ code: "tells-the-label", message, column: column.name }];
  });
}

/** The share of rows whose class is the most frequent one among the other rows with the same value. */
function byValue(column: Column, rows: readonly number[], labels: Int32Array): number {
  const groups = new Map<string, Map<number, number>>();
  for (const row of rows) {
    const value = cellText(column, row) ?? "";
    const group = groups.get(value) ?? new Map<number, number>();
    groups.set(value, group);
    group.set(labels[row], (group.get(labels[row]) ?? 0) + 1);
  }
  if (groups.size > rows.length / 4) return 0; // a value of its own for most rows tells nothing of others
  let right = 0;
  for (const group of groups.values()) {
    const most = Math.max(...group.values());
    if (most > 1) right += most; // a row alone has no other to tell by
  }
  return right / rows.length;
}

/** Of numbers: the share of rows whose neighbours in order, below and above, have the same class as they. */
function byNeighbour(column: Column, rows: readonly number[], labels: Int32Array): number {
  if (column.type !== "number" && column.type !== "date") return 0;
  const { values } = column;
  const sorted = rows
    .filter((row) => !Number.isNaN(values[row]))
    .sort((a, b) => values[a] - values[b] || labels[a] - labels[b]);
  if (sorted.length < 0.9 * rows.length) return 0;
  let changes = 0;
  for (let i = 1; i < sorted.length; i++) if (labels[sorted[i]] !== labels[sorted[i - 1]]) changes++;
  const ties = new Map<number, Set<number>>();
  for (const row of sorted) ties.set(values[row], (ties.get(values[row]) ?? new Set()).add(labels[row]));
  if ([...ties.values()].some((found) => found.size > 1)) return 0;
  return 1 - changes / sorted.length;
}

/** Rows that equal an earlier one in all that is compared. */
function repeats({ table, recipe }: LabelledFile): Notice[] {
  const first = repeatedRows(table, comparedColumns(recipe));
  const count = first.reduce((sum, earlier, row) => sum + (earlier === row ? 0 : 1), 0);
  if (count === 0) return [];
  const rows = count === 1 ? "1 row repeats" : `${count} rows repeat`;
  const message = `${rows} an earlier one in all compared columns; an evaluation keeps them on one side of each split`;
  return [{ code: "repeated-rows", message }];
}

/** A class below this share of the labelled rows is rare, if there are enough of them. */
const RARE = 0.01;
const MIN_FOR_SHARES = 100;

function rareClasses({ labels, classes, isBalanced = false }: LabelledFile): Notice[] {
  if (isBalanced) return [];
  const counts = classes.map(() => 0);
  let labelled = 0;
  for (const label of labels) {
    if (label === UNLABELLED) continue;
    counts[label]++;
    labelled++;
  }
  if (labelled < MIN_FOR_SHARES) return [];
  const rare = classes
    .map((name, y) => ({ name, count: counts[y] }))
    .filter(({ count }) => count > 0 && count < RARE * labelled);
  if (rare.length === 0) return [];
  const listed = rare
    .slice(0, 5)
    .map(({ name, count }) => `${JSON.stringify(name)} (${count})`)
    .join(", ");
  const more = rare.length > 5 ? ` and ${rare.length - 5} more classes` : "";
  const verb = rare.length === 1 ? "has" : "have";
  const message = `${listed}${more} ${verb} less than 1 % of ${labelled} labelled rows, so that the error hardly counts ${rare.length === 1 ? "it" : "them"}; the balanced error counts each class alike`;
  return [{ code: "rare-class", message }];
}
