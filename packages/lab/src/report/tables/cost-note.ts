// What readers must know of tables that count errors where these have costs: a strategy may err more often and cost less.
import type { Table } from "./table.ts";

/** Which datasets have costs, and where these are compared; empty where none has. */
export function costNote(datasets: readonly string[]): string {
  if (datasets.length === 0) return "";
  return `Errors have costs on ${datasets.join(", ")}: decisions are the cheapest ones there, while every error counts as one here; what the errors cost is compared under “Other measures”, cost.`;
}

/** A table that counts errors, with the note on those of its datasets that have costs. */
export function withCostNote(table: Table, datasets: readonly string[]): Table {
  return datasets.length === 0 ? table : { ...table, caption: `${table.caption} ${costNote(datasets)}` };
}
