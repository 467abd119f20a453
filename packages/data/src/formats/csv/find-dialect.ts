// The dialect of a delimited text, found from its first records.
import { reject } from "@xpal/core/check";
import type { Notice } from "../../table/notice.ts";
import { ColumnTally } from "../cells/column-tally.ts";
import { isMissingWord } from "../cells/missing-words.ts";
import { type DecimalMark, PLAIN } from "../cells/quantity.ts";
import type { CsvOptions } from "./csv-options.ts";
import { findHeader } from "./find-header.ts";
import { findSeparator } from "./find-separator.ts";
import { splitRecords } from "./split-records.ts";

/** How a text is written, and where its data begin. */
export interface Dialect {
  /** Empty where each line is one cell, and then so is the quote. */
  readonly separator: string;
  readonly quote: string;
  readonly decimal: DecimalMark;
  readonly names: readonly string[];
  /** Whether the first record holds the names. */
  readonly header: boolean;
  readonly headerLine: number;
  /** The byte and the line where the first data record begins. */
  readonly from: number;
  readonly line: number;
  /** Per column: whether the sample holds only plain numbers. */
  readonly numeric: readonly boolean[];
  readonly expectedRows: number;
  readonly notices: readonly Notice[];
}

const SAMPLE_BYTES = 1 << 18;
const SAMPLE_RECORDS = 1000;
/** A first line that is longer is no line of a table, and looking for its cells would take minutes. */
const MAX_FIRST_LINE = 1 << 22;

/** Finds the dialect; `options` win over what the text suggests. */
export function findDialect(bytes: Uint8Array, end: number, options: CsvOptions, name: string): Dialect {
  const quote = options.separator === "" ? "" : (options.quote ?? '"'); // without cells there is nothing to quote
  const declared = declaredSeparator(bytes, end);
  const sample = sampleText(bytes, declared.length, end, name);
  const found = findSeparator(sample, quote);
  const separator = options.separator ?? declared.separator ?? found.separator;
  const { records, fault } = splitRecords(sample, separator, quote, SAMPLE_RECORDS);
  const filled = records.filter(({ cells }) => cells.length > 1 || cells[0] !== "");
  if (filled.length === 0) {
    const line = (fault?.line ?? 1) + declared.lines;
    if (fault?.kind === "open-quote") reject("readCsv", name, `must close the quote that line ${line} opens`);
    reject("readCsv", name, `must have no text after a closing quote, as line ${line} has`);
  }
  const headed = options.header === undefined ? findHeader(filled) : { header: options.header, notices: [] };
  const first = filled[0];
  const body = filled.slice(headed.header ? 1 : 0).filter(({ cells }) => cells.length === first.cells.length);
  const columns = first.cells.map((_, c) => body.map(({ cells }) => cells[c]));
  const tallies = columns.map(tallyOf);
  const decimal = options.decimal ?? sampleDecimal(tallies);
  const bodyLine = (headed.header ? first.nextLine : first.line) + declared.lines;
  const from = lineStart(bytes, bodyLine, end);
  const perRecord = (sample.length + 1) / Math.max(1, records.length);
  return {
    separator,
    quote,
    decimal,
    names: headed.header ? first.cells : first.cells.map((_, c) => `column${c + 1}`),
    header: headed.header,
    headerLine: first.line + declared.lines,
    from,
    line: bodyLine,
    numeric: columns.map((cells) => isPlain(cells, decimal)),
    expectedRows: Math.ceil(((end - from) / perRecord) * 1.05) + 1,
    notices: [
      ...(options.separator === undefined && declared.separator === undefined ? found.notices : []),
      ...headed.notices,
      ...(options.decimal === undefined && separator !== ","
        ? openMarks(tallies, columns, headed.header ? first.cells : [], first.nextLine + declared.lines)
        : []),
    ],
  };
}

/** Spreadsheets write "sep=;" on the first line to name the separator. */
function declaredSeparator(bytes: Uint8Array, end: number): { separator?: string; length: number; lines: number } {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, Math.min(end, 8)));
  const match = /^sep=([\t\x20-\x7e])(\r\n|\n|\r)/i.exec(start);
  return match === null ? { length: 0, lines: 0 } : { separator: match[1], length: match[0].length, lines: 1 };
}

/** Whole lines from the beginning; a quoted cell may still be cut, which the caller sees as a fault at the end. */
function sampleText(bytes: Uint8Array, from: number, end: number, name: string): string {
  let to = Math.min(end, from + SAMPLE_BYTES);
  if (to < end) {
    const cut = bytes.lastIndexOf(10, to - 1);
    to = cut > from ? cut + 1 : nextLine(bytes, to, end);
    if (to - from > MAX_FIRST_LINE) {
      reject("readCsv", name, `must have a first line of at most ${MAX_FIRST_LINE} bytes`, to - from);
    }
  }
  return new TextDecoder().decode(bytes.subarray(from, to));
}

function nextLine(bytes: Uint8Array, from: number, end: number): number {
  const next = bytes.indexOf(10, from);
  return next < 0 || next >= end ? end : next + 1;
}

function tallyOf(cells: readonly string[]): ColumnTally {
  const tally = new ColumnTally("");
  tally.add(cells);
  return tally;
}

/** A comma only if some column can be read with it alone and none with a point alone. */
function sampleDecimal(tallies: readonly ColumnTally[]): DecimalMark {
  const marks = tallies.map(({ evidence }) => evidence.decimal);
  return marks.includes(",") && !marks.includes(".") ? "," : ".";
}

/** In "1.234" the point may stand before thousands, unless some other number tells; a comma-separated file is English. */
function openMarks(
  tallies: readonly ColumnTally[],
  columns: readonly string[][],
  names: readonly string[],
  line: number,
): Notice[] {
  if (tallies.some(({ evidence }) => evidence.decimal !== undefined)) return [];
  const open = tallies.findIndex(({ opens }, c) => opens === "point" && isPlain(columns[c], "."));
  const example = columns[open]?.find((cell) => cell.includes("."));
  if (example === undefined) return [];
  const column = names[open] ?? `column${open + 1}`;
  const message = `column ${JSON.stringify(column)}: ${JSON.stringify(example)} was read as a fraction; set decimal to "," if the point stands before thousands`;
  return [{ code: "decimal-doubtful", message, column, lines: [line] }];
}

/** Whether the fast scanner can read the cells: plain numbers, words for missing values, and nothing else. */
function isPlain(cells: readonly string[], decimal: DecimalMark): boolean {
  const isNumber = (cell: string) => PLAIN[decimal].test(cell);
  if (!cells.some(isNumber) && cells.some((cell) => cell !== "")) return false;
  return cells.every((cell) => cell === "" || isNumber(cell) || isMissingWord(cell));
}

/** The byte at which a line begins, lines counted as the scanner counts them. */
function lineStart(bytes: Uint8Array, line: number, end: number): number {
  let at = 0;
  for (let current = 1; current < line && at < end; at++) {
    if (bytes[at] === 10 || (bytes[at] === 13 && bytes[at + 1] !== 10)) current++;
  }
  return at;
}
