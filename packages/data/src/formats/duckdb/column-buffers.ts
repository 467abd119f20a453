// Columns that are filled from the vectors of DuckDB, piece by piece.
import type { DuckDBListVector, DuckDBVector } from "@duckdb/node-api";
import { refuse } from "xpal/check";
import type { Column } from "../../table/table.ts";
import type { ColumnPlan } from "./plan-columns.ts";

/** A column being filled; a vector's length is known from its first row on. */
export type ColumnBuffer =
  | {
      readonly name: string;
      readonly type: "number" | "date";
      readonly values: Float64Array;
      readonly parse?: (text: string) => number;
    }
  | { readonly name: string; readonly type: "text"; readonly values: (string | null)[] }
  | { readonly name: string; readonly type: "vector"; readonly rows: number; cols: number; data: Float64Array };

/** Some items of a vector of DuckDB, and where they go. */
export interface Portion {
  readonly vector: DuckDBVector;
  /** The first item, and how many. */
  readonly from: number;
  readonly count: number;
  /** The row of the buffer that the first one becomes. */
  readonly at: number;
  /** What stands in front of the buffer's first row, for messages. */
  readonly rowsBefore: number;
}

/** Room for some rows of a column. */
export function columnBuffer({ name, type, parse }: Omit<ColumnPlan, "sql">, rows: number): ColumnBuffer {
  if (type === "vector") return { name, type, rows, cols: -1, data: new Float64Array(0) };
  if (type === "text") return { name, type, values: new Array<string | null>(rows).fill(null) };
  return { name, type, values: new Float64Array(rows), ...(parse === undefined ? {} : { parse }) };
}

/** Copies a portion into the buffer. */
export function fillBuffer(column: ColumnBuffer, portion: Portion, file: string): void {
  if (column.type === "vector") {
    fillVectors(column, portion, file);
    return;
  }
  const { vector, from, count, at } = portion;
  if (column.type === "text") {
    for (let i = 0; i < count; i++) {
      const item = vector.getItem(from + i) as string | null;
      column.values[at + i] = item === "" ? null : item;
    }
    return;
  }
  const { parse } = column;
  if (parse !== undefined) {
    for (let i = 0; i < count; i++) {
      const text = vector.getItem(from + i) as string | null;
      column.values[at + i] = text === null ? Number.NaN : parse(text);
    }
    return;
  }
  const items = plainItems(vector);
  if (items !== undefined) {
    column.values.set(items.subarray(from, from + count), at);
    return;
  }
  for (let i = 0; i < count; i++) column.values[at + i] = (vector.getItem(from + i) as number | null) ?? Number.NaN;
}

/** The numbers of a vector where none of them is missing: ten times as fast as one by one, if the library lets us. */
function plainItems(vector: DuckDBVector): Float64Array | undefined {
  const { items, validity } = vector as unknown as { items?: unknown; validity?: { data?: unknown } };
  return items instanceof Float64Array && validity?.data === null ? items : undefined;
}

function fillVectors(
  column: Extract<ColumnBuffer, { type: "vector" }>,
  { vector, from, count, at, rowsBefore }: Portion,
  file: string,
): void {
  const lists = vector as DuckDBListVector;
  const { childVector } = lists;
  const items = plainItems(childVector);
  for (let i = 0; i < count; i++) {
    const start = lists.getEntryOffset(from + i);
    const length = lists.getItemVector(from + i) === null ? 0 : lists.getEntryLength(from + i);
    if (column.cols < 0) {
      column.cols = length;
      column.data = new Float64Array(column.rows * length);
    }
    const where = () => `${file}, column ${JSON.stringify(column.name)}, row ${rowsBefore + at + i},`;
    if (length !== column.cols || length === 0) {
      refuse("readTable", where(), `must hold ${Math.max(1, column.cols)} numbers as the first row`, length);
    }
    if (items !== undefined) {
      column.data.set(items.subarray(start, start + length), (at + i) * length);
      continue;
    }
    for (let d = 0; d < length; d++) {
      const item = childVector.getItem(start + d) as number | null;
      if (item === null) refuse("readTable", where(), "must hold no missing number in a vector");
      column.data[(at + i) * length + d] = item;
    }
  }
}

/** The first rows of the buffer as a column, without a copy. */
export function bufferColumn(column: ColumnBuffer, rows: number): Column {
  const { name, type } = column;
  if (type === "vector") {
    const cols = Math.max(0, column.cols);
    return { name, type, values: { rows, cols, data: column.data.subarray(0, rows * cols) } };
  }
  if (type === "text")
    return { name, type, values: rows === column.values.length ? column.values : column.values.slice(0, rows) };
  return { name, type, values: column.values.subarray(0, rows) };
}
