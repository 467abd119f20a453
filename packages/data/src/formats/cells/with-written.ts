// How the numbers and dates of a column were written.
import { type Column, cellText } from "../../table/table.ts";

/** What a Map holds at most; a column with more cells that are written otherwise keeps none of them. */
const MAX_WRITTEN = 16_000_000;

/** A column with the cells that `cellText` would write differently. */
export function withWritten(column: Column, cells: readonly (string | null)[]): Column {
  const written = new Map<number, string>();
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row] ?? "";
    if (cell === (cellText(column, row) ?? "")) continue;
    if (written.size === MAX_WRITTEN) return column;
    written.set(row, cell);
  }
  return written.size === 0 || column.type === "text" || column.type === "vector" ? column : { ...column, written };
}
