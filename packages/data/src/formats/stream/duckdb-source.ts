// A source whose rows DuckDB reads: each pass is a query of its own, whose result is fetched in order and in pieces.
import type { DuckDBConnection, DuckDBDataChunk, DuckDBInstance } from "@duckdb/node-api";
import { checkInteger, isRefusal } from "xpal/check";
import type { Notice } from "../../table/notice.ts";
import { makeTable, type Table } from "../../table/table.ts";
import { bufferColumn, type ColumnBuffer, columnBuffer, fillBuffer } from "../duckdb/column-buffers.ts";
import type { ColumnPlan } from "../duckdb/plan-columns.ts";
import { PIECE_ROWS, type Piece, type PieceOptions, type RowSource } from "./row-source.ts";
import type { SourceFiles } from "./source-files.ts";

/** What DuckDB is to read. */
export interface DuckdbRelation {
  readonly path: string;
  readonly format: "parquet" | "csv";
  readonly instance: DuckDBInstance;
  readonly files: SourceFiles;
  readonly rows: number;
  readonly plans: readonly ColumnPlan[];
  readonly notices: readonly Notice[];
  readonly reading?: string;
  /** The relation, for FROM. */
  readonly from: string;
  /** Queries that together give the rows with these numbers, in ascending order, their number as the first column. */
  rowQueries(columns: string, rows: readonly number[]): string[];
  /** Refuses a file that DuckDB cannot read any further. */
  refuseDamage(row: number, error: unknown): never | Promise<never>;
}

/** The source of a relation. */
export function duckdbSource(relation: DuckdbRelation): RowSource {
  const { path, format, instance, files, rows, plans, notices, reading } = relation;
  return {
    ...{ path, format, rows, notices, fingerprint: files.fingerprint },
    ...(reading === undefined ? {} : { reading }),
    columns: plans.map(({ name, type }) => ({ name, type })),
    pieces: (options) => pieces(relation, options ?? {}),
    at: (chosen) => rowsAt(relation, chosen),
    close: () => instance.closeSync(),
  };
}

async function* pieces(relation: DuckdbRelation, { from = 0, size = PIECE_ROWS }: PieceOptions): AsyncGenerator<Piece> {
  const { plans, rows, path } = relation;
  checkInteger("pieces", "from", from, 0, rows);
  checkInteger("pieces", "size", size, 1);
  const skipped = from === 0 ? "" : ` OFFSET ${from}`;
  const sql = `SELECT ${plans.map((plan) => plan.sql).join(", ")} FROM ${relation.from}${skipped}`;
  const buffers = plans.map((plan) => columnBuffer(plan, Math.min(size, rows)));
  let start = from;
  let filled = 0;
  for await (const chunk of chunksOf(relation, sql, () => start + filled)) {
    for (let used = 0; used < chunk.rowCount; ) {
      const count = Math.min(chunk.rowCount - used, size - filled);
      for (let c = 0; c < plans.length; c++) {
        const portion = { vector: chunk.getColumnVector(c), from: used, count, at: filled, rowsBefore: start };
        fillBuffer(buffers[c], portion, path);
      }
      used += count;
      filled += count;
      if (filled < size) continue;
      yield { start, table: tableOf(relation, buffers, filled) };
      start += filled;
      filled = 0;
    }
  }
  if (filled > 0) yield { start, table: tableOf(relation, buffers, filled) };
  if (start + filled !== rows) await relation.refuseDamage(start + filled, new RangeError("rows are missing"));
}

async function rowsAt(relation: DuckdbRelation, chosen: ArrayLike<number>): Promise<Table> {
  const { plans, rows, path } = relation;
  for (let i = 0; i < chosen.length; i++) checkInteger("at", `rows[${i}]`, chosen[i], 0, rows - 1);
  const places = new Map<number, number[]>();
  for (let i = 0; i < chosen.length; i++) places.set(chosen[i], [...(places.get(chosen[i]) ?? []), i]);
  const buffers = plans.map((plan) => columnBuffer(plan, chosen.length));
  const wanted = [...places.keys()].sort((a, b) => a - b);
  const columns = plans.map((plan, c) => `${plan.sql} AS c${c}`).join(", ");
  let next = 0;
  for (const sql of wanted.length === 0 ? [] : relation.rowQueries(columns, wanted)) {
    for await (const chunk of chunksOf(relation, sql, () => wanted[next] ?? rows)) {
      for (let i = 0; i < chunk.rowCount; i++, next++) {
        for (const at of places.get(wanted[next]) ?? []) {
          for (let c = 0; c < plans.length; c++) {
            const portion = { vector: chunk.getColumnVector(c + 1), from: i, count: 1, at, rowsBefore: 0 };
            fillBuffer(buffers[c], portion, path);
          }
        }
      }
    }
  }
  if (next !== wanted.length) await relation.refuseDamage(wanted[next], new RangeError("rows are missing"));
  return tableOf(relation, buffers, chosen.length);
}

/** The chunks of a query on a connection of its own, which is closed with it; what goes wrong is refused in our words. */
async function* chunksOf(relation: DuckdbRelation, sql: string, row: () => number): AsyncGenerator<DuckDBDataChunk> {
  const { files, instance } = relation;
  let connection: DuckDBConnection | undefined;
  try {
    connection = await instance.connect();
    files.checkUnchanged();
    const result = await connection.stream(sql);
    let count = 0;
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      if (count++ % CHECKED_EVERY === 0) files.checkUnchanged();
      yield chunk;
    }
    files.checkUnchanged();
  } catch (error) {
    if (isRefusal(error)) throw error;
    files.checkUnchanged(); // a file that was changed looks damaged
    await relation.refuseDamage(row(), error);
  } finally {
    connection?.closeSync();
  }
}

/** Chunks are 2048 rows; a look at the files takes microseconds. */
const CHECKED_EVERY = 16;

function tableOf({ path }: DuckdbRelation, buffers: readonly ColumnBuffer[], rows: number): Table {
  for (const buffer of buffers) {
    if (buffer.type !== "number") continue;
    const { values } = buffer;
    for (let row = 0; row < rows; row++) if (!Number.isFinite(values[row])) values[row] = Number.NaN;
  }
  return makeTable(
    buffers.map((buffer) => bufferColumn(buffer, rows)),
    { source: path },
  );
}
