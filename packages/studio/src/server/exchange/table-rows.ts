// Some rows of a table.
import { type Column, makeTable, summariseTable, type Table } from "@xpal/data";
import { matrix } from "xpal";

/** The table without rows that equal an earlier one in every column but those ignored. */
export function withoutRepeats(table: Table, ignored: readonly string[]): Table {
  const repeated = new Set(summariseTable(table, ignored).duplicates);
  if (repeated.size === 0) return table;
  return takeRows(
    table,
    Array.from({ length: table.rows }, (_, row) => row).filter((row) => !repeated.has(row)),
  );
}

/** The rows asked for, in that order. */
function takeRows(table: Table, rows: readonly number[]): Table {
  return makeTable(
    table.columns.map((column) => pick(column, rows)),
    { notices: table.notices },
  );
}

function pick(column: Column, rows: readonly number[]): Column {
  if (column.type === "text") return { ...column, values: rows.map((row) => column.values[row]) };
  if (column.type !== "vector") return { ...column, values: Float64Array.from(rows, (row) => column.values[row]) };
  const { cols, data } = column.values;
  const values = matrix(rows.length, cols);
  rows.forEach((row, at) => {
    values.data.set(data.subarray(row * cols, (row + 1) * cols), at * cols);
  });
  return { ...column, values };
}
