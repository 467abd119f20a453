// A delimited text in pieces. How it is written is found out from its beginning, as for smaller files; then DuckDB reads
// all cells as text once to see which columns are numbers or dates throughout (see plan-cells.ts).
import { open } from "node:fs/promises";
import { basename } from "node:path";
import type { DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
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
/** DuckDB always separates; where nothing is to, by what texts do not have. A line that has it is refused as one of two cells. */
const UNUSED = "\u0001";

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
  const isSkipping = options.ragged === "skip";
  const reading = [
    `header = false, auto_detect = false, skip = ${dialect.line - 1}, columns = {${columns}}`,
    `delim = ${quoted(dialect.separator || UNUSED, "'")}, quote = ${quoted(dialect.quote, "'")}, escape = ${quoted(dialect.quote, "'")}`,
    `ignore_errors = ${isSkipping}, max_line_size = ${1 << 24}`,
  ].join(", ");
  const relation = (more = "") => `read_csv(${quoted(path, "'")}, ${reading}${more})`;
  const from = relation();
  const said: Notice[] = [...dialect.notices, ...notices];
  const refuseDamage = (row: number, error: unknown): never => {
    const line = /Line: (\d+)/.exec(String((error as Error)?.message))?.[1];
    const where = line === undefined ? `after row ${row}` : `in line ${line}`;
    const rule = `must have ${names.length} cells in every record and closed quotes, but it does not ${where}`;
    refuse("readTable", path, rule, undefined, isSkipping ? "correct it" : 'correct it, or set ragged to "skip"');
  };
  const connection = await instance.connect();
  try {
    const all = isSkipping ? relation(", store_rejects = true, rejects_limit = 0") : from;
    const planned = await planCells(connection, { from: all, reading: relation, names, dialect, options, path });
    const { rows, plans } = planned;
    if (isSkipping) said.push(...(await leftOut(connection)));
    return duckdbSource({
      ...{ path, format: "csv", instance, files, plans, rows, from, refuseDamage },
      notices: [...said, ...planned.notices],
      reading: `${reading}, decimal = ${planned.decimal}`,
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

/**
 * What to say about records that were left out. DuckDB counts records rather than lines, so these are not named.
 * @throws Error if one was left out for something else than its number of cells.
 */
async function leftOut(connection: DuckDBConnection): Promise<Notice[]> {
  const isWidth = "error_type IN ('MISSING COLUMNS', 'TOO MANY COLUMNS')";
  const sql = `SELECT count(DISTINCT line), min(line) FILTER (WHERE NOT (${isWidth})) FROM reject_errors`;
  const [[count, damaged]] = (await connection.runAndReadAll(sql)).getRows();
  if (damaged !== null) throw new Error(`Line: ${damaged}`);
  if (Number(count) === 0) return [];
  const message = `${count} ${Number(count) === 1 ? "line" : "lines"}: not as many cells as the header, left out`;
  return [{ code: "ragged-row", message }];
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
