// Parquet files in Node through DuckDB: numbers go from its vectors straight into the columns. DuckDB is a binary of
// 70 MB, so it is loaded only when a Parquet file is read; where it cannot be, the plain reader takes over.
import { readFile } from "node:fs/promises";
import type { DuckDBConnection, DuckDBListVector, DuckDBVector } from "@duckdb/node-api";
import { isRefusal, refuse } from "xpal/check";
import { withoutInfinities } from "../../table/column-from-values.ts";
import { type Notice, plainRows } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { readParquet } from "./read-parquet.ts";

/**
 * A table from a Parquet file.
 * @throws XpalError if the file is damaged or cut off, or a list column has lists of different length.
 */
export async function readParquetFile(path: string, name = path): Promise<Table> {
  const isPattern = /[*?[\]]/.test(path); // DuckDB would look for several files
  const duckdb = isPattern ? undefined : await import("@duckdb/node-api").catch(() => undefined);
  if (duckdb === undefined) return readParquet(await readFile(path), name);
  const options = { autoinstall_known_extensions: "false", autoload_known_extensions: "false", threads: "2" };
  const instance = await duckdb.DuckDBInstance.create(":memory:", options);
  const connection = await instance.connect();
  try {
    return await readAll(connection, path, name);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** How a column is read: the SQL that gives it a type we know, and that type. */
interface Plan {
  readonly name: string;
  readonly sql: string;
  readonly type: "number" | "date" | "text" | "vector";
}

async function readAll(connection: DuckDBConnection, path: string, name: string): Promise<Table> {
  const from = `read_parquet(${quoted(path, "'")})`;
  const notices: Notice[] = [];
  try {
    const plans = await planColumns(connection, from, notices);
    const rows = Number((await connection.runAndReadAll(`SELECT count(*) FROM ${from}`)).getRows()[0][0]);
    const columns = plans.map((plan) => emptyColumn(plan, rows));
    const result = await connection.stream(`SELECT ${plans.map(({ sql }) => sql).join(", ")} FROM ${from}`);
    let at = 0;
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      for (let c = 0; c < plans.length; c++) fill(columns[c], chunk.getColumnVector(c), at, name);
      at += chunk.rowCount;
    }
    if (at !== rows) throw new RangeError(`${at} of ${rows} rows`);
    for (const column of columns)
      if (column.type === "number") notices.push(...withoutInfinities(column.name, column.values, plainRows));
    return makeTable(columns.map(finish), { notices, source: name });
  } catch (error) {
    if (isRefusal(error)) throw error;
    refuse("readTable", name, "must be a whole Parquet file, and it is damaged or cut off");
  }
}

async function planColumns(connection: DuckDBConnection, from: string, notices: Notice[]): Promise<Plan[]> {
  const described = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)).getRows();
  const plans: Plan[] = [];
  for (const [given, declared] of described) {
    const name = String(given);
    const type = String(declared);
    const column = quoted(name, '"');
    if (/^(?:TINYINT|SMALLINT|INTEGER|UTINYINT|USMALLINT|UINTEGER|FLOAT|DOUBLE)$/.test(type)) {
      plans.push({ name, sql: `${column}::DOUBLE`, type: "number" });
    } else if (/^(?:U?BIGINT|U?HUGEINT|DECIMAL\(\d+,\s*0\))$/.test(type)) {
      plans.push(await planLong(connection, from, name, notices));
    } else if (/^DECIMAL\(.*\)$/.test(type)) {
      plans.push(await planDecimal(connection, from, name, type, notices));
    } else if (/^TIMESTAMP WITH TIME ZONE$/.test(type)) {
      plans.push({ name, sql: `epoch_ms(${column})::DOUBLE`, type: "date" }); // a cast to TIMESTAMP would use the local zone
    } else if (/^(?:DATE|TIMESTAMP.*)$/.test(type)) {
      plans.push({ name, sql: `epoch_ms(${column}::TIMESTAMP)::DOUBLE`, type: "date" });
    } else if (/^(?:U?(?:TINY|SMALL|BIG)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL\(.*\))\[\d*\]$/.test(type)) {
      plans.push({ name, sql: `${column}::DOUBLE[]`, type: "vector" });
    } else if (/^(?:VARCHAR|BOOLEAN|UUID|TIME|INTERVAL|ENUM.*)$/.test(type)) {
      plans.push({ name, sql: `${column}::VARCHAR`, type: "text" });
    } else {
      const message = `column ${JSON.stringify(name)} of type ${type} was kept as text`;
      notices.push({ code: "nested-value", message, column: name });
      plans.push({ name, sql: `${column}::VARCHAR`, type: "text" });
    }
  }
  return plans;
}

