// A label cell as a class. What people and programs write for "no label yet" is not a class, and a space around a name is
// a slip of the hand. Words that may well be a class ("none", "-", "+") stay classes.
import { isMissingWord } from "../formats/cells/missing-words.ts";
import { type Column, cellText, writtenText } from "../table/table.ts";
import { classNumber, classOfNumber } from "./class-number.ts";

const MARKERS: ReadonlySet<string> = new Set([
  "NA",
  "N/A",
  "n/a",
  "na",
  "#N/A",
  "<NA>",
  "NaN",
  "nan",
  "NULL",
  "null",
  "?",
]);

/**
 * The class that a cell of a label column names, or null for a cell without a class: an empty cell, or a marker such as NA or ?.
 * The name is what was written, where the table knows that: 1.10 and 1.1 are two classes.
 * @param classes Classes that are known: one that is spelt like a marker, or with spaces around it, is taken as it is, and a cell
 * that is not one of them, but the same number as exactly one, is that one (1.0 where the class is called 1).
 * @example labelText({ name: "class", type: "text", values: ["cat ", "NA"] }, 0) // "cat"
 */
export function labelText(column: Column, row: number, classes: readonly string[] = []): string | null {
  const text = labelCell(column, row);
  if (text === null || text === "" || classes.includes(text)) return text || null;
  const name = text.trim();
  if (name === "" || MARKERS.has(name)) return null;
  return classes.length === 0 || classes.includes(name) ? name : (sameClass(column, row, name, classes) ?? name);
}

/** The cell of a label column as it was written; null where it is missing, also where a known word among numbers says so. */
export function labelCell(column: Column, row: number): string | null {
  const written = writtenText(column, row);
  return written === null || (cellText(column, row) === null && isMissingWord(written)) ? null : written;
}

/** The class that a cell means which is spelt otherwise. Earlier versions called classes of dates as `cellText` does. */
function sameClass(column: Column, row: number, name: string, classes: readonly string[]): string | undefined {
  if (column.type === "date") return classes.find((one) => one === cellText(column, row));
  return classOfNumber(column.type === "number" ? column.values[row] : classNumber(name), classes);
}
