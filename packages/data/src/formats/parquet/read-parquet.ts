// Parquet to a table in plain JavaScript, for browsers and for machines on which DuckDB does not run.
import type { FileMetaData } from "hyparquet";
import { refuse } from "xpal/check";
import { columnFromValues } from "../../table/column-from-values.ts";
import { type Notice, plainRows, roundedNotice } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { withWrittenTimes } from "../../table/written-times.ts";
import { columnNames } from "../csv/column-names.ts";
import type { TypedColumn } from "../csv/type-column.ts";
import { checkPages } from "./check-pages.ts";

/**
 * A table from the bytes of a Parquet file.
 * @param keepsWritten Whether times keep their microseconds, and that they have no zone, for exports.
 * @throws XpalError if the file is damaged or cut off.
 */
export async function readParquet(bytes: Uint8Array, name = "the file", keepsWritten = false): Promise<Table> {
  const { columns, decimals, zoned } = await decode(bytes, name, keepsWritten);
  const given = [...columns.keys()];
  const { names, notices } = columnNames(given);
  const values = [...columns.values()];
  const typed = names.map((column, c) => columnFromValues("readParquet", column, values[c], plainRows));
  const withTimes = (column: Column, c: number): Column => {
    if (column.type !== "date" || !keepsWritten) return column;
    const ticks = values[c].map((value) => (value instanceof ExactDate ? value.nanoseconds : null));
    return withWrittenTimes(column, ticks, { perSecond: 1_000_000_000n, isZoned: zoned.includes(given[c]) });
  };
  return makeTable(
    typed.map(({ column }, c) => withTimes(column, c)),
    {
      notices: [...notices, ...typed.flatMap(({ notices: said }) => said), ...rounded(typed, decimals)],
      source: name,
    },
  );
}

/** A time with the digits that a Date has not. */
class ExactDate extends Date {
  readonly nanoseconds: bigint;

  constructor(nanoseconds: bigint) {
    super(Number(nanoseconds / 1_000_000n));
    this.nanoseconds = nanoseconds;
  }
}

const EXACT_TIMES = {
  timestampFromMilliseconds: (ticks: bigint) => new ExactDate(BigInt(ticks) * 1_000_000n),
  timestampFromMicroseconds: (ticks: bigint) => new ExactDate(ticks * 1000n),
  timestampFromNanoseconds: (ticks: bigint) => new ExactDate(ticks),
};

/** The reader makes doubles of decimals; digits beyond 2^53 are gone, and that is said. */
function rounded(typed: readonly TypedColumn[], decimals: readonly string[]): Notice[] {
  return typed.flatMap(({ column }): Notice[] => {
    if (column.type !== "number" || !decimals.includes(column.name)) return [];
    const count = column.values.filter((value) => Math.abs(value) > Number.MAX_SAFE_INTEGER).length;
    return count === 0 ? [] : [roundedNotice(column.name, count)];
  });
}

async function decode(
  bytes: Uint8Array,
  name: string,
  keepsWritten: boolean,
): Promise<{ columns: Map<string, object[]>; decimals: string[]; zoned: string[] }> {
  // Loaded when there is such a file: it is a good part of the package, and most tables are of other kinds.
  const { parquetMetadata, parquetRead } = await import("hyparquet");
  const { compressors } = await import("hyparquet-compressors");
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const columns = new Map<string, object[]>();
  let decimals: string[] = [];
  let zoned: string[] = [];
  try {
    const metadata: FileMetaData = parquetMetadata(buffer);
    for (const column of topLevel(metadata)) columns.set(column, []);
    decimals = metadata.schema.filter((one) => one.converted_type === "DECIMAL").map((one) => one.name);
    zoned = metadata.schema.filter(isZonedTime).map((one) => one.name);
    checkPages(buffer, metadata);
    const file = { byteLength: buffer.byteLength, slice: (start: number, end?: number) => buffer.slice(start, end) };
    // First without asking for the values: then every column is waited for. When values are asked for and the schema
    // turns out to be damaged, the reader lets go of columns that fail later, and such a failure would end the process.
    await parquetRead({ file, metadata, compressors });
    let ordered = true;
    await parquetRead({
      file,
      metadata,
      compressors,
      ...(keepsWritten ? { parsers: EXACT_TIMES } : {}),
      onChunk: ({ columnName, columnData, rowStart }) => {
        const values = columns.get(columnName);
        ordered &&= rowStart === values?.length;
        if (ordered) for (let i = 0; i < columnData.length; i++) values?.push(columnData[i] as object);
      },
    });
    if (!ordered) throw new RangeError("row groups out of order");
    const rows = Number(metadata.num_rows);
    for (const values of columns.values()) if (values.length !== rows) throw new RangeError("rows are missing");
  } catch {
    refuse("readParquet", name, "must be a whole Parquet file, but it is damaged or cut off");
  }
  if (columns.size === 0) refuse("readParquet", name, "must have at least one column");
  return { columns, decimals, zoned };
}

function isZonedTime({ logical_type: type }: FileMetaData["schema"][number]): boolean {
  return type?.type === "TIMESTAMP" && type.isAdjustedToUTC;
}

/** The names of the columns at the top of the schema, which lists nested ones after their parents. */
function topLevel({ schema }: FileMetaData): string[] {
  const names: string[] = [];
  const skip = (at: number): number => {
    let next = at + 1;
    for (let child = 0; child < (schema[at].num_children ?? 0); child++) next = skip(next);
    return next;
  };
  for (let at = 1; at < schema.length; at = skip(at)) names.push(schema[at].name);
  return names;
}
