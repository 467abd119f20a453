import { summariseTable, type Table, takeRows } from "@xpal/data";

/** The table without rows that equal an earlier one in every column but those ignored. */
export function withoutRepeats(table: Table, ignored: readonly string[]): Table {
  const repeated = new Set(summariseTable(table, ignored).duplicates);
  if (repeated.size === 0) return table;
  return takeRows(
    table,
    Array.from({ length: table.rows }, (_, row) => row).filter((row) => !repeated.has(row)),
  );
}
