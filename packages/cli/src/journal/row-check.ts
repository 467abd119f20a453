// A short fingerprint of a row, kept beside its answer: when the file was sorted or edited in between, the answer is
// not put on another row. Vectors that were made of the row's pictures or texts are not in the file, and change with other rows.
import { createHash } from "node:crypto";
import { type Column, cellText, type Table } from "@xpal/data";

/** Twelve hexadecimal digits for the cells of a row, the label column left out. */
export function rowCheck(table: Table, row: number, labelColumn: string): string {
  return checkOf(table.columns.filter(isRead), row, labelColumn);
}

/** Whether this is the fingerprint of a row; earlier versions took vectors for cells that were made of its pictures or texts. */
export function isCheckOf(check: unknown, table: Table, row: number, labelColumn: string): boolean {
  if (rowCheck(table, row, labelColumn) === check) return true;
  return !table.columns.every(isRead) && checkOf(table.columns, row, labelColumn) === check;
}

function checkOf(columns: readonly Column[], row: number, labelColumn: string): string {
  const cells = columns.filter(({ name }) => name !== labelColumn).map((column) => cellText(column, row));
  return createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 12);
}

function isRead(column: Column): boolean {
  return column.type !== "vector" || (column.pictures === undefined && column.embedded === undefined);
}
