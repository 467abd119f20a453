// Bytes of any format that this package knows to a table. What the first bytes say wins over the name.

import { checkBytes, checkOneOf, checkOptions, checkText, reject } from "@xpal/core/check";
import { makeTable, type Table } from "../table/table.ts";
import { readArff } from "./arff/read-arff.ts";
import { readArrow } from "./arrow/read-arrow.ts";
import type { FileForm } from "./cells/column-tally.ts";
import { type CsvOptions, optionsForName } from "./csv/csv-options.ts";
import { readCsv } from "./csv/read-csv.ts";
import { withWrittenCells } from "./csv/written-cells.ts";
import { readJson } from "./json/read-json.ts";
import { readJsonl } from "./json/read-jsonl.ts";
import { readNpy } from "./npy/read-npy.ts";
import { readNpzTable } from "./npy/read-npz.ts";
import { readParquet } from "./parquet/read-parquet.ts";
import { recogniseBytes } from "./text/recognise-bytes.ts";
import { toUtf8 } from "./text/to-utf8.ts";
import { readXlsx } from "./xlsx/read-xlsx.ts";

/** The formats that can be read. */
export type Format = "csv" | "json" | "jsonl" | "parquet" | "arrow" | "xlsx" | "arff" | "npy" | "npz";

const FORMATS: readonly Format[] = ["csv", "json", "jsonl", "parquet", "arrow", "xlsx", "arff", "npy", "npz"];

const EXTENSIONS = new Map<string, Format>([
  ["csv", "csv"],
  ["tsv", "csv"],
  ["tab", "csv"],
  ["txt", "csv"],
  ["json", "json"],
  ["jsonl", "jsonl"],
  ["ndjson", "jsonl"],
  ["parquet", "parquet"],
  ["arrow", "arrow"],
  ["feather", "arrow"],
  ["ipc", "arrow"],
  ["xlsx", "xlsx"],
  ["arff", "arff"],
  ["npy", "npy"],
  ["npz", "npz"],
]);

/** How to read a table, by format; options of other formats are ignored, and `checkReading` rejects them. */
export interface ParseOptions {
  /** Found out from the bytes and the name by default. */
  readonly format?: Format;
  /**
   * For delimited text; its `header` counts for XLSX too, its `encoding` for JSON, JSON Lines and ARFF; `decimal`, `dateOrder` and
   * `missing` for numbers and dates that are texts in JSON and XLSX.
   */
  readonly csv?: CsvOptions;
  /** The sheet of an XLSX file; the first that is not empty by default. */
  readonly sheet?: string;
  /** The array of an NPZ file; needed if it holds several. */
  readonly array?: string;
  /** Whether numbers and dates of delimited text and ARFF, and times of Parquet and Arrow, keep how they were written, for exports; see `writtenText`. */
  readonly written?: boolean;
}

export const PARSE_OPTIONS = ["format", "csv", "sheet", "array", "written"];

/** The column that holds the vectors of an NPY or NPZ file. */
const VECTOR_COLUMN = "embedding";

/**
 * A table from the bytes of a file.
 * @param name The file's name: its extension decides the format if the bytes do not, and messages use it.
 * @throws XpalError if the bytes are not a table in the format, or can be read in two ways.
 * @example (await parseTable(new TextEncoder().encode("x,class\n1,a\n"), "mine.csv")).rows // 1
 */
export async function parseTable(bytes: Uint8Array, name = "the file", options: ParseOptions = {}): Promise<Table> {
  checkBytes("parseTable", "bytes", bytes);
  checkOptions("parseTable", options, PARSE_OPTIONS);
  if (options.format !== undefined) checkOneOf("parseTable", "options.format", options.format, FORMATS);
  if (bytes.length === 0) reject("parseTable", name, "must not be empty");
  switch (options.format ?? formatOf(bytes, name)) {
    case "csv": {
      const table = readCsv(bytes, optionsForName(name, options.csv ?? {}), name);
      return options.written ? withWrittenCells(table, bytes, options.csv, name) : table;
    }
    case "json":
      return readJson(inUtf8(bytes, name, options.csv), name, cellsOf(options));
    case "jsonl":
      return readJsonl(inUtf8(bytes, name, options.csv), name, cellsOf(options));
    case "arff":
      return readArff(inUtf8(bytes, name, options.csv), name, options.written);
    case "parquet":
      return readParquet(bytes, name, options.written);
    case "arrow":
      return readArrow(bytes, name, options.written);
    case "xlsx": {
      const header = options.csv?.header;
      return readXlsx(
        bytes,
        {
          ...(options.sheet === undefined ? {} : { sheet: options.sheet }),
          ...(header === undefined ? {} : { header }),
          cells: cellsOf(options),
        },
        name,
      );
    }
    case "npy":
      return makeTable([{ name: VECTOR_COLUMN, type: "vector", values: readNpy(bytes, name) }], { source: name });
    case "npz":
      return readNpzTable(bytes, options.array, name, VECTOR_COLUMN);
  }
}

/** What is known of the numbers and dates of any file. */
function cellsOf({ csv: { decimal, dateOrder, missing } = {} }: ParseOptions): FileForm {
  return {
    ...(decimal === undefined ? {} : { decimal }),
    ...(dateOrder === undefined ? {} : { dateOrder }),
    ...(missing === undefined ? {} : { missing }),
  };
}

/** A text in the encoding that it is said to have, as UTF-8; without one the reader finds it out. */
function inUtf8(bytes: Uint8Array, name: string, { encoding }: CsvOptions = {}): Uint8Array {
  return encoding === undefined ? bytes : toUtf8("parseTable", name, bytes, encoding).bytes;
}

/**
 * The format of a file by its first bytes, its extension, or how its text begins.
 * @example formatOf(new TextEncoder().encode("x,class\n1,a\n"), "mine.csv") // "csv"
 */
export function formatOf(bytes: Uint8Array, name: string): Format {
  checkBytes("formatOf", "bytes", bytes);
  checkText("formatOf", "name", name);
  const kind = recogniseBytes(bytes)?.kind;
  const named = formatOfName(name);
  if (kind === "parquet" || kind === "arrow" || kind === "npy") return kind;
  if (kind === "zip") return named === "npz" || holdsArrays(bytes) ? "npz" : "xlsx";
  if (named === "parquet" || named === "arrow" || named === "xlsx" || named === "npy" || named === "npz") return named;
  if (named !== undefined) return named;
  const start = new TextDecoder()
    .decode(bytes.subarray(0, 4096))
    .replace(/^\ufeff/, "")
    .trimStart();
  if (/^(?:%.*\s*)*@relation/i.test(start)) return "arff";
  if (start.startsWith("[")) return "json";
  return start.startsWith("{") ? "jsonl" : "csv";
}

/** The format that the ending of a name stands for. */
export function formatOfName(name: string): Format | undefined {
  return EXTENSIONS.get(/\.([a-z]+)$/i.exec(name)?.[1].toLowerCase() ?? "");
}

/** Whether the first file of an archive is a NumPy array. */
function holdsArrays(bytes: Uint8Array): boolean {
  return /\.npy$/.test(new TextDecoder("latin1").decode(bytes.subarray(30, 30 + (bytes[26] | (bytes[27] << 8)))));
}
