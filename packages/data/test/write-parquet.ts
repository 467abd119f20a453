// Parquet files for tests, with types that simple writers do not offer.
import { writeFileSync } from "node:fs";
import { parquetWriteBuffer } from "hyparquet-writer";

type Schema = NonNullable<Parameters<typeof parquetWriteBuffer>[0]["schema"]>;

/** What a column holds: ticks of clocks and instants are counts since 1970, decimals whole numbers of the last digit. */
export type ParquetType =
  | "number"
  | "whole"
  | "text"
  | "day"
  | "vector"
  | "clock-us"
  | "clock-ns"
  | "instant-us"
  | { readonly precision: number; readonly scale: number };

/** A column of a file to write. */
export interface ParquetColumn {
  readonly name: string;
  readonly type: ParquetType;
  readonly data: readonly unknown[];
}

const repetition_type = "OPTIONAL";

/** Writes columns, by default as one row group. */
export function writeParquet(path: string, columns: readonly ParquetColumn[], rowGroupSize?: number): void {
  const schema: Schema = [{ name: "root", num_children: columns.length }, ...columns.flatMap(elementsOf)];
  const columnData = columns.map(({ name, data }) => ({ name, data: [...data] }));
  writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData, schema, rowGroupSize })));
}

/** Ticks since 1970 of a text such as "2024-02-29T13:00:00.123456". */
export function ticksOf(text: string, perSecond: bigint): bigint {
  const [whole, fraction = ""] = text.split(".");
  const seconds = BigInt(Date.parse(text.length === 10 ? text : `${whole}Z`) / 1000);
  return seconds * perSecond + (BigInt(fraction.padEnd(9, "0")) * perSecond) / 1_000_000_000n;
}

function elementsOf({ name, type }: ParquetColumn): Schema {
  if (typeof type === "object")
    return [
      { name, type: "FIXED_LEN_BYTE_ARRAY", type_length: 16, converted_type: "DECIMAL", ...type, repetition_type },
    ];
  switch (type) {
    case "number":
      return [{ name, type: "DOUBLE", repetition_type }];
    case "whole":
      return [{ name, type: "INT64", repetition_type }];
    case "text":
      return [{ name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type }];
    case "day":
      return [{ name, type: "INT32", converted_type: "DATE", repetition_type }];
    case "vector":
      return [
        { name, converted_type: "LIST", num_children: 1, repetition_type },
        { name: "list", num_children: 1, repetition_type: "REPEATED" },
        { name: "element", type: "DOUBLE", repetition_type: "REQUIRED" },
      ];
    default: {
      const unit = type.endsWith("us") ? "MICROS" : "NANOS";
      const logical_type = { type: "TIMESTAMP", isAdjustedToUTC: type === "instant-us", unit } as const;
      return [{ name, type: "INT64", logical_type, repetition_type }];
    }
  }
}
