import { XpalError } from "@xpal/core";
import type { Table } from "@xpal/data";

/**
 * The table with one more column that has no value yet.
 * @throws XpalError if there is a column of that name.
 */
export function withEmptyColumn(table: Table, name: string): Table {
  if (table.columns.some((column) => column.name === name)) {
    throw new XpalError("bad-argument", {
      who: "xpal",
      argument: "--label",
      rule: "must not exist yet when --new-label is given",
      value: name,
      wayOut: "leave --new-label out",
    });
  }
  const values = new Array<null>(table.rows).fill(null);
  return { ...table, columns: [...table.columns, { name, type: "text", values }] };
}
