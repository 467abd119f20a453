// Parquet files in Node through DuckDB: numbers go from its vectors straight into the columns. Where DuckDB cannot be
// loaded, the plain reader takes over.
import { readFile } from "node:fs/promises";
import type { DuckDBConnection, DuckDBVector } from "@duckdb/node-api";
import { isRefusal, refuse } from "xpal/check";
import { withoutInfinities } from "../../table/column-from-values.ts";
import { type Notice, plainRows } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { addTime } from "../../table/written-times.ts";
import { bufferColumn, columnBuffer, fillBuffer } from "../duckdb/column-buffers.ts";
import { openDuckdb, quoted } from "../duckdb/open-duckdb.ts";
import { type ColumnPlan, planColumns } from "../duckdb/plan-columns.ts";
import { readParquet } from "./read-parquet.ts";

/**
 * A table from a Parquet file.
 * @param keepsWritten Whether times keep their microseconds, and that they have no zone, for exports.
 * @throws XpalError if the file is damaged or cut off, or a list column has lists of different length.
 */
export async function readParquetFile(path: string, name = path, keepsWritten = false): Promise<Table> {
  const isPattern = /[*?[\]]/.test(path); // DuckDB would look for several files
  const instance = isPattern ? undefined : await openDuckdb();
  if (instance === undefined) return readParquet(await readFile(path), name, keepsWritten);
  const connection = await instance.connect();
  try {
    return await readAll(connection, path, name, keepsWritten);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function readAll(
  connection: DuckDBConnection,
  path: string,
  name: string,
  keepsWritten: boolean,
): Promise<Table> {
  const from = `read_parquet(${quoted(path, "'")})`;
  const notices: Notice[] = [];
  try {
    const plans = await planColumns(connection, from, notices);
    const rows = Number((await connection.runAndReadAll(`SELECT count(*) FROM ${from}`)).getRows()[0][0]);
    const columns = plans.map((plan) => columnBuffer(plan, rows));
    const timed = keepsWritten ? plans.flatMap(timesOf) : [];
    const wanted = [...plans, ...timed.map(({ ticks }) => ticks)].map(({ sql }) => sql).join(", ");
    const result = await connection.stream(`SELECT ${wanted} FROM ${from}`);
    let at = 0;
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      const count = chunk.rowCount;
      for (let c = 0; c < plans.length; c++) {
        fillBuffer(columns[c], { vector: chunk.getColumnVector(c), from: 0, count, at, rowsBefore: 0 }, name);
      }
      timed.forEach((times, t) => {
        fillTimes(times, chunk.getColumnVector(plans.length + t), count, at);
      });
      at += count;
    }
    if (at !== rows) throw new RangeError(`${at} of ${rows} rows`);
    for (const column of columns)
      if (column.type === "number") notices.push(...withoutInfinities(column.name, column.values, plainRows));
    const written = new Map(timed.map((times) => [times.name, times.written]));
    return makeTable(
      columns.map((column) => withTimes(bufferColumn(column, rows), written.get(column.name))),
      { notices, source: name },
    );
  } catch (error) {
    if (isRefusal(error)) throw error;
    refuse("readTable", name, "must be a whole Parquet file, but it is damaged or cut off");
  }
}

/** The texts of the times of a column, by row. */
interface WrittenTimes {
  readonly name: string;
  readonly ticks: NonNullable<ColumnPlan["ticks"]>;
  readonly written: Map<number, string>;
}

function timesOf({ name, ticks }: ColumnPlan): WrittenTimes[] {
  return ticks === undefined ? [] : [{ name, ticks, written: new Map() }];
}

function fillTimes({ ticks, written }: WrittenTimes, vector: DuckDBVector, count: number, at: number): void {
  for (let i = 0; i < count; i++) addTime(written, at + i, vector.getItem(i) as bigint | null, ticks);
}

function withTimes(column: Column, written: Map<number, string> | undefined): Column {
  return column.type !== "date" || written === undefined || written.size === 0 ? column : { ...column, written };
}
