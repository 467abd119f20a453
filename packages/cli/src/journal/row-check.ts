// A short fingerprint of a row, kept beside its answer: when the file was sorted or edited in between, the answer is
// not put on another row. It is one of what the file says of the row. Vectors of another file, and those that were made of the
// row's pictures or texts, can be computed anew; the type of a column changes with other rows (docs/decisions/0466-what-a-row-is.md).
import { createHash } from "node:crypto";
import { type Column, cellText, type Table, takenForLatin1, untypedText } from "@xpal/data";

/** Twelve hexadecimal digits for the cells of a row, the label column left out. */
export function rowCheck(table: Table, row: number, labelColumn: string): string {
  return checkOf(table.columns.filter(isOwn), row, labelColumn, untypedText);
}

/**
 * Whether this is the fingerprint of a row. Earlier versions took the cells as the types of their columns have them, with the
 * spaces around them, rounded long numbers of files that are read in pieces, took Windows-1252 for Latin-1 (0484), gave dates of
 * Excel among texts a zone, and took vectors for cells that were read from another file or made of the row's pictures or texts.
 */
export function isCheckOf(check: unknown, table: Table, row: number, labelColumn: string): boolean {
  if (rowCheck(table, row, labelColumn) === check) return true;
  const fits = (columns: readonly Column[], textOf: TextOf) => checkOf(columns, row, labelColumn, textOf) === check;
  const own = table.columns.filter(isOwn);
  if ([underComma, bareText, cellText, roundedText, latinText, zonedText].some((textOf) => fits(own, textOf)))
    return true;
  if (own.length === table.columns.length) return false;
  const read = table.columns.filter(isRead);
  return [bareText, cellText, roundedText].some((textOf) => fits(read, textOf)) || fits(table.columns, cellText);
}

type TextOf = (column: Column, row: number) => string | null;

function checkOf(columns: readonly Column[], row: number, labelColumn: string, textOf: TextOf): string {
  const cells = columns.filter(({ name }) => name !== labelColumn).map((column) => textOf(column, row));
  return createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 12);
}

/** The cell in a file with decimal commas, where a text such as "1,234" was a number before. */
function underComma(column: Column, row: number): string | null {
  return untypedText(column, row, ",");
}

/** A cell without spaces around it: of a delimited text, the reader of large files keeps them and the other one does not. */
function bareText(column: Column, row: number): string | null {
  return cellText(column, row)?.replace(/^ +| +$/g, "") || null;
}

/** A cell of a file in Windows-1252 that was taken for Latin-1. */
function latinText(column: Column, row: number): string | null {
  const text = bareText(column, row);
  return column.type === "text" && text !== null ? takenForLatin1(text) : text;
}

/** A cell as a number of 64 bits where it has more digits than that holds. */
function roundedText(column: Column, row: number): string | null {
  const text = cellText(column, row);
  return column.type === "text" && text !== null && /^[+-]?\d{16,}$/.test(text) ? String(Number(text)) : text;
}

/** A date of Excel among texts as an instant. */
function zonedText(column: Column, row: number): string | null {
  const text = cellText(column, row);
  if (column.type !== "text" || text === null || !EXCEL_DATE.test(text)) return text;
  return `${text}${text.includes("T") ? "" : "T00:00:00.000"}Z`;
}

const EXCEL_DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3})?$/;

/** Whether a column is in the file itself. */
function isOwn(column: Column): boolean {
  return isRead(column) && (column.type !== "vector" || column.joined === undefined);
}

/** Whether a column was read and not made. */
function isRead(column: Column): boolean {
  return column.type !== "vector" || (column.pictures === undefined && column.embedded === undefined);
}
