// Where a row is in its file, in words.
import type { Table } from "./table.ts";

/**
 * The position of a row as people count: its line if the file has lines, its row in the sheet of a workbook, else its number.
 * @example rowPlace(readCsv(new TextEncoder().encode("x,class\n1,a\n2,\n")), 1) // "line 3"
 */
export function rowPlace({ lines, lineWord, numbers }: Table, row: number): string {
  return lines === undefined ? `row ${numbers?.[row] ?? row}` : `${lineWord ?? "line"} ${lines[row]}`;
}