/** Whole numbers of 64 bits are numbers only if none of them would lose digits. */
async function planLong(connection: DuckDBConnection, from: string, name: string, notices: Notice[]): Promise<Plan> {
  const column = quoted(name, '"');
  const limit = Number.MAX_SAFE_INTEGER;
  const outside = `SELECT count(*) FROM ${from} WHERE ${column} > ${limit} OR ${column} < -${limit}`;
  const count = Number((await connection.runAndReadAll(outside)).getRows()[0][0]);
  if (count === 0) return { name, sql: `${column}::DOUBLE`, type: "number" };
  const message = `column ${JSON.stringify(name)} was kept as text because of numbers too long to keep all digits in ${count} rows`;
  notices.push({ code: "long-number", message, column: name });
  return { name, sql: `${column}::VARCHAR`, type: "text" };
}

/** Decimal fractions become the nearest doubles; where that loses digits it is said. */
async function planDecimal(
  connection: DuckDBConnection,
  from: string,
  name: string,
  type: string,
  notices: Notice[],
): Promise<Plan> {
  const column = quoted(name, '"');
  const changed = `SELECT count(*) FROM ${from} WHERE TRY_CAST(${column}::DOUBLE AS ${type}) IS DISTINCT FROM ${column}`;
  const count = Number((await connection.runAndReadAll(changed)).getRows()[0][0]);
  if (count > 0) {
    const message = `column ${JSON.stringify(name)}: numbers with more digits than can be kept were rounded in ${count} ${count === 1 ? "row" : "rows"}`;
    notices.push({ code: "long-number", message, column: name });
  }
  return { name, sql: `${column}::DOUBLE`, type: "number" };
}

/** A column being filled; a vector's length is known from its first row on. */
type Growing =
  | { readonly name: string; readonly type: "number" | "date"; readonly values: Float64Array }
  | { readonly name: string; readonly type: "text"; readonly values: (string | null)[] }
  | { readonly name: string; readonly type: "vector"; readonly rows: number; cols: number; data: Float64Array };

function emptyColumn({ name, type }: Plan, rows: number): Growing {
  if (type === "vector") return { name, type, rows, cols: -1, data: new Float64Array(0) };
  if (type === "text") return { name, type, values: new Array<string | null>(rows).fill(null) };
  return { name, type, values: new Float64Array(rows) };
}

function fill(column: Growing, vector: DuckDBVector, at: number, file: string): void {
  if (column.type === "vector") {
    fillVectors(column, vector as DuckDBListVector, at, file);
    return;
  }
  const { itemCount } = vector;
  for (let i = 0; i < itemCount; i++) {
    const item = vector.getItem(i) as number | string | null;
    if (column.type === "text") column.values[at + i] = item === "" ? null : (item as string | null);
    else column.values[at + i] = item === null ? Number.NaN : (item as number);
  }
}

function fillVectors(
  column: Extract<Growing, { type: "vector" }>,
  vector: DuckDBListVector,
  at: number,
  file: string,
): void {
  const { childVector, itemCount } = vector;
  for (let i = 0; i < itemCount; i++) {
    const start = vector.getEntryOffset(i);
    const length = vector.getItemVector(i) === null ? 0 : vector.getEntryLength(i);
    if (column.cols < 0) {
      column.cols = length;
      column.data = new Float64Array(column.rows * length);
    }
    const place = `${file}, column ${JSON.stringify(column.name)}, row ${at + i},`;
    if (length !== column.cols || length === 0) {
      refuse("readTable", place, `must hold ${Math.max(1, column.cols)} numbers as the first row`, length);
    }
    for (let d = 0; d < length; d++) {
      const item = childVector.getItem(start + d) as number | null;
      if (item === null) refuse("readTable", place, "must hold no missing number in a vector");
      column.data[(at + i) * length + d] = item;
    }
  }
}

function finish(column: Growing): Column {
  if (column.type !== "vector") return column;
  return {
    name: column.name,
    type: "vector",
    values: { rows: column.rows, cols: Math.max(0, column.cols), data: column.data },
  };
}

function quoted(text: string, mark: string): string {
  return mark + text.replaceAll(mark, mark + mark) + mark;
}
