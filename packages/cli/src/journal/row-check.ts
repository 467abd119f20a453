// A short fingerprint of a row, kept beside its answer: when the file was sorted or edited in between, the answer is
// not put on another row.
import { createHash } from "node:crypto";
import { cellText, type Table } from "@xpal/data";

/** Twelve hexadecimal digits for the cells of a row, the label column left out. */
export function rowCheck(table: Table, row: number, labelColumn: string): string {
  const cells = table.columns.filter(({ name }) => name !== labelColumn).map((column) => cellText(column, row));
  return createHash("sha256").update(JSON.stringify(cells)).digest("hex").slice(0, 12);
}
