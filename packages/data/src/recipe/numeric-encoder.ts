// Numbers to features: missing ones become the median, then (x - mean) / population standard deviation [1, Sec. 5.2].
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import type { Matrix } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { linesInWords } from "../table/notice.ts";
import { parseDate } from "../table/parse-date.ts";
import { rowPlace } from "../table/row-place.ts";
import { type Column, cellText, type Table } from "../table/table.ts";
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
  const values = numbersOf("fitRecipe", table, column);
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
  const values = numbersOf("applyRecipe", table, column);
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
 * Rejects dates where numbers were learned, and the reverse: dates count in days, so that each would pass for the other.
 * @param learned The type of the column in the table that the recipe was fitted to.
 */
export function checkDates(who: string, table: Table, column: Column, learned: string): void {
  const expectsDates = learned === "date";
  if (column.type === "vector" || (column.type === "date") === expectsDates) return;
  for (let row = 0; row < table.rows; row++) {
    if (isMissing(column, row)) continue;
    const cell = cellText(column, row);
    const isDate = column.type === "date" || !Number.isNaN(parseDate(cell ?? ""));
    if (isDate === expectsDates) continue;
    const [kind, example] = expectsDates ? ["a date", "2024-02-29"] : ["a number", "1.5"];
    const where = rowPlace(table, row);
    const rule = `must be ${kind}, as in the table that the recipe was fitted to`;
    const wayOut = `write it as ${example}, or fit the recipe again`;
    reject(who, `column ${JSON.stringify(column.name)}, ${where},`, rule, cell, wayOut);
  }
}

/** A column as numbers; dates in days since 1970. Text is rejected at its first cell that is not a number. */
function numbersOf(who: string, table: Table, column: Column): Float64Array {
  if (column.type === "number") return column.values;
  if (column.type === "date") return column.values.map((value) => value / DAY);
  const name = `column ${JSON.stringify(column.name)}`;
  if (column.type === "vector") reject(who, name, "must be numbers, but it holds vectors");
  return Float64Array.from(column.values, (cell, row) => {
    if (isMissing(column, row)) return Number.NaN;
    const value = Number(cell);
    if (cell !== null && cell.trim() !== "" && Number.isFinite(value)) return value;
    const where = rowPlace(table, row);
    reject(who, `${name}, ${where},`, "must be a number", cell);
  });
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
