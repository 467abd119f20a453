// How each column of a DuckDB relation becomes a column of a table: the SQL that gives it a type we know.
import type { DuckDBConnection } from "@duckdb/node-api";
import { type Notice, roundedNotice } from "../../table/notice.ts";
import type { TimeForm } from "../../table/written-times.ts";
import { quoted } from "./open-duckdb.ts";

/** How a column is read: the SQL that gives it a type we know, and that type. */
export interface ColumnPlan {
  readonly name: string;
  readonly sql: string;
  readonly type: "number" | "date" | "text" | "vector";
  /** Where the SQL gives the text of a number or date: what it means; NaN if it is missing. */
  readonly parse?: (text: string) => number;
  /** Of times: the SQL that gives their ticks, which may be finer than milliseconds, and how these are counted. */
  readonly ticks?: TimeForm & { readonly sql: string };
}

/** Plans for all columns; notices are added to the list. */
export async function planColumns(
  connection: DuckDBConnection,
  from: string,
  notices: Notice[],
): Promise<ColumnPlan[]> {
  const described = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)).getRows();
  const plans: ColumnPlan[] = [];
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
      const ticks = { sql: `epoch_us(${column})`, perSecond: 1_000_000n, isZoned: true };
      plans.push({ name, sql: `epoch_ms(${column})::DOUBLE`, type: "date", ticks }); // a cast to TIMESTAMP would use the local zone
    } else if (type === "DATE") {
      plans.push({ name, sql: `epoch_ms(${column}::TIMESTAMP)::DOUBLE`, type: "date" });
    } else if (/^TIMESTAMP.*$/.test(type)) {
      const ticks =
        type === "TIMESTAMP_NS"
          ? { sql: `epoch_ns(${column})`, perSecond: 1_000_000_000n, isZoned: false }
          : { sql: `epoch_us(${column}::TIMESTAMP)`, perSecond: 1_000_000n, isZoned: false };
      plans.push({ name, sql: `epoch_ms(${column}::TIMESTAMP)::DOUBLE`, type: "date", ticks });
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
async function planLong(
  connection: DuckDBConnection,
  from: string,
  name: string,
  notices: Notice[],
): Promise<ColumnPlan> {
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
): Promise<ColumnPlan> {
  const column = quoted(name, '"');
  const changed = `SELECT count(*) FROM ${from} WHERE TRY_CAST(${column}::DOUBLE AS ${type}) IS DISTINCT FROM ${column}`;
  const count = Number((await connection.runAndReadAll(changed)).getRows()[0][0]);
  if (count > 0) notices.push(roundedNotice(name, count));
  return { name, sql: `${column}::DOUBLE`, type: "number" };
}
