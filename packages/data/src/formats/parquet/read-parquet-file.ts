// Parquet files in Node through DuckDB: numbers go from its vectors straight into the columns. Where DuckDB cannot be
// loaded, the plain reader takes over.
import { readFile } from "node:fs/promises";
import type { DuckDBConnection } from "@duckdb/node-api";
import { isRefusal, refuse } from "xpal/check";
import { withoutInfinities } from "../../table/column-from-values.ts";
import { type Notice, plainRows } from "../../table/notice.ts";
import { makeTable, type Table } from "../../table/table.ts";
import { bufferColumn, columnBuffer, fillBuffer } from "../duckdb/column-buffers.ts";
import { openDuckdb, quoted } from "../duckdb/open-duckdb.ts";
import { planColumns } from "../duckdb/plan-columns.ts";
import { readParquet } from "./read-parquet.ts";

/**
 * A table from a Parquet file.
 * @throws XpalError if the file is damaged or cut off, or a list column has lists of different length.
 */
export async function readParquetFile(path: string, name = path): Promise<Table> {
  const isPattern = /[*?[\]]/.test(path); // DuckDB would look for several files
  const instance = isPattern ? undefined : await openDuckdb();
  if (instance === undefined) return readParquet(await readFile(path), name);
  const connection = await instance.connect();
  try {
    return await readAll(connection, path, name);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function readAll(connection: DuckDBConnection, path: string, name: string): Promise<Table> {
  const from = `read_parquet(${quoted(path, "'")})`;
  const notices: Notice[] = [];
  try {
    const plans = await planColumns(connection, from, notices);
    const rows = Number((await connection.runAndReadAll(`SELECT count(*) FROM ${from}`)).getRows()[0][0]);
    const columns = plans.map((plan) => columnBuffer(plan, rows));
    const result = await connection.stream(`SELECT ${plans.map(({ sql }) => sql).join(", ")} FROM ${from}`);
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
      at += count;
    }
    if (at !== rows) throw new RangeError(`${at} of ${rows} rows`);
    for (const column of columns)
      if (column.type === "number") notices.push(...withoutInfinities(column.name, column.values, plainRows));
    return makeTable(
      columns.map((column) => bufferColumn(column, rows)),
      { notices, source: name },
    );
  } catch (error) {
    if (isRefusal(error)) throw error;
    refuse("readTable", name, "must be a whole Parquet file, but it is damaged or cut off");
  }
}
