// A Parquet file of which any column of any row group can be read, from memory or from disk.
import type { AsyncBuffer, FileMetaData } from "hyparquet";
import { ColumnCheck } from "./check-pages.ts";

/** A value of a column as the reader gives it. */
export type ParquetValue = object;

/** An opened file. */
export interface ParquetFile {
  /** The names of the columns at the top of the schema. */
  readonly names: readonly string[];
  /** The columns with their types, as text: the same for parts of one table. */
  readonly schema: string;
  /** How many rows each row group has. */
  readonly groups: readonly number[];
  /** Columns of decimal fractions, of which the reader makes doubles, with their digits behind the mark. */
  readonly decimals: ReadonlyMap<string, number>;
  /** Columns of points in time. */
  readonly zoned: readonly string[];
  /** Columns whose whole numbers of 64 bits lie beyond 2^53 somewhere, by what the file says of its row groups. */
  readonly long: readonly string[];
  /** @throws RangeError, or what the reader throws, if the file is damaged. */
  values(column: string, group: number, keepsTimes: boolean): Promise<ParquetValue[]>;
}

/** A time with the digits that a Date has not. */
export class ExactDate extends Date {
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

/**
 * Opens a file.
 * @throws What the reader throws if the footer is damaged or cut off.
 */
export async function openParquet(file: AsyncBuffer): Promise<ParquetFile> {
  // Loaded when there is such a file: it is a good part of the package, and most tables are of other kinds.
  const { parquetMetadataAsync, parquetRead } = await import("hyparquet");
  const { compressors } = await import("hyparquet-compressors");
  const metadata = await parquetMetadataAsync(file);
  const groups = metadata.row_groups.map((group) => Number(group.num_rows));
  if (groups.some((rows) => !(rows >= 0)) || sum(groups) !== Number(metadata.num_rows)) {
    throw new RangeError("row groups must have as many rows as the footer says");
  }
  const names = topLevel(metadata);
  if (names.some((name) => typeof name !== "string")) throw new RangeError("a column must have a name");
  const check = new ColumnCheck(file, metadata);
  return {
    names,
    schema: schemaText(metadata),
    groups,
    decimals: new Map(
      metadata.schema.flatMap((one) => (one.converted_type === "DECIMAL" ? [[one.name, one.scale ?? 0]] : [])),
    ),
    zoned: metadata.schema.filter(isZonedTime).map((one) => one.name),
    long: longColumns(metadata),
    async values(column, group, keepsTimes) {
      await check.column(group, column);
      const rowStart = sum(groups.slice(0, group));
      const values: ParquetValue[] = [];
      let ordered = true;
      if (groups[group] > 0) {
        await parquetRead({
          ...{ file, metadata, compressors, rowStart, rowEnd: rowStart + groups[group], columns: [column] },
          ...(keepsTimes ? { parsers: EXACT_TIMES } : {}),
          onChunk: ({ columnData, rowStart: start }) => {
            ordered &&= start === rowStart + values.length;
            if (ordered) for (let i = 0; i < columnData.length; i++) values.push(columnData[i] as ParquetValue);
          },
        });
      }
      if (!ordered || values.length !== groups[group]) throw new RangeError("rows are missing");
      return values;
    },
  };
}

function schemaText({ schema }: FileMetaData): string {
  return schema
    .slice(1)
    .map(({ name, type, converted_type, logical_type, num_children }) =>
      [name, type, converted_type, logical_type?.type, num_children].join(" "),
    )
    .join(", ");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function isZonedTime({ logical_type: type }: FileMetaData["schema"][number]): boolean {
  return type?.type === "TIMESTAMP" && type.isAdjustedToUTC;
}

function longColumns({ row_groups }: FileMetaData): string[] {
  const isLong = (value: unknown) => typeof value === "bigint" && (value > LIMIT || value < -LIMIT);
  const long = row_groups.flatMap(({ columns }) =>
    columns.flatMap(({ meta_data: meta }) => {
      const { min_value, max_value, min, max } = meta?.statistics ?? {};
      return meta !== undefined && [min_value, max_value, min, max].some(isLong) ? [meta.path_in_schema[0]] : [];
    }),
  );
  return [...new Set(long)];
}

const LIMIT = BigInt(Number.MAX_SAFE_INTEGER);

/** The names of the columns at the top of the schema, which lists nested ones after their parents. */
function topLevel({ schema }: FileMetaData): string[] {
  const names: string[] = [];
  const skip = (index: number): number => {
    let next = index + 1;
    for (let child = 0; child < (schema[index].num_children ?? 0); child++) next = skip(next);
    return next;
  };
  for (let index = 1; index < schema.length; index = skip(index)) names.push(schema[index].name);
  return [...new Set(names)];
}
