// A table as CSV text.
import { cellText, type Table } from "@xpal/data";
import { csvLine } from "./csv-line.ts";

/** The whole table with its header; `cell` may put something else into a cell. */
export function tableCsv(
  table: Table,
  cell: (column: string, row: number) => string | undefined = () => undefined,
): string {
  const lines = [csvLine(table.columns.map(({ name }) => name))];
  for (let row = 0; row < table.rows; row++) {
    lines.push(csvLine(table.columns.map((column) => cell(column.name, row) ?? cellText(column, row) ?? "")));
  }
  return lines.join("");
}
