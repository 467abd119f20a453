// Which column holds the labels: the one rule of commands, studio, lite and studies.
import { checkTable } from "../table/check-table.ts";
import type { Column, Table } from "../table/table.ts";
import { labelText } from "./label-text.ts";
import { sortNames } from "./sort-names.ts";

const LABEL_NAME =
  /^(?:labels?|class|klasse|target|ziel|category|kategorie|categor[ií]a|catégorie|classe|y|sentiment|annotation|ground[ _-]?truth)$/i;

/** Names of columns that hold classes where they come last or are yet to be filled, and may be anything elsewhere. */
const LAST_NAME =
  /^(?:kind|type|species|genre|topic|intent|outcome|diagnosis|decision|verdict|result|rating|status|truth|urteil|entscheidung|ergebnis|diagnose|art)$/i;

/** Names of columns for free comments. */
const COMMENT_NAME =
  /(?:^|[ _-])(?:notes?|notizen?|comments?|kommentare?|remarks?|bemerkung(?:en)?|anmerkung(?:en)?|description|memo|observations?|feedback)$/i;

/** A column with more different values than this, or with more than one for every second row, does not hold classes. */
const MAX_CLASSES = 200;

/** A column without a telling name may have this many different values. */
const FEW_VALUES = 20;

/**
 * The column that most likely holds the labels, or null: one that the source or its name calls so; else one that is empty, or that
 * people have begun to fill with few different words, before free comments; else a last one with few values and a telling name.
 * @param isLabelled Whether the labels are known to be there, as in a study: then it is the last column if nothing else tells.
 * @example guessLabel(balanceScale()) // "class"
 */
export function guessLabel(table: Table, isLabelled = false): string | null {
  checkTable("guessLabel", table);
  const most = Math.min(MAX_CLASSES, Math.max(2, table.rows / 2));
  const isFilled = (name: string) => !isLabelled || labelCount(table, name) > 0;
  const isPoint = table.columns.some(({ name }) => /^x$/i.test(name)); // then y is its other coordinate
  const isNamed = (name: string) => LABEL_NAME.test(name.trim()) && !(isPoint && /^y$/i.test(name));
  const named = table.columns.filter(
    ({ name, type }) => type !== "vector" && (name === table.target || isNamed(name)) && isFilled(name),
  );
  const found = named.find((column) => labelClasses(table, column.name).length <= most);
  if (found !== undefined) return found.name;
  const last = table.columns.at(-1)?.name ?? null;
  if (isLabelled) return last;
  const begun = table.columns.filter((column) => isBegun(table, column));
  const empty = table.columns.filter((column) => isEmptyColumn(table, column));
  const telling = [...empty, ...begun].filter(({ name }) => LAST_NAME.test(name.trim()));
  for (const candidates of [telling, empty, begun]) {
    if (candidates.length === 1) return candidates[0].name;
    if (candidates.length > 1)
      return candidates.some(({ name }) => name === last) && candidates !== begun ? last : null;
  }
  return namesLast(table) ? last : null;
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
  if ((column.type !== "text" && column.type !== "number") || COMMENT_NAME.test(column.name)) return false;
  if (column.type === "number" && column.values.some((value) => !Number.isNaN(value) && !Number.isInteger(value)))
    return false;
  const count = labelCount(table, column.name);
  if (count === 0 || count >= table.rows / 2) return false;
  const classes = labelClasses(table, column.name);
  const words = classes.reduce((sum, name) => sum + name.trim().split(/\s+/).length, 0);
  return isFew(classes.length, count) && words <= MAX_WORDS * classes.length;
}

/** Names of classes have fewer words than comments, on average. */
const MAX_WORDS = 3;

/** Whether a column has a name and nothing else: somebody has made room for answers. */
function isEmptyColumn(table: Table, column: Column): boolean {
  if (column.type !== "text" || COMMENT_NAME.test(column.name) || /^(?:column\d+|unnamed: \d+)$/i.test(column.name))
    return false;
  return table.rows > 0 && column.values.every((value) => value === null || value.trim() === "");
}
