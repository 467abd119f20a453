// The one writer of CSV: tables, predictions, exports. What is written is what was there. Spreadsheets run a cell that
// begins like a formula; an apostrophe in front prevents that, and changes the cell, so it is only put there on request.

import { checkOneOf, checkOptions, checkText, reject } from "@xpal/core/check";
import { checkTable } from "../../table/check-table.ts";
import { type LineEnd, type Table, writtenText } from "../../table/table.ts";

/** How to write CSV. */
export interface WriteCsvOptions {
  /** One character; a comma by default. */
  readonly separator?: string;
  /** What to do with text that a spreadsheet would run: keep it (the default), or put an apostrophe in front. */
  readonly formulas?: "neutralise" | "keep";
  /** Whether the names of the columns are the first line, as they are by default. */
  readonly header?: boolean;
  /** What each line ends with; a line feed by default. */
  readonly lineEnd?: LineEnd;
}

/** A cell: text is written as it is, a number with all its digits, a list as JSON, null as nothing. */
export type CsvCell = string | number | boolean | readonly number[] | null;

/**
 * A table as CSV text: a header, then one line a row; missing values are empty. Numbers have all their digits; those and
 * dates are as they were written where the table knows it.
 * @example writeCsv(balanceScale()).split("\n")[1] // "1,1,1,1,B"
 */
export function writeCsv(table: Table, options: WriteCsvOptions = {}): string {
  checkTable("writeCsv", table);
  const rows = Array.from({ length: table.rows }, (_, row) => table.columns.map((column) => writtenText(column, row)));
  const names = table.columns.map(({ name }) => name);
  return writeRecords(names, rows, options);
}

/**
 * Rows of cells as CSV text under a header.
 * @example writeRecords(["x", "class"], [[1, "a,b"]]) // "x,class\n1,\"a,b\"\n"
 */
export function writeRecords(
  names: readonly string[],
  rows: readonly (readonly CsvCell[])[],
  options: WriteCsvOptions = {},
): string {
  if (!Array.isArray(names)) reject("writeRecords", "names", "must be a list of column names", names);
  names.forEach((name, i) => {
    checkText("writeRecords", `names[${i}]`, name);
  });
  if (!Array.isArray(rows) || !rows.every((row) => Array.isArray(row))) {
    reject("writeRecords", "rows", "must be a list of rows, each a list of cells", rows);
  }
  checkOptions("writeRecords", options, ["separator", "formulas", "header", "lineEnd"]);
  const { separator = ",", formulas = "keep", header = true, lineEnd = "\n" } = options;
  checkOneOf("writeRecords", "options.formulas", formulas, ["neutralise", "keep"]);
  checkOneOf("writeRecords", "options.lineEnd", lineEnd, ["\n", "\r\n", "\r"]);
  const text = (cell: string) => quoteCell(formulas === "keep" ? cell : neutraliseFormula(cell), { separator });
  const written = (cell: CsvCell): string => {
    if (cell === null || cell === "") return names.length === 1 ? '""' : ""; // an empty line would be no row
    if (typeof cell === "string") return text(cell);
    return quoteCell(typeof cell === "object" ? JSON.stringify(cell) : String(cell), { separator });
  };
  const lines = [...(header ? [names.map(text)] : []), ...rows.map((row) => row.map(written))];
  return lines.map((cells) => `${cells.join(separator)}${lineEnd}`).join("");
}

const FORMULA = /^\s*[=+\-@\t\r]/;
const NUMBER = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Text that no spreadsheet takes for a formula: an apostrophe in front of =, +, -, @, a tab or a carriage return. A
 * plain number keeps its sign. A text that has such an apostrophe itself gets one more, so that `withoutApostrophe`
 * gives back every text.
 * @example neutraliseFormula("=1+1") // "'=1+1"
 */
export function neutraliseFormula(text: string): string {
  return FORMULA.test(text.replace(/^'+/, "")) && !NUMBER.test(text) ? `'${text}` : text;
}

/**
 * The text that `neutraliseFormula` was given.
 * @example withoutApostrophe("'=1+1") // "=1+1"
 */
export function withoutApostrophe(text: string): string {
  checkText("withoutApostrophe", "text", text);
  return text.startsWith("'") && FORMULA.test(text.replace(/^'+/, "")) ? text.slice(1) : text;
}

/** How a cell is put into quotes. */
interface QuoteOptions {
  readonly separator?: string;
  readonly quote?: string;
  /** Also where it needs none. */
  readonly always?: boolean;
}

/** A cell in quotes where it needs them: separators, quotes, line ends, or spaces at its ends. */
export function quoteCell(text: string, { separator = ",", quote = '"', always = false }: QuoteOptions = {}): string {
  const needs = always || text.includes(separator) || text.includes(quote) || /[\n\r]|^\s|\s$/.test(text);
  return needs ? `${quote}${text.replaceAll(quote, quote + quote)}${quote}` : text;
}
