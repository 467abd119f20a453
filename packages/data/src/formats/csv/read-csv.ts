// Delimited text to a table. The dialect is found from a sample, then one fast pass reads everything; columns that
// were read as numbers but also have other cells are read again as text. What is ambiguous is rejected, or becomes a notice
// that names its lines.
import { checkBytes, reject } from "@xpal/core/check";
import { linesInWords, type Notice } from "../../table/notice.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import type { DateForm, NumberForm } from "../cells/cell-form.ts";
import { namesCode } from "../cells/code-name.ts";
import { ColumnTally, type FileForm, missingNotice } from "../cells/column-tally.ts";
import { fileForm } from "../cells/file-form.ts";
import { missingSet } from "../cells/missing-words.ts";
import { compactDays } from "../cells/moment.ts";
import { columnOfForm } from "../cells/type-column.ts";
import { withWritten } from "../cells/with-written.ts";
import { toUtf8 } from "../text/to-utf8.ts";
import { columnNames } from "./column-names.ts";
import { type CsvOptions, checkCsvOptions } from "./csv-options.ts";
import { type Dialect, findDialect } from "./find-dialect.ts";
import { LISTED, NUMBER, type Scan, type ScanPlan, SKIP, scanRecords, TEXT } from "./scan-records.ts";

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
  const isText = (c: number) => options.keepText?.includes(names[c]) === true;
  const isKept = (c: number) => options.keepWritten?.includes(names[c]) === true;
  const isPlain = (c: number) => dialect.numeric[c] && !isText(c) && (isKept(c) || !namesCode(names[c]));
  const kinds = names.map((_, c) => (isPlain(c) ? NUMBER : TEXT));
  const missing = missingSet(options.missing);
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
    ...(missing === undefined ? {} : { missing }),
  };
  const scan = scanRecords(plan);
  rejectFaults(scan, names.length, options, name);
  if (scan.failed.length > 0) {
    const again = Uint8Array.from(kinds, (_, c) => (scan.failed.includes(c) ? TEXT : SKIP));
    const { texts } = scanRecords({ ...plan, kinds: again });
    for (const c of scan.failed) scan.texts[c] = texts[c];
  }
  const tallies = scan.texts.map((cells, c) => {
    if (cells === undefined || isText(c)) return undefined;
    const tally = new ColumnTally(names[c], options.missing, isKept(c));
    tally.add(cells);
    return tally;
  });
  const settled = settledForm(tallies, scan, dialect, options, names, name);
  if (settled.decimal !== dialect.decimal && options.decimal === undefined) {
    return readText(bytes, end, { ...options, decimal: settled.decimal }, name, before);
  }
  const notices = [...before, ...dialect.notices, ...nameNotices, ...scanNotices(scan), ...settled.notices];
  if (names.length === 1) notices.push(...blankEnd(bytes, end));
  const places = { word: "line", of: (row: number) => scan.lines[row] } as const;
  const columns = names.map((column, c): Column => {
    const numbers = scan.numbers[c];
    if (numbers?.some((value) => !Number.isNaN(value))) {
      notices.push(...plainNotices(column, numbers, scan, c, missing));
      const days = isKept(c) ? undefined : compactDays(numbers);
      if (days !== undefined) return { name: column, type: "date", values: days, form: compactForm(options) };
      const plain = { name: column, type: "number", values: numbers, ...plainForm(dialect.decimal, options) } as const;
      return isKept(c) ? withWritten(plain, textsOf(plan, c)) : plain;
    }
    const cells = scan.texts[c] ?? new Array<null>(scan.rows).fill(null);
    const tally = tallies[c] ?? new ColumnTally(column);
    if (isText(c)) return { name: column, type: "text", values: cells };
    const decision = tally.decide(settled.form, places);
    notices.push(...decision.notices);
    // Among labels a word is a class, however many numbers there are beside it.
    const isLabel = isKept(c) && tally.hasWords;
    return columnOfForm(column, cells, isLabel ? undefined : decision.form);
  });
  return makeTable(columns, { notices, lines: scan.lines, source: name });
}

/** What the columns together say of marks and orders; numbers that were read with a mark speak too. */
function settledForm(
  tallies: readonly (ColumnTally | undefined)[],
  scan: Scan,
  dialect: Dialect,
  options: CsvOptions,
  names: readonly string[],
  file: string,
): { form: FileForm; decimal: Dialect["decimal"]; notices: readonly Notice[] } {
  const evidence = tallies.flatMap((tally, c) =>
    tally === undefined ? [] : [{ name: names[c], ...tally.evidence, opens: tally.opens }],
  );
  const seen = scan.pointLine === undefined ? [] : [plainEvidence(dialect.decimal)];
  const { form, notices } = fileForm([...evidence, ...seen], options, dialect.separator, file);
  const told = new Set(evidence.flatMap(({ decimal }) => decimal ?? []));
  // Plain numbers were read under the mark of the sample; only where none of them has a mark may another be right.
  const decimal = scan.pointLine === undefined && told.size === 1 ? [...told][0] : dialect.decimal;
  return { form, decimal, notices };
}

/** What a plain number with a mark says of its file. */
export function plainEvidence(decimal: Dialect["decimal"]) {
  return { name: "", decimal, isOpen: false, opens: undefined } as const;
}

/** Words for missing values are remembered, so that new rows are read alike. */
function plainForm(decimal: Dialect["decimal"], { missing }: CsvOptions): { form?: NumberForm } {
  return missing === undefined || missing.length === 0 ? {} : { form: { kind: "number", decimal, missing } };
}

/** The form of days that are whole numbers, such as 20240229. */
export function compactForm({ missing }: CsvOptions): DateForm {
  return { kind: "date", order: "day", ...(missing === undefined || missing.length === 0 ? {} : { missing }) };
}

/** What was read as missing among plain numbers; numbers that stand for no value, such as -999, become missing. */
function plainNotices(
  name: string,
  numbers: Float64Array,
  scan: Pick<Scan, "markers" | "lines">,
  c: number,
  missing: ReadonlySet<string> | undefined,
): Notice[] {
  const marked = scan.markers.get(c);
  const words = new Map(marked?.words);
  const lines = [...(marked?.lines ?? [])];
  let count = marked?.count ?? 0;
  for (const word of missing ?? []) {
    const value = Number(word.replace(",", "."));
    if (word === "" || Number.isNaN(value)) continue;
    for (let row = 0; row < numbers.length; row++) {
      if (numbers[row] !== value) continue;
      numbers[row] = Number.NaN;
      count++;
      words.set(word, (words.get(word) ?? 0) + 1);
      if (lines.length < LISTED) lines.push(scan.lines[row]);
    }
  }
  return count === 0 ? [] : [missingNotice(name, words, count, lines)];
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
