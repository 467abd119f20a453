// Delimited text to a table. The dialect is found from a sample, then one fast pass reads everything; columns that
// were read as numbers but also have other cells are read again as text. What is ambiguous is rejected, or becomes a notice
// that names its lines.
import { checkBytes, reject } from "@xpal/core/check";
import { linesInWords, type Notice } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { toUtf8 } from "../text/to-utf8.ts";
import { columnNames } from "./column-names.ts";
import { type CsvOptions, checkCsvOptions } from "./csv-options.ts";
import { type Dialect, findDialect } from "./find-dialect.ts";
import type { DecimalMark } from "./number-format.ts";
import { numberReading } from "./number-format.ts";
import { NUMBER, type Scan, type ScanPlan, SKIP, scanRecords, TEXT } from "./scan-records.ts";
import { type ColumnReading, settleDecimal, type TakenMark } from "./settle-decimal.ts";
import { markerNotice, typeColumn } from "./type-column.ts";
import { withWritten } from "./with-written.ts";

/**
 * A table from CSV, TSV or another delimited text.
 * @param bytes The file.
 * @param name The name that messages use.
 * @throws XpalError if the file is empty or binary, records differ in width (their lines are named), a quote stays
 * open, or its numbers can be read in two ways.
 * @example readCsv(new TextEncoder().encode("x,class\n1,a\n2,\n")).rows // 2
 */
export function readCsv(bytes: Uint8Array, options: CsvOptions = {}, name = "the file"): Table {
  checkBytes("readCsv", "bytes", bytes);
  checkCsvOptions("readCsv", options);
  const text = toUtf8("readCsv", name, bytes, options.encoding);
  const end = lastByte(text.bytes);
  if (end === 0) reject("readCsv", name, "must not be empty");
  return readText(text.bytes, end, options, name, text.notices);
}

/** How a delimited text is written, as `readCsv` finds it out. */
export function readCsvDialect(
  bytes: Uint8Array,
  options: CsvOptions = {},
  name = "the file",
): Dialect & { readonly encoding: string } {
  checkCsvOptions("readCsv", options);
  const text = toUtf8("readCsv", name, bytes, options.encoding);
  const end = lastByte(text.bytes);
  if (end === 0) reject("readCsv", name, "must not be empty");
  return { ...findDialect(text.bytes, end, options, name), encoding: text.encoding };
}

function readText(bytes: Uint8Array, end: number, options: CsvOptions, name: string, before: readonly Notice[]): Table {
  const dialect = findDialect(bytes, end, options, name);
  const { names, notices: nameNotices } = columnNames(dialect.names, dialect.headerLine);
  for (const column of options.keepText ?? []) {
    if (!names.includes(column)) reject("readCsv", "options.keepText", "must name columns of the file", column);
  }
  const kinds = dialect.numeric.map((numeric, c) => (numeric && !options.keepText?.includes(names[c]) ? NUMBER : TEXT));
  const plan: ScanPlan = {
    bytes,
    from: dialect.from,
    to: end,
    line: dialect.line,
    separator: dialect.separator.charCodeAt(0) || NO_BYTE,
    quote: dialect.quote.charCodeAt(0) || NO_BYTE,
    decimal: dialect.decimal.charCodeAt(0),
    kinds: Uint8Array.from(kinds),
    expectedRows: dialect.expectedRows,
  };
  const scan = scanRecords(plan);
  rejectFaults(scan, names.length, options, name);
  if (scan.failed.length > 0) {
    const again = Uint8Array.from(kinds, (_, c) => (scan.failed.includes(c) ? TEXT : SKIP));
    const { texts } = scanRecords({ ...plan, kinds: again });
    for (const c of scan.failed) scan.texts[c] = texts[c];
  }
  const decimal = options.decimal ?? settleDecimal(textReadings(scan, names, options), takenMark(scan, dialect), name);
  if (decimal !== dialect.decimal) return readText(bytes, end, { ...options, decimal }, name, before);
  const notices = [...before, ...dialect.notices, ...nameNotices, ...scanNotices(scan)];
  if (names.length === 1) notices.push(...blankEnd(bytes, end));
  const columns = names.map((column, c): Column => {
    const typed = finishColumn(column, c, scan, decimal, options);
    notices.push(...typed.notices);
    if (typed.column.type === "text" || !options.keepWritten?.includes(column)) return typed.column;
    return withWritten(typed.column, scan.texts[c] ?? textsOf(plan, c));
  });
  return makeTable(columns, { notices, lines: scan.lines, source: name });
}

