import { cellText, summariseTable, type Table, takeRows } from "@xpal/data";

/**
 * The table without rows that equal another one in every column but those ignored and the label. Of equal rows the first that has
 * a label stays, or the first where none has.
 */
export function withoutRepeats(table: Table, label: string | null, ignored: readonly string[]): Table {
  const except = label === null ? ignored : [label, ...ignored];
  if (summariseTable(table, except).duplicates.length === 0) return table;
  const labels = table.columns.find(({ name }) => name === label);
  const isLabelled = (row: number) => labels !== undefined && (cellText(labels, row) ?? "").trim() !== "";
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  const labelledFirst = [...rows.filter(isLabelled), ...rows.filter((row) => !isLabelled(row))];
  const repeated = summariseTable(takeRows(table, labelledFirst), except).duplicates;
  const left = new Set(repeated.map((at) => labelledFirst[at]));
  return takeRows(
    table,
    rows.filter((row) => !left.has(row)),
  );
}
