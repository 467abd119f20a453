// What there is to know about a table before learning from it.

import { missingCount } from "../recipe/role.ts";
import { checkTable } from "./check-table.ts";
import { repeatedRows } from "./repeated-rows.ts";
import { cellText, type Table } from "./table.ts";

/** A column in numbers. */
export interface ColumnSummary {
  readonly name: string;
  readonly type: string;
  readonly missing: number;
  /** How many different values, missing ones not counted; null for vectors. */
  readonly distinct: number | null;
  /** Least and largest value of numbers and dates. */
  readonly range?: readonly [number, number];
  /** The first few different values, as text. */
  readonly examples: readonly string[];
}

/** A table in numbers. */
export interface TableSummary {
  readonly rows: number;
  readonly columns: readonly ColumnSummary[];
  /** Rows that equal an earlier row in every column but the ones left out. */
  readonly duplicates: readonly number[];
}

/**
 * Counts what a table holds.
 * @param except Columns that do not count when rows are compared, such as ids and labels.
 * @example summariseTable(balanceScale()).duplicates.length // 0
 */
export function summariseTable(table: Table, except: readonly string[] = []): TableSummary {
  checkTable("summariseTable", table);
  const columns = table.columns.map((column): ColumnSummary => {
    const { name, type } = column;
    const missing = missingCount(column);
    if (column.type === "vector")
      return { name, type, missing, distinct: null, examples: [`${column.values.cols} numbers`] };
    const values = new Set<string | number | null>(column.values);
    values.delete(null);
    values.delete("");
    values.delete(Number.NaN);
    const examples: string[] = [];
    for (let row = 0; row < table.rows && examples.length < 3; row++) {
      const text = cellText(column, row);
      if (text !== null && text !== "" && !examples.includes(text)) examples.push(text);
    }
    const summary = { name, type, missing, distinct: values.size, examples };
    if (column.type === "text" || values.size === 0) return summary;
    let least = Infinity;
    let most = -Infinity;
    for (const value of column.values) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
    return { ...summary, range: [least, most] };
  });
  return { rows: table.rows, columns, duplicates: duplicateRows(table, except) };
}

function duplicateRows(table: Table, except: readonly string[]): number[] {
  const compared = table.columns.map(({ name }) => name).filter((name) => !except.includes(name));
  const first = repeatedRows(table, compared);
  return Array.from(first.keys()).filter((row) => first[row] !== row);
}
