// A label cell as a class. What people and programs write for "no label yet" is not a class, and a space around a name is
// a slip of the hand. Words that may well be a class ("none", "-", "+") stay classes.
import { type Column, cellText } from "../table/table.ts";

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
 * @param classes Classes that are known: one that is spelt like a marker, or with spaces around it, is taken as it is.
 * @example labelText({ name: "class", type: "text", values: ["cat ", "NA"] }, 0) // "cat"
 */
export function labelText(column: Column, row: number, classes: readonly string[] = []): string | null {
  const text = cellText(column, row);
  if (text === null || text === "") return null;
  const name = text.trim();
  if ((name === text && !MARKERS.has(name)) || classes.includes(text)) return text;
  return name === "" || MARKERS.has(name) ? null : name;
}
