// What a column is for. Inferred from its values, shown with the reason, and always open to be overruled.

import { formWords } from "../formats/cells/cell-form.ts";
import { namesCode } from "../formats/cells/code-name.ts";
import { ColumnTally } from "../formats/cells/column-tally.ts";
import { momentOf } from "../formats/cells/moment.ts";
import { plainRows } from "../table/notice.ts";
import { type Column, cellText, type TextColumn } from "../table/table.ts";
import { COLUMN_ROLES } from "../words/column-roles.ts";
import { namesId } from "./id-name.ts";
import { IdNumbers, namesMany } from "./id-numbers.ts";

/** What a column is for. */
export type Role = (typeof COLUMN_ROLES)[number] | "label";

/**
 * All roles.
 * @example ROLES.includes("categorical") // true
 */
export const ROLES: readonly Role[] = [...COLUMN_ROLES, "label"];

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
    return formRole(column, numbers.role);
  }
  return textRole(column);
}

/** The role of numbers, with what they were written as. */
export function formRole(column: Column, found: InferredRole): InferredRole {
  const form = column.type === "number" ? column.form : undefined;
  return form === undefined || found.role !== "numeric" ? found : { role: "numeric", reason: formWords(form) };
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
  const id = declared ? undefined : idReason(column.name, filled, distinct);
  if (id !== undefined) return { role: "id", reason: id };
  if (!declared && hasOpenDates(column)) {
    return { role: "ignored", reason: "dates whose order of day and month cannot be told" };
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

/** What words look like that name persons and things. */
const ID_FORMS: readonly (readonly [reason: string, form: RegExp])[] = [
  ["e-mail addresses", /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ["UUIDs", /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i],
  ["hashes", /^[0-9a-f]{24,128}$/i],
  ["phone numbers", /^(?=(?:\D*\d){7})\+?\(?\d[\d ()/.-]*$/],
  ["IP addresses", /^\d{1,3}(?:\.\d{1,3}){3}$/],
  ["bank accounts", /^[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?$/],
];

/** This share of the values must have the form of an id. */
const ID_SHARE = 0.9;
/** In fewer rows, codes of one form may be categories. */
const MIN_CODES = 20;

/** Why words name rows, persons or things; undefined if they may tell something. */
function idReason(name: string, filled: readonly string[], distinct: number): string | undefined {
  if (filled.length < 3) return undefined;
  const isMany = namesMany(distinct, filled.length) || (distinct >= 0.95 * filled.length && distinct >= 3);
  if (!isMany) return undefined;
  const share = (form: RegExp) => filled.filter((value) => form.test(value.trim())).length / filled.length;
  const form = ID_FORMS.find(([, pattern]) => share(pattern) >= ID_SHARE);
  if (form !== undefined) return `${form[0]}, ${distinct} different`;
  if (namesId(name) && meanLength(filled) <= 64) return `named like an id, ${distinct} different values`;
  if (namesCode(name)) return `named like codes, ${distinct} different values`;
  if (distinct < 0.25 * filled.length || filled.length < MIN_CODES) return undefined;
  const shapes = new Map<string, number>();
  for (const value of filled) {
    if (!/\d/.test(value) || /\s/.test(value.trim())) return undefined;
    const shape = value
      .trim()
      .replace(/\d+/g, "0")
      .replace(/\p{Lu}+/gu, "A")
      .replace(/\p{Ll}+/gu, "a");
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  const isOneShape = Math.max(...shapes.values()) >= ID_SHARE * filled.length;
  return isOneShape ? `codes of one form, ${distinct} different` : undefined;
}

function meanLength(values: readonly string[]): number {
  return values.reduce((sum, { length }) => sum + length, 0) / values.length;
}

/** Whether the texts are dates that could be read in two orders. */
function hasOpenDates({ name, values }: TextColumn): boolean {
  const first = values.find((value) => value !== null && value !== "");
  if (first === undefined || first === null || momentOf(first) === undefined) return false;
  const tally = new ColumnTally(name);
  tally.add(values);
  return tally.decide({}, plainRows).notices.some(({ code }) => code === "date-order");
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
