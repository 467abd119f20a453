// Columns from values that already have types (JSON, Parquet, Arrow, XLSX). One type throughout is kept; numbers among
// words are read as a CSV column would be; whatever is changed or in doubt is said.
import { reject } from "@xpal/core/check";
import type { FileForm } from "../formats/cells/column-tally.ts";
import { missingSet } from "../formats/cells/missing-words.ts";
import { compactDays } from "../formats/cells/moment.ts";
import { type TypedColumn, typeColumn } from "../formats/cells/type-column.ts";
import { withWritten } from "../formats/cells/with-written.ts";
import { linesInWords, type Notice, type Places } from "./notice.ts";
import { parseDate } from "./parse-date.ts";

type Value = string | number | bigint | boolean | Date | null | undefined | object;

/** What a format and a person say of its values. */
interface ValueOptions {
  /** A date as text, where other values make the column one of texts. */
  readonly dateText?: (date: Date) => string;
  /** Whether the format declares types, so that texts are meant as texts; only days and times in ISO 8601 are dates there. */
  readonly isTyped?: boolean;
  readonly file?: FileForm;
}

/** A typed column from values; missing are null, undefined, NaN and "". */
export function columnFromValues(
  who: string,
  name: string,
  values: readonly Value[],
  places: Places,
  { dateText = (date) => date.toISOString(), isTyped = false, file = {} }: ValueOptions = {},
): TypedColumn {
  const kinds = new Set<string>();
  for (const value of values) kinds.add(kindOf(value));
  kinds.delete("missing");
  if (kinds.size === 1 && kinds.has("number")) return numbers(name, values, places, file, isTyped);
  if (kinds.size === 1 && kinds.has("date")) {
    const dates = Float64Array.from(values, (value) => (value instanceof Date ? value.getTime() : Number.NaN));
    return { column: { name, type: "date", values: dates }, notices: [] };
  }
  if (kinds.has("vector")) return vectors(who, name, values, places);
  const cells = values.map((value) => textOf(value, dateText));
  if (kinds.has("object")) return nested(name, values, cells, places);
  if (kinds.size === 0 || (kinds.size === 1 && kinds.has("boolean"))) {
    return { column: { name, type: "text", values: cells }, notices: [] };
  }
  if (isTyped && kinds.size === 1 && kinds.has("text")) return texts(name, cells);
  return typeColumn(name, cells, file, places);
}

/** Declared texts are texts, but where all are dates in ISO 8601 they are dates. */
function texts(name: string, cells: (string | null)[]): TypedColumn {
  const dates = Float64Array.from(cells, (cell) => (cell === null ? Number.NaN : parseDate(cell)));
  if (cells.some((cell, row) => cell !== null && Number.isNaN(dates[row]))) {
    return { column: { name, type: "text", values: cells }, notices: [] };
  }
  return { column: withWritten({ name, type: "date", values: dates }, cells), notices: [] };
}

function kindOf(value: Value): string {
  if (value === null || value === undefined || value === "") return "missing";
  if (typeof value === "number") return Number.isNaN(value) ? "missing" : "number";
  if (typeof value === "bigint") return isSafe(value) ? "number" : "long";
  if (typeof value === "string") return "text";
  if (typeof value === "boolean") return "boolean";
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "missing" : "date";
  return isNumberList(value) ? "vector" : "object";
}

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

function isNumberList(value: object): value is ArrayLike<number> {
  if (ArrayBuffer.isView(value)) return !(value instanceof DataView);
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "number");
}

function textOf(value: Value, dateText: (date: Date) => string): string | null {
  if (kindOf(value) === "missing") return null;
  if (value instanceof Date) return dateText(value);
  return typeof value === "object" ? JSON.stringify(value, bigintsAsText) : String(value);
}

function bigintsAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

function numbers(
  name: string,
  values: readonly Value[],
  places: Places,
  file: FileForm,
  isTyped: boolean,
): TypedColumn {
  const gaps = new Set([...(missingSet(file.missing) ?? [])].map(Number));
  const column = Float64Array.from(values, (value) => {
    const number = kindOf(value) === "missing" ? Number.NaN : Number(value);
    return gaps.has(number) ? Number.NaN : number;
  });
  const days = isTyped ? undefined : compactDays(column);
  if (days !== undefined) {
    return { column: { name, type: "date", values: days, form: { kind: "date", order: "day" } }, notices: [] };
  }
  return { column: { name, type: "number", values: column }, notices: withoutInfinities(name, column, places) };
}

/** Infinite numbers cannot be compared; they become missing values, and that is said. Changes the array. */
function withoutInfinities(name: string, values: Float64Array, places: Places): Notice[] {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) {
    if (values[row] !== Infinity && values[row] !== -Infinity) continue;
    rows.push(row);
    values[row] = Number.NaN;
  }
  if (rows.length === 0) return [];
  const lines = rows.slice(0, 5).map(places.of);
  const message = `column ${JSON.stringify(name)}: infinite numbers were taken for missing values in ${linesInWords(lines, rows.length, places.word)}`;
  return [{ code: "infinite-number", message, column: name, lines }];
}

function vectors(who: string, name: string, values: readonly Value[], places: Places): TypedColumn {
  const first = values.find((value) => kindOf(value) === "vector") as ArrayLike<number>;
  const data = new Float64Array(values.length * first.length);
  values.forEach((value, row) => {
    const isVector = kindOf(value) === "vector";
    const length = isVector ? (value as ArrayLike<number>).length : 0;
    if (!isVector || length !== first.length) {
      const rule = `must hold a vector of ${first.length} numbers in every row`;
      reject(
        who,
        `column ${JSON.stringify(name)}, ${places.word} ${places.of(row)},`,
        rule,
        isVector ? `${length} numbers` : value,
      );
    }
    data.set(Float64Array.from(value as ArrayLike<number>, Number), row * first.length);
  });
  return { column: { name, type: "vector", values: { rows: values.length, cols: first.length, data } }, notices: [] };
}

function nested(name: string, values: readonly Value[], cells: (string | null)[], places: Places): TypedColumn {
  const rows = [...values.keys()].filter((row) => kindOf(values[row]) === "object");
  const lines = rows.slice(0, 5).map(places.of);
  const message = `column ${JSON.stringify(name)}: nested values were kept as JSON text in ${linesInWords(lines, rows.length, places.word)}`;
  return {
    column: { name, type: "text", values: cells },
    notices: [{ code: "nested-value", message, column: name, lines }],
  };
}
