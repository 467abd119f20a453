// Rows that equal an earlier one, found by hashes of their cells and then compared cell by cell.
import { checkTable } from "./check-table.ts";
import { type Column, cellText, type Table } from "./table.ts";

/**
 * For each row the first row that equals it in some columns: itself where there is no earlier one.
 * @param names The columns that are compared; all by default.
 * @example repeatedRows(makeTable([{ name: "x", type: "number", values: Float64Array.of(1, 2, 1) }])) // Uint32Array.of(0, 1, 0)
 */
export function repeatedRows(table: Table, names?: readonly string[]): Uint32Array {
  checkTable("repeatedRows", table);
  const wanted = names === undefined ? undefined : new Set(names);
  const columns = table.columns.filter(({ name }) => wanted === undefined || wanted.has(name));
  const first = Uint32Array.from({ length: table.rows }, (_, row) => row);
  if (columns.length === 0) return first;
  const [high, low] = [new Uint32Array(table.rows), new Uint32Array(table.rows)];
  for (const column of columns) addHashes(column, high, low);
  const seen = new Map<number, number>();
  for (let row = 0; row < table.rows; row++) {
    const key = high[row] * 2 ** 20 + (low[row] >>> 12);
    const earlier = seen.get(key);
    if (earlier === undefined) seen.set(key, row);
    else if (columns.every((column) => isSame(column, earlier, row))) first[row] = earlier;
  }
  return first;
}

function addHashes(column: Column, high: Uint32Array, low: Uint32Array): void {
  const add = (row: number, a: number, b: number) => {
    high[row] = mixed(high[row] ^ a);
    low[row] = mixed(Math.imul(low[row], 31) ^ b);
  };
  if (column.type === "text") {
    const numbers = new Map<string, number>();
    column.values.forEach((value, row) => {
      const text = value ?? "";
      const number = numbers.get(text) ?? numbers.size + 1;
      numbers.set(text, number);
      add(row, number, Math.imul(number, 0x9e3779b1));
    });
    return;
  }
  const [data, cols] = column.type === "vector" ? [column.values.data, column.values.cols] : [column.values, 1];
  const words = new Uint32Array(2);
  const number = new Float64Array(words.buffer);
  for (let row = 0; row < high.length; row++) {
    for (let d = row * cols; d < (row + 1) * cols; d++) {
      number[0] = data[d] + 0; // -0 is 0
      add(row, words[0], words[1]);
    }
  }
}

function mixed(value: number): number {
  const half = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  return Math.imul(half ^ (half >>> 13), 0xc2b2ae35) ^ (half >>> 16);
}

function isSame(column: Column, a: number, b: number): boolean {
  if (column.type === "vector") {
    const { cols, data } = column.values;
    for (let d = 0; d < cols; d++) if (!Object.is(data[a * cols + d] + 0, data[b * cols + d] + 0)) return false;
    return true;
  }
  if (column.type === "text") return (cellText(column, a) ?? "") === (cellText(column, b) ?? "");
  return Object.is(column.values[a] + 0, column.values[b] + 0);
}
