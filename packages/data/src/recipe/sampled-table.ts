// The rows of a file larger than memory that are worked on, as one table: its sample, and the rows that have an answer.
import { checkTable } from "../table/check-table.ts";
import { RowStore } from "../table/row-store.ts";
import type { Table } from "../table/table.ts";

/**
 * The sampled rows and those with answers, in the order of the file; `numbers` says which rows they are.
 * @param known The rows with answers; its columns are those of the sample, and it may have more behind them.
 * @example
 * const sample = { ...makeTable([{ name: "x", type: "number", values: Float64Array.of(5, 7) }]), numbers: Uint32Array.of(1, 8) };
 * const known = { ...makeTable([{ name: "x", type: "number", values: Float64Array.of(9) }]), numbers: Uint32Array.of(2) };
 * Array.from(sampledTable(sample, known).numbers ?? []) // [1, 2, 8]
 */
export function sampledTable(sample: Table, known: Table): Table {
  checkTable("sampledTable", sample, "sample");
  checkTable("sampledTable", known, "known");
  const isKnown = new Set(known.numbers);
  const rowsOf = (table: Table) => Array.from(table.numbers ?? [], (number, row) => ({ number, table, row }));
  const rows = [...rowsOf(known), ...rowsOf(sample).filter(({ number }) => !isKnown.has(number))].sort(
    (a, b) => a.number - b.number,
  );
  const store = new RowStore(sample.columns, rows.length);
  rows.forEach(({ table, row }, at) => {
    store.put(at, table, row);
  });
  return store.table(rows.length, { source: sample.source, numbers: Uint32Array.from(rows, ({ number }) => number) });
}
