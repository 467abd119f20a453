import { summariseTable, type Table, takeRows } from "@xpal/data";
import { labelledFirst } from "../projects/labelled-first.ts";

/**
 * The table without rows that equal another one in every column but those ignored and the label. Of equal rows the first that has
 * a label stays, or the first where none has.
 */
export function withoutRepeats(table: Table, label: string | null, ignored: readonly string[]): Table {
  const except = label === null ? ignored : [label, ...ignored];
  if (summariseTable(table, except).duplicates.length === 0) return table;
  const order = labelledFirst(table, label);
  const repeats = new Set(summariseTable(takeRows(table, order), except).duplicates);
  const kept = order.filter((_, at) => !repeats.has(at));
  return takeRows(
    table,
    kept.sort((a, b) => a - b),
  );
}
