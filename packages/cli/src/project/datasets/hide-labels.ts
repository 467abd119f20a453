// A labelled table made into one that is still to be labelled, to try things out.

import { generator } from "@xpal/core";
import { columnOf, type Table } from "@xpal/data";

/** The table with the labels of `kept` random rows; all other label cells are empty. */
export function hideLabels(table: Table, labelColumn: string, kept: number, seed: number): Table {
  const column = columnOf(table, labelColumn);
  const chance = generator(seed);
  const order = Array.from({ length: table.rows }, (_, row) => row);
  for (let i = 0; i < Math.min(kept, table.rows - 1); i++) {
    const j = i + chance.nextIndex(table.rows - i);
    [order[i], order[j]] = [order[j], order[i]];
  }
  const known = new Set(order.slice(0, kept));
  const hidden = Array.from({ length: table.rows }, (_, row) => !known.has(row));
  const columns = table.columns.map((other) => {
    if (other !== column || other.type === "vector") return other;
    if (other.type === "text")
      return { ...other, values: other.values.map((value, row) => (hidden[row] ? null : value)) };
    return { ...other, values: other.values.map((value, row) => (hidden[row] ? Number.NaN : value)) };
  });
  return { ...table, columns };
}
