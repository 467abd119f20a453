// All rows of a source as a table, for folders of parts that fit into memory.
import { RowStore } from "../../table/row-store.ts";
import type { Table } from "../../table/table.ts";
import type { RowSource } from "./row-source.ts";

/** Reads all rows, then closes the source. */
export async function readWhole(source: RowSource): Promise<Table> {
  try {
    const store = new RowStore(source.columns, source.rows);
    for await (const { start, table } of source.pieces()) {
      for (let row = 0; row < table.rows; row++) store.put(start + row, table, row);
    }
    return store.table(source.rows, { notices: source.notices, source: source.path });
  } finally {
    source.close();
  }
}
