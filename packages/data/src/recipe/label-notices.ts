// What is odd about the cells of a label column: words that were read as "no label", spaces that were removed, names
// that differ only in case, and numbers that are measurements rather than classes.
import { refuse } from "xpal/check";
import { linesInWords, type Notice } from "../table/notice.ts";
import { type Column, cellText, type Table } from "../table/table.ts";
import { labelText } from "./label-text.ts";

/** Says what was read differently from how it is written. */
export function labelNotices(table: Table, column: Column, classes: readonly string[]): Notice[] {
  const markers: number[] = [];
  const spaces: number[] = [];
  for (let row = 0; row < table.rows; row++) {
    const text = cellText(column, row);
    if (text === null || text === "") continue;
    const label = labelText(column, row, classes);
    if (label === text) continue;
    if (label !== null) spaces.push(row);
    else if (text.trim() !== "") markers.push(row);
  }
  const say = (code: string, rows: readonly number[], sentence: string): Notice[] => {
    if (rows.length === 0) return [];
    const words = [...new Set(rows.map((row) => JSON.stringify(cellText(column, row))))].slice(0, 5).join(", ");
    const lines = rows.slice(0, 5).map((row) => table.lines?.[row] ?? row);
    const where = linesInWords(lines, rows.length, table.lines === undefined ? "row" : "line");
    const message = `column ${JSON.stringify(column.name)}: ${words} ${sentence} in ${where}`;
    return [{ code, message, column: column.name, lines }];
  };
  return [
    ...say("missing-marker", markers, "counts as not labelled; declare the classes if it is one,"),
    ...say("label-spaces", spaces, "was read without the spaces around it"),
    ...caseNotices(column, classes),
  ];
}

function caseNotices(column: Column, classes: readonly string[]): Notice[] {
  const spellings = new Map<string, string[]>();
  for (const name of classes) {
    const key = name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
    spellings.set(key, [...(spellings.get(key) ?? []), name]);
  }
  return [...spellings.values()].flatMap((names) => {
    if (names.length === 1) return [];
    const listed = names.map((name) => JSON.stringify(name)).join(" and ");
    const message = `column ${JSON.stringify(column.name)}: ${listed} differ only in how they are written and are different classes; write them alike if one is meant`;
    return [{ code: "similar-classes", message, column: column.name }];
  });
}

/** Numbers with a fraction are hardly classes from this many different ones on. */
const FEWEST_MEASURED = 10;
/** Whole numbers may be codes; that many different ones in so few rows are not. */
const FEWEST_COUNTED = 30;

/** The values of a label column of numbers or dates. */
export interface LabelValues {
  readonly name: string;
  readonly type: "number" | "date";
  readonly source?: string;
  /** Each value once. */
  readonly distinct: readonly number[];
  /** How many rows have one. */
  readonly labelled: number;
}

/**
 * Refuses a column of measurements.
 * @throws XpalError if its numbers have too many different values to be classes.
 */
export function refuseMeasurements({ name, type, source, distinct, labelled }: LabelValues): void {
  const count = distinct.length;
  const whole = type === "number" && distinct.every((value) => Number.isInteger(value));
  const many = whole ? count > FEWEST_COUNTED && count > labelled / 2 : count > FEWEST_MEASURED && count > labelled / 5;
  if (!many) return;
  const what = type === "date" ? "dates" : "numbers";
  refuse(
    "fitRecipe",
    `column ${JSON.stringify(name)}${source === undefined ? "" : ` of ${source}`}`,
    `must hold classes, but it holds ${count} different ${what} in ${labelled} labelled rows`,
    undefined,
    "cut the numbers into ranges, name another label column, or declare the classes",
  );
}
