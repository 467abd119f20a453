// A short fingerprint of a row, kept beside its answer: when the file was sorted or edited in between, the answer is
// not put on another row. Vectors that were made of the row's pictures or texts are not in the file, and change with other rows.
import { createHash } from "node:crypto";
import { type Column, cellText, type Table } from "@xpal/data";

/** Twelve hexadecimal digits for the cells of a row, the label column left out. */
export function rowCheck(table: Table, row: number, labelColumn: string): string {
  return checkOf(table.columns.filter(isRead), row, labelColumn, bareText);
}

/**
 * Whether this is the fingerprint of a row. Earlier versions took the cells with the spaces around them, rounded long numbers
 * of files that are read in pieces, and took vectors for cells that were made of its pictures or texts.
 */
export function isCheckOf(check: unknown, table: Table, row: number, labelColumn: string): boolean {
  if (rowCheck(table, row, labelColumn) === check) return true;
  const read = table.columns.filter(isRead);
  if ([cellText, roundedText].some((textOf) => checkOf(read, row, labelColumn, textOf) === check)) return true;
  return read.length < table.columns.length && checkOf(table.columns, row, labelColumn, cellText) === check;
}

function checkOf(columns: readonly Column[], row: number, labelColumn: string, textOf: typeof cellText): string {
  const cells = columns.filter(({ name }) => name !== labelColumn).map((column) => textOf(column, row));
  return createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 12);
}

/** A cell without spaces around it: of a delimited text, the reader of large files keeps them and the other one does not. */
function bareText(column: Column, row: number): string | null {
  return cellText(column, row)?.replace(/^ +| +$/g, "") || null;
}

/** A cell as a number of 64 bits where it has more digits than that holds. */
function roundedText(column: Column, row: number): string | null {
  const text = cellText(column, row);
  return column.type === "text" && text !== null && /^[+-]?\d{16,}$/.test(text) ? String(Number(text)) : text;
}

function isRead(column: Column): boolean {
  return column.type !== "vector" || (column.pictures === undefined && column.embedded === undefined);
}
