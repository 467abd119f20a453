// Parquet to a table, one column after the other, so that only one of them is in memory twice.

import { reject } from "@xpal/core/check";
import type { AsyncBuffer } from "hyparquet";
import { columnFromValues } from "../../table/column-from-values.ts";
import { type Notice, plainRows, roundedNotice } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { withWrittenTimes } from "../../table/written-times.ts";
import type { TypedColumn } from "../cells/type-column.ts";
import { columnNames } from "../csv/column-names.ts";
import { ExactDate, openParquet, type ParquetFile, type ParquetValue } from "./parquet-file.ts";

/**
 * A table from the bytes of a Parquet file, or from a file that is read where it lies.
 * @param keepsWritten Whether times keep their microseconds, and that they have no zone, for exports.
 * @throws XpalError if the file is damaged or cut off.
 */
export async function readParquet(
  from: Uint8Array | AsyncBuffer,
  name = "the file",
  keepsWritten = false,
): Promise<Table> {
  const file = from instanceof Uint8Array ? inMemory(from) : from;
  const opened = await orReject(name, () => openParquet(file));
  if (opened.names.length === 0) reject("readParquet", name, "must have at least one column");
  const { names, notices } = columnNames(opened.names);
  const columns: Column[] = [];
  for (const [c, given] of opened.names.entries()) {
    const values = await orReject(name, () => valuesOf(opened, given, keepsWritten));
    const typed = columnFromValues("readParquet", names[c], values, plainRows, { isTyped: true });
    notices.push(...typed.notices, ...rounded(typed, opened.decimals.get(given)));
    columns.push(keepsWritten ? withTimes(typed.column, values, opened.zoned.includes(given)) : typed.column);
  }
  return makeTable(columns, { notices, source: name });
}

function inMemory(bytes: Uint8Array): AsyncBuffer {
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  return { byteLength: buffer.byteLength, slice: (start, end) => buffer.slice(start, end) };
}

async function valuesOf(file: ParquetFile, column: string, keepsTimes: boolean): Promise<ParquetValue[]> {
  const values: ParquetValue[] = [];
  for (let group = 0; group < file.groups.length; group++) {
    for (const value of await file.values(column, group, keepsTimes)) values.push(value);
  }
  return values;
}

async function orReject<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    reject("readParquet", name, "must be a whole Parquet file, but it is damaged or cut off");
  }
}

function withTimes(column: Column, values: readonly ParquetValue[], isZoned: boolean): Column {
  if (column.type !== "date") return column;
  const ticks = values.map((value) => (value instanceof ExactDate ? value.nanoseconds : null));
  return withWrittenTimes(column, ticks, { perSecond: 1_000_000_000n, isZoned });
}

/** The reader makes doubles of decimals; where digits beyond 2^53 are gone, that is said. */
function rounded({ column }: TypedColumn, scale: number | undefined): Notice[] {
  if (column.type !== "number" || scale === undefined) return [];
  const limit = Number.MAX_SAFE_INTEGER / 10 ** scale;
  const count = column.values.filter((value) => Math.abs(value) > limit).length;
  return count === 0 ? [] : [roundedNotice(column.name, count)];
}
