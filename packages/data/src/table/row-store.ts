// Rows of tables of one kind, each put at a place of its own: for samples, and for pieces of another size.
import { reject } from "@xpal/core/check";
import type { CellForm } from "../formats/cells/cell-form.ts";
import { type Column, makeTable, type Table } from "./table.ts";
import { takeCells } from "./take-rows.ts";

type Stored =
  | { readonly name: string; readonly type: "number" | "date"; readonly form?: CellForm; readonly values: Float64Array }
  | { readonly name: string; readonly type: "text"; readonly values: (string | null)[] }
  | { readonly name: string; readonly type: "vector"; cols: number; data: Float64Array };

/**
 * Room for some rows of tables with the same columns.
 * @example
 * const store = new RowStore([{ name: "x", type: "number" }], 2);
 * store.put(0, makeTable([{ name: "x", type: "number", values: Float64Array.of(7, 8) }]), 1);
 * cellText(store.table(1).columns[0], 0) // "8"
 */
export class RowStore {
  readonly capacity: number;
  readonly #columns: Stored[];

  constructor(
    columns: readonly { readonly name: string; readonly type: Column["type"]; readonly form?: CellForm }[],
    capacity: number,
  ) {
    this.capacity = capacity;
    this.#columns = columns.map(({ name, type, form }): Stored => {
      if (type === "vector") return { name, type, cols: -1, data: new Float64Array(0) };
      if (type === "text") return { name, type, values: [] };
      return { name, type, ...(form === undefined ? {} : { form }), values: new Float64Array(capacity) };
    });
  }

  /** Copies a row of a table with the same columns to a place. */
  put(at: number, table: Table, row: number): void {
    for (let c = 0; c < this.#columns.length; c++) {
      const stored = this.#columns[c];
      const column = table.columns[c];
      if (stored.type === "vector") this.#putVector(stored, at, column, row);
      else if (stored.type === "text") stored.values[at] = Array.isArray(column.values) ? column.values[row] : null;
      else stored.values[at] = (column.values as Float64Array)[row];
    }
  }

  #putVector(stored: Extract<Stored, { type: "vector" }>, at: number, column: Column, row: number): void {
    if (column.type !== "vector") reject("readTable", `column ${JSON.stringify(stored.name)}`, "must hold vectors");
    const { cols, data } = column.values;
    if (stored.cols < 0) {
      stored.cols = cols;
      stored.data = new Float64Array(this.capacity * cols);
    }
    if (cols !== stored.cols) {
      reject(
        "readTable",
        `column ${JSON.stringify(stored.name)}`,
        `must hold ${stored.cols} numbers in each row`,
        cols,
      );
    }
    stored.data.set(data.subarray(row * cols, (row + 1) * cols), at * cols);
  }

  /** Some of the rows, in the given order. Each column is let go of when it has been copied. */
  taken(rows: Uint32Array, more: Partial<Omit<Table, "rows" | "columns">> = {}): Table {
    const columns: Column[] = [];
    for (let stored = this.#columns.shift(); stored !== undefined; stored = this.#columns.shift()) {
      columns.push(takeCells(columnOfStored(stored, this.capacity), rows));
    }
    return makeTable(columns, more);
  }

  /** The first rows, without a copy where all are asked for. */
  table(rows: number, more: Partial<Omit<Table, "rows" | "columns">> = {}): Table {
    return makeTable(
      this.#columns.map((stored) => columnOfStored(stored, rows)),
      more,
    );
  }
}

function columnOfStored(stored: Stored, rows: number): Column {
  if (stored.type === "vector") {
    const { name, type } = stored;
    const cols = Math.max(0, stored.cols);
    return { name, type, values: { rows, cols, data: stored.data.subarray(0, rows * cols) } };
  }
  if (stored.type !== "text") return { ...stored, values: stored.values.subarray(0, rows) } as Column;
  const { values } = stored;
  for (let row = values.length; row < rows; row++) values.push(null);
  return { ...stored, values: values.length === rows ? values : values.slice(0, rows) };
}
