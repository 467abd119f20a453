// Numbers to features: missing ones become the median, then (x - mean) / population standard deviation [1, Sec. 5.2].
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import type { Matrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { type CellForm, cellReader } from "../formats/cells/cell-form.ts";
import { ColumnTally } from "../formats/cells/column-tally.ts";
import { momentOf } from "../formats/cells/moment.ts";
import { linesInWords } from "../table/notice.ts";
import { rowPlace } from "../table/row-place.ts";
import { type Column, cellText, type Table, writtenText } from "../table/table.ts";
import type { NumericEncoder } from "./recipe.ts";
import { isMissing } from "./role.ts";

/** A day in milliseconds: dates are numbers of days. */
export const DAY = 86_400_000;

/** How numbers are treated. */
export interface NumericOptions {
  readonly missing: "median" | "reject";
  /** Whether to standardise; the cosine kernel takes numbers as they are. */
  readonly standardise: boolean;
}

/** Learns a column; undefined if all its values are equal, and so carry no information. */
export function fitNumeric(table: Table, column: Column, options: NumericOptions): NumericEncoder | undefined {
  const { values, form } = fittedNumbers(table, column);
  const present = values.filter((value) => !Number.isNaN(value)).sort();
  const anyMissing = present.length < values.length;
  if (anyMissing && options.missing === "reject") rejectMissing("fitRecipe", table, column, values);
  if (present.length === 0) return undefined;
  const median = medianOf(present);
  const constant = present[0] === present[present.length - 1];
  if (constant && !anyMissing) return undefined;
  const filled = values.map((value) => (Number.isNaN(value) ? median : value));
  const { mean, deviation } = options.standardise ? momentsOf(filled) : { mean: 0, deviation: 1 };
  if (!Number.isFinite(mean) || !Number.isFinite(deviation)) {
    reject(
      "fitRecipe",
      `column ${JSON.stringify(column.name)}`,
      "must have values that can be standardised",
      undefined,
      "its numbers are too large; scale or ignore the column",
    );
  }
  return {
    kind: "numeric",
    column: column.name,
    missing: options.missing,
    median,
    indicator: anyMissing,
    mean,
    deviation: constant || deviation === 0 ? 1 : deviation, // of equal numbers it may be rounding
    ...(form === undefined ? {} : { reads: form }),
  };
}

/** Writes a column's features into a matrix from column `offset` on; gives the number of values that were missing. */
export function applyNumeric(
  encoder: NumericEncoder,
  table: Table,
  column: Column,
  into: Matrix,
  offset: number,
): number {
  const values = appliedNumbers(table, column, encoder.reads);
  const { median, mean, deviation } = encoder;
  let missing = 0;
  for (let row = 0; row < values.length; row++) {
    const isGap = Number.isNaN(values[row]);
    if (isGap) missing++;
    into.data[row * into.cols + offset] = ((isGap ? median : values[row]) - mean) / deviation;
    if (encoder.indicator && isGap) into.data[row * into.cols + offset + 1] = 1;
  }
  if (missing > 0 && encoder.missing === "reject") rejectMissing("applyRecipe", table, column, values);
  return missing;
}

/**
 * Rejects dates where numbers were learned, and the reverse: dates count in days, so that each would pass for the other. Texts
 * are read as those of the table that the recipe was fitted to.
 */
export function checkDates(who: string, table: Table, column: Column, expectsDates: boolean): void {
  if (column.type === "vector" || column.type === "text" || (column.type === "date") === expectsDates) return;
  if (expectsDates && column.type === "number" && hasCompactDays(table, column)) return; // fewer of them are numbers
  for (let row = 0; row < table.rows; row++) {
    if (isMissing(column, row)) continue;
    const [kind, example] = expectsDates ? ["a date", "2024-02-29"] : ["a number", "1.5"];
    const rule = `must be ${kind}, as in the table that the recipe was fitted to`;
    const wayOut = `write it as ${example}, or fit the recipe again`;
    reject(who, `column ${JSON.stringify(column.name)}, ${rowPlace(table, row)},`, rule, cellText(column, row), wayOut);
  }
}

function hasCompactDays(table: Table, column: Column): boolean {
  return Array.from({ length: table.rows }, (_, row) => cellText(column, row)).every(
    (cell) => cell === null || (/^\d{8}$/.test(cell) && momentOf(cell) !== undefined),
  );
}

/** Of the cells that are to be numbers, this share may be words. */
const MAX_WORDS = 0.1;

/** A column as numbers, and how its cells are written; of a column that is to be numeric though it is text, half must be numbers. */
function fittedNumbers(table: Table, column: Column): { values: Float64Array; form: CellForm | undefined } {
  if (column.type === "number") return { values: column.values, form: column.form };
  if (column.type === "date") return { values: column.values.map((value) => value / DAY), form: column.form ?? ISO };
  if (column.type === "vector") rejectVectors("fitRecipe", column);
  const tally = new ColumnTally(column.name);
  tally.add(column.values);
  const form = tally.bestForm();
  return { values: readNumbers("fitRecipe", table, column.name, column.values, form, 0.5), form };
}

const ISO: CellForm = { kind: "date", order: "day" };

/** A column as numbers under the form that was learned. */
function appliedNumbers(table: Table, column: Column, form: CellForm | undefined): Float64Array {
  if (column.type === "vector") rejectVectors("applyRecipe", column);
  if (column.type === "text") {
    return readNumbers("applyRecipe", table, column.name, column.values, form ?? PLAIN, MAX_WORDS);
  }
  const { written } = column;
  const isOther = written !== undefined && JSON.stringify(column.form) !== JSON.stringify(form);
  if (form !== undefined && (isOther || (form.kind === "date" && column.type === "number"))) {
    const cells = Array.from({ length: table.rows }, (_, row) => writtenText(column, row));
    return readNumbers("applyRecipe", table, column.name, cells, form, MAX_WORDS);
  }
  if (column.type === "date") return column.values.map((value) => value / DAY);
  const gaps = (form?.missing ?? []).map(Number);
  return gaps.length === 0 ? column.values : column.values.map((value) => (gaps.includes(value) ? Number.NaN : value));
}

const PLAIN: CellForm = { kind: "number", decimal: "." };

/** Cells under a form; words that are not known are missing, unless there are too many of them. */
function readNumbers(
  who: string,
  table: Table,
  name: string,
  cells: readonly (string | null)[],
  form: CellForm,
  mostWords: number,
): Float64Array {
  const read = cellReader(form);
  let filled = 0;
  let words = 0;
  let first = -1;
  const values = Float64Array.from(cells, (cell, row) => {
    const { value, isWord } = read(cell);
    if (isWord && words++ === 0) first = row;
    if (isWord || !Number.isNaN(value)) filled++;
    return form.kind === "date" ? value / DAY : value;
  });
  if (words <= mostWords * filled) return values;
  const where = `column ${JSON.stringify(name)}, ${rowPlace(table, first)},`;
  return reject(who, where, `must be ${FORM_RULES[form.kind]}${unitOf(form)}`, cells[first]);
}

const FORM_RULES = { number: "a number", date: "a date", time: "a time such as 13:45" };

function unitOf(form: CellForm): string {
  return form.kind === "number" && form.unit !== undefined ? ` in ${form.unit}` : "";
}

function rejectVectors(who: string, { name }: Column): never {
  reject(who, `column ${JSON.stringify(name)}`, "must be numbers, but it holds vectors");
}

function rejectMissing(who: string, table: Table, column: Column, values: Float64Array): never {
  const rows = [...values.keys()].filter((row) => Number.isNaN(values[row]));
  const { lines } = table;
  const where =
    lines === undefined
      ? `row ${rows[0]}`
      : linesInWords(
          rows.slice(0, 5).map((row) => lines[row]),
          rows.length,
        );
  reject(
    who,
    `column ${JSON.stringify(column.name)}`,
    `must have no missing value, but ${rows.length} ${rows.length === 1 ? "is" : "are"} missing (${where})`,
    undefined,
    'set missing to "median", or ignore the column',
  );
}

/** The median of sorted values. */
export function medianOf(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle];
  return sorted[middle - 1] + (sorted[middle] - sorted[middle - 1]) / 2;
}

/** Mean and population standard deviation, summed in row order. */
function momentsOf(values: Float64Array): { mean: number; deviation: number } {
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) * (value - mean);
  return { mean, deviation: Math.sqrt(squares / values.length) };
}
