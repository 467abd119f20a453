// What numbers, dates and line ends of a delimited text looked like: "83.00", "NA", "2024-01-02 10:00". A table does not
// keep it, since only exports need it.
import { checkBytes } from "@xpal/core/check";
import { checkTable } from "../../table/check-table.ts";
import type { Column, Table } from "../../table/table.ts";
import { withWritten } from "../cells/with-written.ts";
import type { CsvOptions } from "./csv-options.ts";
import { plainCells } from "./plain-cells.ts";

/**
 * The table with the original text of each number and date that `cellText` would write differently, and its line ends.
 * @param bytes The text that the table was read from, with the same options and name.
 * @throws XpalError if the bytes are not delimited text.
 * @example
 * const bytes = new TextEncoder().encode("x,class\n1.50,a\n");
 * const table = withWrittenCells(readCsv(bytes), bytes);
 * cellText(table.columns[0], 0) // "1.5"
 */
export function withWrittenCells(table: Table, bytes: Uint8Array, options: CsvOptions = {}, name = "the file"): Table {
  checkTable("withWrittenCells", table);
  checkBytes("withWrittenCells", "bytes", bytes);
  const { names, body, lineEnd } = plainCells("withWrittenCells", bytes, options, name);
  if (body.length !== table.rows) return { ...table, lineEnd };
  const columns = table.columns.map((column): Column => {
    const place = names.indexOf(column.name);
    if (place < 0 || column.type === "text" || column.type === "vector") return column;
    const cells = body.map((record) => record.cells[place]);
    return withWritten(column, cells);
  });
  return { ...table, columns, lineEnd };
}
