// What a caller may say about a delimited text; whatever is left out is found out from the text.
import { checkOneOf, checkOptions, reject } from "@xpal/core/check";
import type { DateOrder } from "../cells/moment.ts";
import type { DecimalMark } from "../cells/quantity.ts";

/** How to read a delimited text. */
export interface CsvOptions {
  /**
   * One character, such as ";" or "\t", or "" for none: then each line is one cell with all that stands in it, quotes too.
   * Found out among comma, semicolon, tab and bar by default.
   */
  readonly separator?: string;
  /** One character; a double quote by default. */
  readonly quote?: string;
  /** A label such as "utf-16le" or "windows-1252"; detected by default. */
  readonly encoding?: string;
  /** Whether the first record holds names; detected by default. */
  readonly header?: boolean;
  /** The decimal mark of columns that could be read either way; inferred by default. */
  readonly decimal?: DecimalMark;
  /** Whether the day or the month comes first in dates that could be read either way; inferred by default. */
  readonly dateOrder?: DateOrder;
  /** Words for a missing value among numbers and dates, beside those that are known everywhere. */
  readonly missing?: readonly string[];
  /** What to do with records of another width than the first: reject the file (the default) or leave them out. */
  readonly ragged?: "reject" | "skip";
  /** Names of columns that stay text whatever they look like. */
  readonly keepText?: readonly string[];
  /**
   * Names of columns whose numbers and dates keep how they were written, such as the labels: of a column of classes, 1.10 and
   * 1.1 are two. Names that the file does not have are no fault. In files that are read in pieces such columns are text.
   */
  readonly keepWritten?: readonly string[];
}

const KNOWN = [
  "separator",
  "quote",
  "encoding",
  "header",
  "decimal",
  "dateOrder",
  "missing",
  "ragged",
  "keepText",
  "keepWritten",
];

/** Rejects options that make no sense. */
export function checkCsvOptions(who: string, options: CsvOptions): void {
  checkOptions(who, options, KNOWN);
  for (const name of ["separator", "quote"] as const) {
    const value: unknown = options[name];
    if (value === undefined || (name === "separator" && value === "")) continue;
    if (typeof value !== "string" || !/^[\t\x20-\x7e]$/.test(value)) {
      reject(who, `options.${name}`, "must be one ASCII character", value);
    }
  }
  if (options.separator !== undefined && options.separator === (options.quote ?? '"')) {
    reject(who, "options.separator", "must differ from the quote", options.separator);
  }
  if (options.header !== undefined && typeof options.header !== "boolean") {
    reject(who, "options.header", "must be true or false", options.header);
  }
  if (options.decimal !== undefined) checkOneOf(who, "options.decimal", options.decimal, [".", ","]);
  if (options.ragged !== undefined) checkOneOf(who, "options.ragged", options.ragged, ["reject", "skip"]);
  if (options.dateOrder !== undefined) checkOneOf(who, "options.dateOrder", options.dateOrder, ["day", "month"]);
  for (const name of ["keepText", "keepWritten", "missing"] as const) {
    const value: unknown = options[name];
    if (value === undefined || Array.isArray(value)) continue;
    reject(
      who,
      `options.${name}`,
      name === "missing" ? "must be a list of words" : "must be a list of column names",
      value,
    );
  }
}

/** The options for a file of this name: .tsv and .tab say that tabs separate. */
export function optionsForName(name: string, options: CsvOptions): CsvOptions {
  const tabs = /\.(?:tsv|tab)$/i.test(name) && options.separator === undefined;
  return tabs ? { ...options, separator: "\t" } : options;
}
