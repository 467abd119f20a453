// A delimited text in pieces. How it is written is found out from its beginning, as for smaller files; then DuckDB reads
// all cells as text once to see which columns are numbers or dates throughout (see plan-cells.ts).
import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { DuckDBInstance } from "@duckdb/node-api";
import { isRefusal, refuse } from "xpal/check";
import type { Notice } from "../../table/notice.ts";
import { columnNames } from "../csv/column-names.ts";
import { type CsvOptions, optionsForName } from "../csv/csv-options.ts";
import { readCsvDialect } from "../csv/read-csv.ts";
import { quoted } from "../duckdb/open-duckdb.ts";
import { duckdbSource } from "./duckdb-source.ts";
import { planCells } from "./plan-cells.ts";
import type { RowSource } from "./row-source.ts";
import type { SourceFiles } from "./source-files.ts";

const HEAD_BYTES = 1 << 20;

/**
 * The source of a delimited text.
 * @throws XpalError if it is not UTF-8, or a record has another width than the others (its line is named).
 */
export async function csvSource(
  path: string,
  files: SourceFiles,
  instance: DuckDBInstance,
  given: CsvOptions,
): Promise<RowSource> {
  const options = optionsForName(basename(path), given);
  const head = await headOf(path);
  const dialect = readCsvDialect(wholeLines(head), options, path);
  if (!/^(?:utf-?8|us-ascii|ascii)$/i.test(dialect.encoding)) {
    const rule = "must be UTF-8 to be read in pieces";
    refuse("readTable", path, rule, dialect.encoding, "convert it, or write it as Parquet");
  }
  if (head.includes(0)) refuse("readTable", path, "must be a text file, but it has zero bytes");
  const { names, notices } = columnNames(dialect.names, dialect.headerLine);
  const columns = names.map((_, c) => `'c${c}': 'VARCHAR'`).join(", ");
  const reading = [
    `header = false, auto_detect = false, skip = ${dialect.line - 1}, columns = {${columns}}`,
    `delim = ${quoted(dialect.separator, "'")}, quote = ${quoted(dialect.quote, "'")}, escape = ${quoted(dialect.quote, "'")}`,
    `ignore_errors = ${options.ragged === "skip"}, max_line_size = ${1 << 24}`,
  ].join(", ");
  const from = `read_csv(${quoted(path, "'")}, ${reading})`;
  const said: Notice[] = [...dialect.notices, ...notices];
  const refuseDamage = (row: number, error: unknown): never => {
    const line = /Line: (\d+)/.exec(String((error as Error)?.message))?.[1];
    const where = line === undefined ? `after row ${row}` : `in line ${line}`;
    const rule = `must have ${names.length} cells in every record and closed quotes, but it does not ${where}`;
    refuse("readTable", path, rule, undefined, 'correct it, or set ragged to "skip"');
  };
  const connection = await instance.connect();
  try {
    const {
      rows,
      plans,
      decimal,
      notices: doubts,
    } = await planCells(connection, { from, names, dialect, options, path });
    return duckdbSource({
      ...{ path, format: "csv", instance, files, plans, rows, from, refuseDamage, notices: [...said, ...doubts] },
      reading: `${reading}, decimal = ${decimal}`,
      rowQueries: (sql, chosen) => [
        `SELECT n, ${sql} FROM (SELECT row_number() OVER () - 1 AS n, * FROM ${from}) WHERE n IN (${chosen.join(", ")})`,
      ],
    });
  } catch (error) {
    if (isRefusal(error)) throw error;
    files.checkUnchanged();
    return refuseDamage(0, error);
  } finally {
    connection.closeSync();
  }
}

/** The beginning of the file. */
async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const bytes = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await file.read(bytes, 0, HEAD_BYTES, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The whole lines of a beginning, if it has some. */
function wholeLines(head: Uint8Array): Uint8Array {
  const cut = head.length < HEAD_BYTES ? -1 : head.lastIndexOf(10);
  return cut < 0 ? head : head.subarray(0, cut + 1);
}
