// Which column holds the labels: the one that the source names, one that is called so, one that people have begun to
// fill (few different values, and most cells still empty), or a last one with few values and a name such as "kind".
import { checkTable } from "../table/check-table.ts";
import type { Column, Table } from "../table/table.ts";
import { labelText } from "./label-text.ts";
import { sortNames } from "./sort-names.ts";

const LABEL_NAME = /^(?:labels?|class|target|category|y|sentiment|annotation)$/i;

/** Names of columns that hold classes where they come last, and may be anything elsewhere. */
const LAST_NAME = /^(?:kind|type|species|genre|topic|intent|outcome|diagnosis|(?:ground[ _-]?)?truth)$/i;

/** A column with more different values than this, or with more than one for every second row, does not hold classes. */
const MAX_CLASSES = 200;

/** A column without a telling name may have this many different values. */
const FEW_VALUES = 20;

/**
 * The column that most likely holds the labels, or null.
 * @example guessLabel(balanceScale()) // "class"
 */
export function guessLabel(table: Table): string | null {
  checkTable("guessLabel", table);
  const most = Math.min(MAX_CLASSES, Math.max(2, table.rows / 2));
  const named = table.columns.filter(
    ({ name, type }) => type !== "vector" && (name === table.target || LABEL_NAME.test(name)),
  );
  const found = named.find((column) => labelClasses(table, column.name).length <= most);
  if (found !== undefined) return found.name;
  const begun = table.columns.filter((column) => isBegun(table, column));
  if (begun.length > 0) return begun.length === 1 ? begun[0].name : null;
  return namesLast(table) ? (table.columns.at(-1)?.name ?? null) : null;
}

/**
 * The classes that occur in a column, in their order.
 * @param known Classes that are known: one that is spelt like a marker for a missing value, such as NA, counts where it is among them.
 * @example labelClasses(balanceScale(), "class") // ["B", "L", "R"]
 */
export function labelClasses(table: Table, name: string, known: readonly string[] = []): string[] {
  checkTable("labelClasses", table);
  const column = table.columns.find((candidate) => candidate.name === name);
  if (column === undefined || column.type === "vector") return [];
  const seen = new Set<string>();
  for (let row = 0; row < table.rows; row++) {
    const label = labelText(column, row, known);
    if (label !== null) seen.add(label);
  }
  return sortNames([...seen]);
}

/**
 * How many rows of a column hold a label.
 * @param known Classes that are known: one that is spelt like a marker for a missing value, such as NA, counts where it is among them.
 * @example labelCount(balanceScale(), "class") // 625
 */
export function labelCount(table: Table, name: string, known: readonly string[] = []): number {
  checkTable("labelCount", table);
  const column = table.columns.find((candidate) => candidate.name === name);
  let count = 0;
  if (column === undefined || column.type === "vector") return count;
  for (let row = 0; row < table.rows; row++) if (labelText(column, row, known) !== null) count++;
  return count;
}

function namesLast(table: Table): boolean {
  const last = table.columns.at(-1);
  if (last?.type !== "text" || table.columns.length < 2 || !LAST_NAME.test(last.name)) return false;
  return isFew(labelClasses(table, last.name).length, labelCount(table, last.name));
}

function isFew(classes: number, count: number): boolean {
  return classes > 0 && classes <= FEW_VALUES && (classes === 1 || classes <= count / 2 || classes <= 3);
}

function isBegun(table: Table, column: Column): boolean {
  if (column.type !== "text" && column.type !== "number") return false;
  if (column.type === "number" && column.values.some((value) => !Number.isNaN(value) && !Number.isInteger(value)))
    return false;
  const count = labelCount(table, column.name);
  if (count === 0 || count >= table.rows / 2) return false;
  return isFew(labelClasses(table, column.name).length, count);
}
