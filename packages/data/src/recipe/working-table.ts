// The rows of a large file that are worked on, as one table: a working set of its sample, and the rows that have an answer.

import { checkParts } from "@xpal/core/check";
import { checkTable } from "../table/check-table.ts";
import { RowStore } from "../table/row-store.ts";
import type { Table } from "../table/table.ts";
import type { WorkingSet } from "./working-set.ts";

/**
 * The candidates and the rows with answers, in the order of the file; `numbers` says which rows they are.
 * @param reserve What the working set was drawn from.
 * @param known The rows with answers; its columns are those of the reserve, and it may have more behind them.
 * @returns The table, and the places of the evaluation points in it.
 * @example
 * const reserve = { ...makeTable([{ name: "x", type: "number", values: Float64Array.of(5, 6, 7) }]), numbers: Uint32Array.of(1, 4, 8) };
 * const known = { ...makeTable([{ name: "x", type: "number", values: Float64Array.of(9) }]), numbers: Uint32Array.of(2) };
 * const drawn = { rows: Uint32Array.of(0, 2), evaluation: Uint32Array.of(1), regions: 0 };
 * Array.from(workingTable(reserve, known, drawn).table.numbers ?? []) // [1, 2, 8]
 */
export function workingTable(
  reserve: Table,
  known: Table,
  drawn: WorkingSet,
): { readonly table: Table; readonly evaluation: Uint32Array } {
  checkTable("workingTable", reserve, "reserve");
  checkTable("workingTable", known, "known");
  checkParts("workingTable", "drawn", drawn, "a working set", ["rows"]);
  const knownNumbers = new Set(known.numbers);
  const numberAt = (place: number) => reserve.numbers?.[drawn.rows[place]] ?? 0;
  const entries = [
    ...Array.from(known.numbers ?? [], (number, row) => ({ number, table: known, row })),
    ...Array.from(drawn.rows, (row, place) => ({ number: numberAt(place), table: reserve, row })).filter(
      ({ number }) => !knownNumbers.has(number),
    ),
  ].sort((a, b) => a.number - b.number);
  const store = new RowStore(
    reserve.columns.map(({ name, type }) => ({ name, type })),
    entries.length,
  );
  entries.forEach(({ table, row }, at) => {
    store.put(at, table, row);
  });
  const at = new Map(entries.map(({ number }, place) => [number, place]));
  const points = Array.from(drawn.evaluation, (place) => at.get(numberAt(place)) as number);
  const table = store.table(entries.length, {
    numbers: Uint32Array.from(entries, ({ number }) => number),
    ...(reserve.source === undefined ? {} : { source: reserve.source }),
  });
  return { table, evaluation: Uint32Array.from(points).sort() };
}