/** The cells of a column that was read as numbers. */
function textsOf(plan: ScanPlan, column: number): readonly (string | null)[] {
  const kinds = Uint8Array.from(plan.kinds, (_, c) => (c === column ? TEXT : SKIP));
  return scanRecords({ ...plan, kinds }).texts[column] as (string | null)[];
}

/** What no text has: where nothing separates, each line is one cell. */
export const NO_BYTE = 0;

/** Line ends after the last record are not records. */
export function lastByte(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 10 || bytes[end - 1] === 13 || bytes[end - 1] === 32)) end--;
  return end;
}

/** In a file of one column an empty line is a missing value, but at the end it may be just an empty line. */
function blankEnd(bytes: Uint8Array, end: number): Notice[] {
  const blank = bytes.subarray(end).filter((byte) => byte === 10).length - 1;
  if (blank < 1) return [];
  const lines = blank === 1 ? "1 empty line" : `${blank} empty lines`;
  return [{ code: "blank-line", message: `${lines} at the end ${blank === 1 ? "was" : "were"} left out` }];
}

/** @throws XpalError if a quote stays open, or records differ in width and are not to be left out. */
export function rejectFaults(
  scan: Pick<Scan, "fault" | "ragged">,
  width: number,
  options: CsvOptions,
  name: string,
): void {
  if (scan.fault?.kind === "open-quote") {
    reject("readCsv", name, `must close the quote that line ${scan.fault.line} opens`);
  }
  if (scan.fault !== undefined) {
    const wayOut = "double the quotes inside a quoted cell";
    reject(
      "readCsv",
      name,
      `must have no text after a closing quote, as line ${scan.fault.line} has`,
      undefined,
      wayOut,
    );
  }
  const { count, lines, widths } = scan.ragged;
  if (count === 0 || options.ragged === "skip") return;
  const found =
    widths.length === 1 || widths.every((w) => w === widths[0])
      ? ` (${widths[0]} there)`
      : ` (${widths.join(", ")} there)`;
  reject(
    "readCsv",
    name,
    `must have ${width} cells in every record, but ${linesInWords(lines, count)} ${count === 1 ? "does" : "do"} not${found}`,
    undefined,
    'correct them, or set ragged to "skip"',
  );
}

/** How the columns that were not read as plain numbers could be numbers. */
function textReadings(scan: Scan, names: readonly string[], { keepText }: CsvOptions): ColumnReading[] {
  return scan.texts.flatMap((cells, c) =>
    cells === undefined || keepText?.includes(names[c]) ? [] : [{ name: names[c], ...numberReading(cells) }],
  );
}

function takenMark({ pointLine }: Scan, { decimal }: Dialect): TakenMark {
  return { decimal, ...(pointLine === undefined ? {} : { seen: `line ${pointLine}` }) };
}

/** What to say about lines that were left out or changed. */
export function scanNotices(scan: Pick<Scan, "blank" | "ragged" | "strayQuotes">): Notice[] {
  const notices: Notice[] = [];
  const say = (code: string, { lines, count }: { lines: number[]; count: number }, message: string) => {
    if (count > 0) notices.push({ code, message: `${linesInWords(lines, count)}: ${message}`, lines });
  };
  say("blank-line", scan.blank, "empty, left out");
  say("ragged-row", scan.ragged, "not as many cells as the header, left out");
  say("stray-quote", scan.strayQuotes, "a quote inside a cell that does not begin with one, kept as it is");
  return notices;
}

function finishColumn(name: string, c: number, scan: Scan, decimal: DecimalMark, options: CsvOptions) {
  const numbers = scan.numbers[c];
  const places = { word: "line", of: (row: number) => scan.lines[row] } as const;
  if (numbers?.some((value) => !Number.isNaN(value))) {
    const marked = scan.markers.get(c);
    const notices = marked === undefined ? [] : [markerNotice(name, marked.words, marked.lines, marked.count)];
    return { column: { name, type: "number", values: numbers } as const, notices };
  }
  const cells = scan.texts[c] ?? new Array<null>(scan.rows).fill(null);
  if (options.keepText?.includes(name)) return { column: { name, type: "text", values: cells } as const, notices: [] };
  return typeColumn(name, cells, decimal, places);
}
