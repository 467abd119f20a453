// The rows of a sheet as values: numbers, texts, booleans, dates; and what is odd about them.
import { reject } from "@xpal/core/check";
import type { Workbook } from "./workbook.ts";
import { attribute, type XmlEvent, xmlEvents } from "./xml-elements.ts";

/** A value of a cell. */
export type CellValue = string | number | boolean | Date | null;

/** Rows with their numbers in the sheet, from 1; rows and cells that the file leaves out are not there. */
export interface SheetRows {
  /** `odd` rows hold an error or a formula without a result, and count even if all else in them is empty. */
  readonly rows: { readonly number: number; readonly cells: CellValue[]; odd: boolean }[];
  /** Cells like "C7" that hold an error, or a formula whose result was not stored. */
  readonly errors: string[];
  readonly uncalculated: string[];
  readonly merged: string[];
}

const DAY = 86_400_000;
const MAX_CELLS = 5_000_000;
/** Days from the start of each calendar to 1970. */
const FROM_1900 = 25_569;
const FROM_1904 = 24_107;

/** Reads a sheet. */
export function sheetRows(xml: string, book: Workbook, file: string): SheetRows {
  checkCells(xml, file);
  const sheet: SheetRows = { rows: [], errors: [], uncalculated: [], merged: [] };
  let row = 0;
  let column = 0;
  let open: XmlEvent | undefined;
  let field = "";
  let value: string | undefined;
  let formula = false;
  for (const event of xmlEvents(xml)) {
    if (event.kind === "text") {
      if (open !== undefined && (field === "v" || field === "t")) value = (value ?? "") + event.value;
      continue;
    }
    if (event.kind === "open") {
      if (event.value === "row") {
        row = Number(attribute(event, "r") ?? row + 1);
        column = 0;
        if (row <= (sheet.rows[sheet.rows.length - 1]?.number ?? 0))
          reject("readXlsx", file, `must have its rows in order, but row ${row} is not`);
        sheet.rows.push({ number: row, cells: [], odd: false });
      } else if (event.value === "c") {
        open = event;
        column = columnNumber(attribute(event, "r")) ?? column + 1;
        value = undefined;
        formula = false;
      } else if (event.value === "f") formula = true;
      else if (event.value === "mergeCell") sheet.merged.push(attribute(event, "ref") ?? "");
      field = event.value;
    } else {
      if (event.value === "c" && open !== undefined) {
        const address = `${columnLetters(column)}${row}`;
        const current = sheet.rows[sheet.rows.length - 1];
        if (current === undefined) reject("readXlsx", file, "must have its cells inside rows");
        if (formula && value === undefined) sheet.uncalculated.push(address);
        current.odd ||= formula || attribute(open, "t") === "e";
        current.cells[column - 1] = cellValue(open, value, book, sheet, address, file);
        open = undefined;
      }
      field = event.value === "t" || event.value === "v" || event.value === "f" ? "" : field;
    }
  }
  return sheet;
}

/** Counts the cells before any is read: a few megabytes can unpack to minutes of work. */
function checkCells(xml: string, file: string): void {
  const cell = /<(?:\w+:)?c[\s/>]/g;
  let count = 0;
  while (cell.exec(xml) !== null) count++;
  if (count <= MAX_CELLS) return;
  reject("readXlsx", file, `must have at most ${MAX_CELLS} cells`, count, "save it as .csv", "does-not-fit");
}

function cellValue(
  cell: XmlEvent,
  text: string | undefined,
  book: Workbook,
  sheet: SheetRows,
  address: string,
  file: string,
): CellValue {
  if (text === undefined) return null;
  const type = attribute(cell, "t") ?? "n";
  const bad = (rule: string): never => reject("readXlsx", `${file}, cell ${address},`, rule, text);
  switch (type) {
    case "s":
      return book.texts[Number(text)] ?? bad("must refer to a text of the workbook");
    case "str":
    case "inlineStr":
      return text;
    case "b":
      return text.trim() === "1";
    case "d":
      return new Date(`${text.trim()}${/[zZ]$|[+-]\d\d:\d\d$/.test(text.trim()) || !text.includes("T") ? "" : "Z"}`);
    case "e":
      sheet.errors.push(address);
      return null;
    default: {
      const value = Number(text);
      if (text.trim() === "" || !Number.isFinite(value)) bad("must be a number");
      const isDate = book.dates[Number(attribute(cell, "s") ?? -1)] === true;
      return isDate ? new Date(Math.round((value - (book.from1904 ? FROM_1904 : FROM_1900)) * DAY)) : value;
    }
  }
}

function columnNumber(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? "")?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function columnLetters(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? columnLetters(before) : "") + String.fromCharCode(65 + ((column - 1) % 26));
}
