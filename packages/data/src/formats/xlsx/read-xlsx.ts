// An Excel workbook to a table: one sheet, whose first row that is not empty holds the names.
import { checkOneOf, checkOptions, reject } from "@xpal/core/check";
import { columnFromValues } from "../../table/column-from-values.ts";
import type { Notice, Places } from "../../table/notice.ts";
import { makeTable, type Table } from "../../table/table.ts";
import type { FileForm } from "../cells/column-tally.ts";
import type { TypedColumn } from "../cells/type-column.ts";
import { withWritten } from "../cells/with-written.ts";
import { columnNames } from "../csv/column-names.ts";
import { findHeader } from "../csv/find-header.ts";
import { unzip } from "../zip/unzip.ts";
import { type CellValue, type SheetRows, sheetRows } from "./sheet-rows.ts";
import { readWorkbook, type Workbook } from "./workbook.ts";

const DAY = 86_400_000;
/** What a sheet, or all texts of a workbook, may unpack to. */
const MAX_PART_BYTES = 2 ** 28;

/** How to read a workbook. */
export interface XlsxOptions {
  /** The sheet's name; by default the first that is not empty. */
  readonly sheet?: string;
  /** Whether the first row holds names; detected by default. */
  readonly header?: boolean;
  /** What is known of numbers and dates that are written as texts. */
  readonly cells?: FileForm;
}

/**
 * A table from an .xlsx file.
 * @throws XpalError if the file is damaged, has no such sheet, or the sheet is empty.
 */
export function readXlsx(bytes: Uint8Array, options: XlsxOptions = {}, name = "the file"): Table {
  checkOptions("readXlsx", options, ["sheet", "header", "cells"]);
  const files = unpacked(bytes, name);
  const book = readWorkbook(files, name);
  const names = book.sheets.map((sheet) => sheet.name);
  if (options.sheet !== undefined) checkOneOf("readXlsx", "options.sheet", options.sheet, names);
  const { sheet, found } = sheetToRead(files, book, options.sheet, name);
  const notices: Notice[] = oddities(found);
  if (options.sheet === undefined && names.length > 1) {
    const others = names.filter((other) => other !== sheet.name);
    const message = `the sheet ${JSON.stringify(sheet.name)} was read, and ${others.length} more left out (${others.join(", ")})`;
    notices.push({ code: "other-sheets", message });
  }
  const table = tableOfRows(found, options, name);
  return { ...table, notices: [...notices, ...table.notices] };
}

/** The names of the sheets, in their order, and the one that is read by default. */
export function sheetNames(bytes: Uint8Array, name = "the file"): { readonly names: string[]; readonly first: string } {
  const files = unpacked(bytes, name);
  const book = readWorkbook(files, name);
  const names = book.sheets.map((sheet) => sheet.name);
  return { names, first: names.length === 1 ? names[0] : sheetToRead(files, book, undefined, name).sheet.name };
}

/** The sheet that was asked for, or the first that is not empty: an empty one in front is a cover, or was left over. */
function sheetToRead(files: ReadonlyMap<string, Uint8Array>, book: Workbook, asked: string | undefined, name: string) {
  const rowsOf = (sheet: Workbook["sheets"][number]) => {
    const file = `${name}, sheet ${JSON.stringify(sheet.name)}`;
    return { sheet, found: sheetRows(new TextDecoder().decode(files.get(sheet.path)), book, file) };
  };
  if (asked !== undefined) return rowsOf(book.sheets[book.sheets.findIndex((sheet) => sheet.name === asked)]);
  const first = rowsOf(book.sheets[0]);
  if (filledRows(first.found).length > 0) return first;
  for (const sheet of book.sheets.slice(1)) {
    const read = rowsOf(sheet);
    if (filledRows(read.found).length > 0) return read;
  }
  return first; // rejected as an empty one
}

function unpacked(bytes: Uint8Array, name: string): ReadonlyMap<string, Uint8Array> {
  const files = unzip("readXlsx", name, bytes, (path) => path.startsWith("xl/") && /\.(?:xml|rels)$/.test(path));
  for (const [path, { length }] of files) {
    if (length <= MAX_PART_BYTES) continue;
    const rule = `must have no part of more than ${MAX_PART_BYTES} bytes`;
    reject("readXlsx", `${name}, ${path},`, rule, length, "save it as .csv", "does-not-fit");
  }
  return files;
}

