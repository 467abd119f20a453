// The texts of a table: several columns of a row are one document.
import { reject } from "@xpal/core/check";
import { columnOf, type Table } from "../table/table.ts";

/** A function from a row to its texts, one after the other; a missing text is empty. */
export function documentsOf(who: string, table: Table, columns: readonly string[]): (row: number) => string {
  const texts = columns.map((name) => textsOf(who, table, name));
  return (row) => texts.map((values) => values[row] ?? "").join("\n");
}

function textsOf(who: string, table: Table, name: string): readonly (string | null)[] {
  const column = columnOf(table, name, who);
  if (column.type === "text") return column.values;
  reject(who, `column ${JSON.stringify(name)}`, "must be text", column.type);
}
