// How a file is being read, for people who may want it otherwise: every setting with the value in force, found out or
// asked for. An import page shows these beside a preview and passes what was changed back as ParseOptions.

import { checkBytes } from "@xpal/core/check";
import { optionsForName } from "./csv/csv-options.ts";
import { readCsvDialect } from "./csv/read-csv.ts";
import { arrayNames } from "./npy/read-npz.ts";
import { type Format, formatOf, type ParseOptions } from "./parse-table.ts";
import { sheetNames } from "./xlsx/read-xlsx.ts";

/** The settings of a file; those that its format does not have are absent. */
export interface SourceSettings {
  readonly format: Format;
  /** Of a delimited text; "" where each line is one cell. */
  readonly separator?: string;
  readonly quote?: string;
  readonly decimal?: "." | ",";
  readonly encoding?: string;
  /** Whether the first record holds names; also of a sheet, where only what was asked for is known. */
  readonly header?: boolean;
  /** The sheets of a workbook, and the one that is read. */
  readonly sheets?: readonly string[];
  readonly sheet?: string;
  /** The arrays of an NPZ file. */
  readonly arrays?: readonly string[];
}

/**
 * Separators to offer.
 * @example SEPARATORS.includes(";") // true
 */
export const SEPARATORS: readonly string[] = [",", ";", "\t", "|", " "];
/**
 * Encodings to offer; others may be named too.
 * @example ENCODINGS[0] // "utf-8"
 */
export const ENCODINGS: readonly string[] = [
  "utf-8",
  "windows-1252",
  "iso-8859-15",
  "utf-16le",
  "utf-16be",
  "shift_jis",
  "gb18030",
  "big5",
  "euc-kr",
  "koi8-r",
  "windows-1251",
];

/**
 * The settings under which `parseTable` reads the same bytes.
 * @throws XpalError if the file cannot be read under the options.
 * @example sourceSettings(new TextEncoder().encode("a;b\n1;2\n"), "x.csv").separator // ";"
 */
export function sourceSettings(bytes: Uint8Array, name = "the file", options: ParseOptions = {}): SourceSettings {
  checkBytes("sourceSettings", "bytes", bytes);
  const format = options.format ?? formatOf(bytes, name);
  if (format === "csv") {
    const { separator, quote, decimal, header, encoding } = readCsvDialect(
      bytes,
      optionsForName(name, options.csv ?? {}),
      name,
    );
    return { format, separator, quote, decimal, header, encoding };
  }
  if (format === "xlsx") {
    const { names, first } = sheetNames(bytes, name);
    const header = options.csv?.header;
    return { format, sheets: names, sheet: options.sheet ?? first, ...(header === undefined ? {} : { header }) };
  }
  return format === "npz" ? { format, arrays: arrayNames(bytes, name) } : { format };
}
