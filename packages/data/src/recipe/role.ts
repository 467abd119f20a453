// What a column is for. Inferred from its values, shown with the reason, and always open to be overruled.
import { type Column, cellText, type TextColumn } from "../table/table.ts";
import { IdNumbers } from "./id-numbers.ts";

/** What a column is for. */
export type Role = "numeric" | "categorical" | "text" | "image" | "vector" | "id" | "label" | "ignored";

/**
 * All roles.
 * @example ROLES.includes("categorical") // true
 */
export const ROLES: readonly Role[] = ["numeric", "categorical", "text", "image", "vector", "id", "label", "ignored"];

/** A role and why it was taken. */
export interface InferredRole {
  readonly role: Role;
  readonly reason: string;
}

/** From this mean number of words on, a column of mostly different values is text. */
const TEXT_WORDS = 4;

/** A column of words may have this many categories, if there are at least four rows for each. */
const MAX_CATEGORIES = 500;

const IMAGE = /\.(?:png|jpe?g|gif|webp|bmp|tiff?|svg|avif)$/i;

/** The role that a column's values suggest. */
export function inferRole(column: Column): InferredRole {
  if (column.type === "vector") return { role: "vector", reason: `vectors of length ${column.values.cols}` };
  if (column.type === "date") return { role: "numeric", reason: "dates, as days" };
  if (column.type === "number") {
    const numbers = new IdNumbers(column.name);
    numbers.add(column.values);
    return numberRole(numbers.reason);
  }
  return textRole(column);
}

/** The role of a column of numbers, given why they are ids if they are. */
export function numberRole(idReason: string | undefined): InferredRole {
  return idReason === undefined ? { role: "numeric", reason: "numbers" } : { role: "id", reason: idReason };
}

function textRole(column: TextColumn): InferredRole {
  const filled = column.values.filter((value): value is string => value !== null && value !== "");
  if (filled.length === 0) return { role: "ignored", reason: "no value at all" };
  const distinct = new Set(filled).size;
  if (filled.every((value) => value.startsWith("data:image/"))) return { role: "image", reason: "images as data URLs" };
  if (filled.every((value) => IMAGE.test(value))) return { role: "image", reason: "names of image files" };
  const meanWords = filled.reduce((sum, value) => sum + wordCount(value), 0) / filled.length;
  const declared = column.categories !== undefined;
  if (!declared && meanWords >= TEXT_WORDS && distinct > 0.2 * filled.length) {
    return { role: "text", reason: `${distinct} different texts of ${meanWords.toFixed(0)} words on average` };
  }
  if (declared || distinct <= Math.max(10, Math.min(MAX_CATEGORIES, filled.length / 4))) {
    if (!(distinct === filled.length && distinct > 10))
      return { role: "categorical", reason: `${distinct} different values` };
  }
  if (distinct >= 0.95 * filled.length && meanWords < TEXT_WORDS) {
    return { role: "id", reason: "short values, (almost) all different" };
  }
  return { role: "text", reason: `${distinct} different values` };
}

function wordCount(text: string): number {
  return text.trim().split(/\s+/).length;
}

/** How many cells of a column are missing. */
export function missingCount(column: Column): number {
  if (column.type === "vector") return 0;
  let count = 0;
  if (column.type === "text") {
    for (const value of column.values) if (value === null || value === "") count++;
  } else for (const value of column.values) if (value !== value) count++;
  return count;
}

/** Whether a cell is missing: NaN, null or an empty text. */
export function isMissing(column: Column, row: number): boolean {
  if (column.type === "vector") return false;
  if (column.type === "text") return column.values[row] === null || column.values[row] === "";
  return Number.isNaN(column.values[row]);
}

/** A cell as a category: its text, or null when missing. */
export function categoryOf(column: Column, row: number): string | null {
  const text = cellText(column, row);
  return text === "" ? null : text;
}