function filledRows({ rows }: SheetRows): SheetRows["rows"] {
  return rows.filter(({ cells, odd }) => odd || cells.some((cell) => !isEmpty(cell)));
}

function tableOfRows(sheet: SheetRows, options: XlsxOptions, name: string): Table {
  const filled = filledRows(sheet);
  if (filled.length === 0) reject("readXlsx", name, "must have a sheet that is not empty");
  const width = filled.reduce((most, { cells }) => Math.max(most, usedWidth(cells)), 0);
  const records = filled.slice(0, 200).map(({ cells, number }) => ({
    cells: Array.from({ length: width }, (_, c) => (isEmpty(cells[c]) ? "" : headerText(cells[c]))),
    line: number,
    nextLine: number + 1,
  }));
  const headed = options.header === undefined ? findHeader(records) : { header: options.header, notices: [] };
  const body = headed.header ? filled.slice(1) : filled;
  const given = headed.header ? records[0].cells : Array.from({ length: width }, (_, c) => `column${c + 1}`);
  const { names, notices } = columnNames(given, filled[0].number);
  const blank = filled[filled.length - 1].number - filled[0].number + 1 - filled.length;
  if (blank > 0) {
    const rows = blank === 1 ? "1 empty row of the sheet was" : `${blank} empty rows of the sheet were`;
    notices.push({ code: "blank-line", message: `${rows} left out` });
  }
  const places = { word: "sheet row", of: (row: number) => body[row].number } as const;
  const typed = names.map((column, c) =>
    typedCells(
      column,
      body.map(({ cells }) => cells[c] ?? null),
      places,
      options.cells ?? {},
    ),
  );
  return makeTable(
    typed.map(({ column }) => column),
    {
      notices: [...headed.notices, ...notices, ...typed.flatMap(({ notices: said }) => said)],
      lines: Uint32Array.from(body, ({ number }) => number),
      lineWord: "sheet row",
      source: name,
    },
  );
}

/**
 * A typed column. Times of a workbook are what a clock showed, of no zone, and are written so in exports; a cell reads the same
 * where texts stand among the dates.
 */
function typedCells(name: string, cells: readonly CellValue[], places: Places, file: FileForm): TypedColumn {
  const hasTimes = cells.some((cell) => isTime(cell) && cell.getTime() % DAY !== 0);
  const dateText = (date: Date) => date.toISOString().slice(0, hasTimes ? -1 : -14);
  const { column, notices } = columnFromValues("readXlsx", name, cells, places, { dateText, file });
  if (column.type !== "date") return { column, notices };
  const texts = cells.map((cell) => (isTime(cell) ? dateText(cell) : typeof cell === "string" ? cell : null));
  return { column: withWritten(column, texts), notices };
}

function isTime(cell: CellValue): cell is Date {
  return cell instanceof Date && !Number.isNaN(cell.getTime());
}

function usedWidth(cells: readonly CellValue[]): number {
  let width = cells.length;
  while (width > 0 && isEmpty(cells[width - 1])) width--;
  return width;
}

function isEmpty(cell: CellValue | undefined): boolean {
  return cell === undefined || cell === null || cell === "";
}

function headerText(cell: CellValue): string {
  return cell instanceof Date ? cell.toISOString() : String(cell);
}

function oddities({ errors, uncalculated, merged }: SheetRows): Notice[] {
  const say = (code: string, cells: string[], sentence: string): Notice[] => {
    if (cells.length === 0) return [];
    const listed = `${cells.slice(0, 5).join(", ")}${cells.length > 5 ? ` and ${cells.length - 5} more` : ""}`;
    return [{ code, message: `${sentence} (${listed})` }];
  };
  return [
    ...say("cell-error", errors, "cells with an error were taken for missing values"),
    ...say("uncalculated-formula", uncalculated, "formulas without a stored result were taken for missing values"),
    ...say("merged-cells", merged, "of merged cells only the first has the value, the others are missing"),
  ];
}
