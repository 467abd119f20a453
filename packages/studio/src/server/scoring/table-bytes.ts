// A table as bytes and back, exactly: a JSON head, then the numbers as they are in memory. Read faster than any of the
// formats that people bring, which matters when a project is opened.

import { matrix } from "@xpal/core";
import { type CellForm, type Column, makeTable, type Table } from "@xpal/data";

interface ColumnHead {
  readonly name: string;
  readonly type: Column["type"];
  /** Numbers per row, for vectors. */
  readonly cols?: number;
  readonly texts?: readonly (string | null)[];
  /** Numbers and dates as they were written, where that is another text. */
  readonly written?: readonly (readonly [row: number, text: string])[];
  /** How they were written throughout. */
  readonly form?: CellForm;
}

/** The bytes of a table. */
export function tableToBytes(table: Table): Uint8Array {
  const heads: ColumnHead[] = [];
  const numbers: Float64Array[] = [];
  for (const column of table.columns) {
    const { name, type } = column;
    if (type === "text") heads.push({ name, type, texts: column.values });
    else if (type === "vector") heads.push({ name, type, cols: column.values.cols });
    else {
      const written = column.written === undefined ? {} : { written: [...column.written] };
      heads.push({ name, type, ...written, ...(column.form === undefined ? {} : { form: column.form }) });
    }
    if (type === "vector") numbers.push(column.values.data);
    else if (type !== "text") numbers.push(column.values);
  }
  const json = new TextEncoder().encode(JSON.stringify({ version: 1, rows: table.rows, columns: heads }));
  const start = Math.ceil((8 + json.length) / 8) * 8;
  const bytes = new Uint8Array(start + numbers.reduce((sum, part) => sum + part.byteLength, 0));
  new DataView(bytes.buffer).setFloat64(0, json.length, true);
  bytes.set(json, 8);
  let at = start;
  for (const part of numbers) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}

/** The table that `tableToBytes` wrote. */
export function tableFromBytes(bytes: Uint8Array): Table {
  const own = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const length = new DataView(own.buffer, own.byteOffset).getFloat64(0, true);
  const head = JSON.parse(new TextDecoder().decode(own.subarray(8, 8 + length))) as {
    rows: number;
    columns: ColumnHead[];
  };
  let at = own.byteOffset + Math.ceil((8 + length) / 8) * 8;
  const take = (count: number) => {
    const values = new Float64Array(own.buffer, at, count);
    at += count * 8;
    return values;
  };
  const columns = head.columns.map(({ name, type, cols, texts, written, form }): Column => {
    if (type === "text") return { name, type, values: texts ?? [] };
    if (type === "vector") return { name, type, values: matrix(head.rows, cols ?? 1, take(head.rows * (cols ?? 1))) };
    const more = {
      ...(written === undefined ? {} : { written: new Map(written) }),
      ...(form === undefined ? {} : { form }),
    };
    return { name, type, values: take(head.rows), ...more } as Column;
  });
  return makeTable(columns);
}
