// The cells of a delimited text as they were written, in the rows that `readCsv` counts: what a table of numbers and
// dates no longer tells.
import { checkBytes, reject } from "@xpal/core/check";
import type { LineEnd } from "../../table/table.ts";
import { toUtf8 } from "../text/to-utf8.ts";
import { columnNames } from "./column-names.ts";
import { type CsvOptions, checkCsvOptions, optionsForName } from "./csv-options.ts";
import { type Dialect, findDialect } from "./find-dialect.ts";
import { lastByte } from "./read-csv.ts";
import { type PlainRecord, splitRecords } from "./split-records.ts";

/** A delimited text, split but not typed. */
export interface PlainCells {
  readonly names: readonly string[];
  readonly dialect: Dialect;
  readonly encoding: string;
  /** What the first record ends with; a line feed where the text has only one record. */
  readonly lineEnd: LineEnd;
  /** The text without byte order mark; the positions of the records count from its beginning. */
  readonly text: string;
  readonly header: PlainRecord | undefined;
  /** One record for each row. */
  readonly body: readonly PlainRecord[];
}

/**
 * The cells of a delimited text.
 * @throws XpalError if it is empty or not text, or a quote is not closed.
 */
export function plainCells(who: string, bytes: Uint8Array, options: CsvOptions, name: string): PlainCells {
  checkCsvOptions(who, options);
  const { bytes: utf8, encoding } = toUtf8(who, name, bytes, options.encoding);
  const end = lastByte(utf8);
  if (end === 0) reject(who, name, "must not be empty");
  const dialect = findDialect(utf8, end, optionsForName(name, options), name);
  const { names } = columnNames(dialect.names, dialect.headerLine);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const { records, fault } = splitRecords(decoder.decode(utf8.subarray(0, end)), dialect.separator, dialect.quote);
  if (fault !== undefined) reject(who, name, `must have closed quotes, but line ${fault.line} does not`);
  const skipped = dialect.headerLine - 1; // a line "sep=;" and blank lines above the header
  const filled = records.filter(({ cells, line }) => line > skipped && (names.length === 1 || !isBlank(cells)));
  const body = (dialect.header ? filled.slice(1) : filled).filter(({ cells }) => cells.length === names.length);
  const header = dialect.header ? filled[0] : undefined;
  const text = decoder.decode(utf8);
  return { names, dialect, encoding, lineEnd: lineEndOf(text, filled[0]), text, header, body };
}

function lineEndOf(text: string, record: PlainRecord | undefined): LineEnd {
  const end = record?.spans.at(-1)?.[1] ?? 0;
  if (text[end] !== "\r") return "\n";
  return text[end + 1] === "\n" ? "\r\n" : "\r";
}

function isBlank(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === "";
}

/**
 * The cells of a delimited text as they were written, row by row as `readCsv` counts them: "83.00" and "NA" stay so.
 * `header` says whether the names are in the text, which `text` holds without a byte order mark; `encoding` is what it was in.
 * @throws XpalError if it is empty or not text, or a quote is not closed.
 * @example csvCells(new TextEncoder().encode("x,class\n1.50,a\n")).rows // [["1.50", "a"]]
 */
export function csvCells(
  bytes: Uint8Array,
  options: CsvOptions = {},
  name = "the file",
): {
  readonly names: readonly string[];
  readonly header: boolean;
  readonly rows: readonly (readonly string[])[];
  readonly text: string;
  readonly encoding: string;
} {
  checkBytes("csvCells", "bytes", bytes);
  const { names, body, header, text, encoding } = plainCells("csvCells", bytes, options, name);
  return { names, header: header !== undefined, rows: body.map(({ cells }) => cells), text, encoding };
}
