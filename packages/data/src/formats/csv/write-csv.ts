// A table as CSV. Spreadsheets run a cell that begins like a formula, so such text gets an apostrophe in front.
import { checkOneOf, checkOptions } from "../../check.ts";
import { type Column, cellText, type Table } from "../../table/table.ts";

/** How to write. */
export interface WriteCsvOptions {
  /** One character; a comma by default. */
  readonly separator?: string;
  /** What to do with text that a spreadsheet would run: put an apostrophe in front (the default), or keep it. */
  readonly formulas?: "neutralise" | "keep";
}

/**
 * A table as CSV text: a header, then one line a row; missing values are empty. Numbers have all their digits.
 * @example writeCsv(balanceScale()).split("\n")[1] // "1,1,1,1,B"
 */
export function writeCsv(table: Table, options: WriteCsvOptions = {}): string {
  checkOptions("writeCsv", options, ["separator", "formulas"]);
  const { separator = ",", formulas = "neutralise" } = options;
  checkOneOf("writeCsv", "options.formulas", formulas, ["neutralise", "keep"]);
  const safe = (text: string) => quoteCell(formulas === "keep" ? text : neutraliseFormula(text), separator);
  const empty = table.columns.length === 1 ? '""' : ""; // an empty line would be no row
  const lines = [table.columns.map(({ name }) => safe(name)).join(separator)];
  for (let row = 0; row < table.rows; row++)
    lines.push(table.columns.map((column) => cellOf(column, row, safe, separator) || empty).join(separator));
  return `${lines.join("\n")}\n`;
}

function cellOf(column: Column, row: number, safe: (text: string) => string, separator: string): string {
  const text = cellText(column, row);
  if (text === null || text === "") return "";
  return column.type === "text" ? safe(text) : quoteCell(text, separator);
}

/**
 * Text that no spreadsheet takes for a formula: an apostrophe in front of =, +, -, @, a tab or a carriage return.
 * A plain number keeps its sign.
 * @example neutraliseFormula("=1+1") // "'=1+1"
 */
export function neutraliseFormula(text: string): string {
  if (!/^[\s]*[=+\-@\t\r]/.test(text) || /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return text;
  return `'${text}`;
}

/** A cell in quotes where it needs them: separators, quotes, line ends, or spaces at its ends. */
export function quoteCell(text: string, separator = ","): string {
  const needs = text.includes(separator) || /["\n\r]|^\s|\s$/.test(text);
  return needs ? `"${text.replaceAll('"', '""')}"` : text;
}
