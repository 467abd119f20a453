// A table without the rows that repeat an earlier one.
import { type Column, makeTable, summariseTable, type Table } from "@xpal/data";
import { matrix } from "xpal";

/** Rows that equal an earlier one in every column but the label are left out; of two, the labelled one stays first. */
export function withoutRows(table: Table, label: string | null): Table {
  const repeated = new Set(summariseTable(table, label === null ? [] : [label]).duplicates);
  if (repeated.size === 0) return table;
  const kept = Array.from({ length: table.rows }, (_, row) => row).filter((row) => !repeated.has(row));
  return makeTable(
    table.columns.map((column) => pick(column, kept)),
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
