// A Parquet file, or several parts of one table, in pieces.
import { basename } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { isRefusal, refuse } from "xpal/check";
import type { Notice } from "../../table/notice.ts";
import { quoted } from "../duckdb/open-duckdb.ts";
import { planColumns } from "../duckdb/plan-columns.ts";
import { duckdbSource } from "./duckdb-source.ts";
import type { RowSource } from "./row-source.ts";
import type { SourceFiles } from "./source-files.ts";

/**
 * The source of one or several Parquet files.
 * @throws XpalError if a file is damaged, or the parts have different columns.
 */
export async function parquetSource(path: string, files: SourceFiles, instance: DuckDBInstance): Promise<RowSource> {
  const { paths } = files;
  const bad = paths.find((one) => /[*?[\]]/.test(one));
  if (bad !== undefined) refuse("readTable", bad, "must have no *, ?, [ or ] in its path to be read in pieces");
  const from = `read_parquet([${paths.map((one) => quoted(one, "'")).join(", ")}])`;
  const connection = await instance.connect();
  try {
    const parts = await partsOf(connection, path, paths);
    const notices: Notice[] = [];
    const plans = await planColumns(connection, from, notices);
    const ends = parts.map(({ rows }) => rows);
    for (let p = 1; p < ends.length; p++) ends[p] += ends[p - 1];
    const partAt = (row: number) => Math.min(ends.filter((end) => end <= row).length, paths.length - 1);
    const startOf = (part: number) => (part === 0 ? 0 : ends[part - 1]);
    return duckdbSource({
      ...{ path, format: "parquet", instance, files, plans, notices, from },
      rows: ends[ends.length - 1],
      rowQueries(columns, rows) {
        const byPart = grouped(rows, partAt);
        return [...byPart].map(([part, wanted]) => {
          const file = quoted(paths[part], "'");
          const numbers = wanted.map((row) => row - startOf(part)).join(", ");
          return `SELECT file_row_number, ${columns} FROM read_parquet(${file}, file_row_number = true) WHERE file_row_number IN (${numbers}) ORDER BY file_row_number`;
        });
      },
      async refuseDamage(row) {
        // Parts are read ahead, so the rows may end before the part that cannot be read.
        const part = (await firstDamaged(instance, paths)) ?? partAt(row);
        const which = paths.length > 1 ? `${basename(paths[part])} is` : "it is";
        const where = part === partAt(row) ? ` in or after row ${row - startOf(part)}` : "";
        return refuse("readTable", path, `must be whole Parquet, but ${which} damaged${where}`);
      },
    });
  } catch (error) {
    if (isRefusal(error)) throw error;
    files.checkUnchanged();
    refuse("readTable", path, "must be a whole Parquet file, but it is damaged or cut off");
  } finally {
    connection.closeSync();
  }
}

/** The first part that cannot be read to its end; null where all can. */
async function firstDamaged(instance: DuckDBInstance, paths: readonly string[]): Promise<number | null> {
  const connection = await instance.connect();
  try {
    for (const [part, path] of paths.entries()) {
      try {
        await connection.run(`SELECT count(COLUMNS(*)) FROM read_parquet(${quoted(path, "'")})`);
      } catch {
        return part;
      }
    }
    return null;
  } finally {
    connection.closeSync();
  }
}

/** The rows by their part. */
function grouped(rows: readonly number[], partAt: (row: number) => number): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  for (const row of rows) {
    const part = partAt(row);
    const group = groups.get(part);
    if (group === undefined) groups.set(part, [row]);
    else group.push(row);
  }
  return groups;
}

/** How many rows each part has. */
async function partsOf(
  connection: DuckDBConnection,
  path: string,
  paths: readonly string[],
): Promise<{ readonly rows: number }[]> {
  const parts: { rows: number }[] = [];
  let first: string | undefined;
  for (const one of paths) {
    const name = paths.length > 1 ? `${path}, ${basename(one)},` : path;
    try {
      const file = quoted(one, "'");
      const counted = await connection.runAndReadAll(`SELECT num_rows FROM parquet_file_metadata(${file})`);
      const described = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${file})`)).getRows();
      const columns = described.map(([column, type]) => `${column} ${type}`).join(", ");
      first ??= columns;
      if (columns !== first) refuse("readTable", name, "must have the columns of the first part", columns);
      parts.push({ rows: Number(counted.getRows()[0][0]) });
    } catch (error) {
      if (isRefusal(error)) throw error;
      refuse("readTable", name, "must be a whole Parquet file, but it is damaged or cut off");
    }
  }
  return parts;
}
