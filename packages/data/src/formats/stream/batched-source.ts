// A source that is decoded batch by batch: the batches of an Arrow file, the row groups of a Parquet file, the blocks of a
// delimited text. Pieces of any size are made of these.
import { checkInteger, reject } from "@xpal/core/check";
import { RowStore } from "../../table/row-store.ts";
import { type Column, makeTable, type Table } from "../../table/table.ts";
import { PIECE_ROWS, type Piece, type PieceOptions, type RowSource } from "./row-source.ts";

/** What a source is made of. */
export interface Batches
  extends Pick<RowSource, "path" | "format" | "columns" | "notices" | "fingerprint" | "reading"> {
  /** How many rows each batch has. */
  readonly sizes: readonly number[];
  /** @throws XpalError if the batch is damaged, or the file has changed. */
  read(batch: number): Promise<Table>;
  close(): void;
}

/** The source of some batches. */
export function batchedSource({ sizes, read, close, ...about }: Batches): RowSource {
  const starts: number[] = [];
  let rows = 0;
  for (const size of sizes) {
    starts.push(rows);
    rows += size;
  }
  const { columns, path } = about;
  const tableOf = async (batch: number) => typed(await read(batch), columns, path);

  async function* pieces({ from = 0, size = PIECE_ROWS }: PieceOptions = {}): AsyncGenerator<Piece> {
    checkInteger("pieces", "from", from, 0, rows);
    checkInteger("pieces", "size", size, 1);
    const store = new RowStore(columns, Math.min(size, rows));
    let start = from;
    let filled = 0;
    for (let batch = batchAt(starts, from); batch < sizes.length && start + filled < rows; batch++) {
      const table = await tableOf(batch);
      for (let row = Math.max(0, from - starts[batch]); row < table.rows; row++) {
        store.put(filled++, table, row);
        if (filled < size) continue;
        yield { start, table: store.table(filled, { source: path }) };
        start += filled;
        filled = 0;
      }
    }
    if (filled > 0) yield { start, table: store.table(filled, { source: path }) };
  }

  async function at(chosen: ArrayLike<number>): Promise<Table> {
    const store = new RowStore(columns, chosen.length);
    const wanted = Array.from(chosen, (row, index) => ({ row, index })).sort((a, b) => a.row - b.row);
    let known = -1;
    let table: Table | undefined;
    for (const { row, index } of wanted) {
      checkInteger("at", "rows", row, 0, rows - 1);
      const batch = batchAt(starts, row);
      if (batch !== known) table = await tableOf(batch);
      known = batch;
      store.put(index, table as Table, row - starts[batch]);
    }
    return store.table(chosen.length, { source: path });
  }

  return { ...about, rows, pieces, at, close };
}

/** The type of each column, from the first batch in which it has a value. */
export async function typesOf(
  read: (batch: number) => Promise<Table>,
  batches: number,
): Promise<{ name: string; type: Column["type"] }[]> {
  const first = await read(0);
  const columns = first.columns.map(({ name, type }) => ({ name, type }));
  const open = new Set(first.columns.flatMap((column, c) => (isEmpty(column) ? [c] : [])));
  for (let batch = 1; batch < batches && open.size > 0; batch++) {
    const { columns: found } = await read(batch);
    for (const c of open) {
      if (isEmpty(found[c])) continue;
      columns[c].type = found[c].type;
      open.delete(c);
    }
  }
  return columns;
}

function isEmpty(column: Column): boolean {
  return column.type === "text" && column.values.every((value) => value === null || value === "");
}

/** The batch with the types of the source: a column without any value in it has been taken for text. */
function typed(table: Table, columns: RowSource["columns"], path: string): Table {
  const same = table.columns.map((column, c): Column => {
    const { name, type } = columns[c];
    if (column.type === type) return column;
    if (isEmpty(column) && (type === "number" || type === "date")) {
      return { name, type, values: new Float64Array(table.rows).fill(Number.NaN) };
    }
    const where = `${path}, column ${JSON.stringify(name)}`;
    return reject("readTable", where, `must hold ${type} in all batches`, column.type);
  });
  return makeTable(same, { source: path });
}

/** The last batch that begins at or before a row. */
function batchAt(starts: readonly number[], row: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= row) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
