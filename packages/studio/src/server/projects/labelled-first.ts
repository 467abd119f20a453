import { cellText, type Table } from "@xpal/data";

/** The rows of a table, those with a label before the others: of equal rows the first stays, and no label is left out. */
export function labelledFirst(table: Table, label: string | null): number[] {
  const labels = table.columns.find(({ name }) => name === label);
  const isLabelled = (row: number) => labels !== undefined && (cellText(labels, row) ?? "").trim() !== "";
  const rows = Array.from({ length: table.rows }, (_, row) => row);
  return [...rows.filter(isLabelled), ...rows.filter((row) => !isLabelled(row))];
}
