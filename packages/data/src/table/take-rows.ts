// Some rows of a table.

import { type Matrix, matrix } from "@xpal/core";
import { checkInteger } from "@xpal/core/check";
import { checkTable } from "./check-table.ts";
import type { Column, Table } from "./table.ts";

/**
 * The chosen rows, in the given order.
 * @throws XpalError if a row number is out of range.
 * @example takeRows(balanceScale(), [0, 2]).rows // 2
 */
export function takeRows(table: Table, rows: ArrayLike<number>): Table {
  checkTable("takeRows", table);
  for (let i = 0; i < rows.length; i++) checkInteger("takeRows", `rows[${i}]`, rows[i], 0, table.rows - 1);
  const { lines, numbers } = table;
  return {
    ...table,
    rows: rows.length,
    columns: table.columns.map((column) => takeCells(column, rows)),
    ...(lines === undefined ? {} : { lines: Uint32Array.from(rows, (row) => lines[row]) }),
    ...(numbers === undefined ? {} : { numbers: Uint32Array.from(rows, (row) => numbers[row]) }),
  };
}

/** The same of a column, for callers that trust their rows. */
export function takeCells(column: Column, rows: ArrayLike<number>): Column {
  switch (column.type) {
    case "text":
      return { ...column, values: Array.from(rows, (row) => column.values[row]) };
    case "vector":
      return { ...column, values: takeVectors(column.values, rows) };
    default: {
      const { written, ...rest } = column;
      const values = new Float64Array(rows.length);
      for (let i = 0; i < rows.length; i++) values[i] = column.values[rows[i]];
      return { ...rest, values, ...(written === undefined ? {} : { written: takeWritten(written, rows) }) };
    }
  }
}

function takeWritten(written: ReadonlyMap<number, string>, rows: ArrayLike<number>): Map<number, string> {
  const taken = new Map<number, string>();
  for (let i = 0; i < rows.length; i++) {
    const text = written.get(rows[i]);
    if (text !== undefined) taken.set(i, text);
  }
  return taken;
}

function takeVectors({ cols, data }: Matrix, rows: ArrayLike<number>): Matrix {
  const taken = matrix(rows.length, cols);
  for (let i = 0; i < rows.length; i++) taken.data.set(data.subarray(rows[i] * cols, (rows[i] + 1) * cols), i * cols);
  return taken;
}
