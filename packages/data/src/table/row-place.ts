// Where a row is in its file, in words.
import { checkInteger } from "@xpal/core/check";
import { checkTable } from "./check-table.ts";
import type { Table } from "./table.ts";

/**
 * The position of a row as people count: its line if the file has lines, its row in the sheet of a workbook, else its number.
 * @throws XpalError if this is not a row of a table.
 * @example rowPlace(readCsv(new TextEncoder().encode("x,class\n1,a\n2,\n")), 1) // "line 3"
 */
export function rowPlace(table: Table, row: number): string {
  checkTable("rowPlace", table);
  checkInteger("rowPlace", "row", row, 0, table.rows - 1);
  const { lines, lineWord, numbers } = table;
  return lines === undefined ? `row ${numbers?.[row] ?? row}` : `${lineWord ?? "line"} ${lines[row]}`;
}
