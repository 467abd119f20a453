// Hamming similarities on some columns of one-hot data: a row is a few words of bits, the number of differing columns a
// count of bits, and the kernel has one value per count, which is taken from the kernel itself.
import { type Kernel, type Matrix, matrix } from "xpal";
import type { MemberRows } from "./member-rows.ts";

/** Similarities of categories by column, for features that are 0 or 1 only; null for others. */
export function hammingRows(features: Matrix, kernel: Kernel): MemberRows | null {
  if (!features.data.every((value) => value === 0 || value === 1)) return null;
  const { rows, cols } = features;
  const words = Math.ceil(cols / 32);
  const bits = new Int32Array(rows * words);
  features.data.forEach((value, at) => {
    const d = at % cols;
    if (value === 1) bits[Math.floor(at / cols) * words + (d >> 5)] |= 1 << (d & 31);
  });
  const tables = new Map<number, Float64Array>();
  return (columns) => {
    const mask = new Int32Array(words);
    for (let at = 0; at < columns.length; at++) mask[columns[at] >> 5] |= 1 << (columns[at] & 31);
    const table = tables.get(columns.length) ?? valuesByCount(columns.length, kernel);
    tables.set(columns.length, table);
    return (item) => {
      const row = new Float64Array(rows);
      for (let i = 0; i < rows; i++) {
        let count = 0;
        for (let w = 0; w < words; w++) {
          count += bitCount((bits[i * words + w] ^ bits[item * words + w]) & mask[w]);
        }
        row[i] = table[count];
      }
      return row;
    };
  };
}

/** The kernel's value where 0, 1, 2, ... of the columns differ. */
function valuesByCount(columnCount: number, kernel: Kernel): Float64Array {
  return Float64Array.from({ length: columnCount + 1 }, (_, count) => {
    const pair = matrix(2, columnCount);
    pair.data.fill(1, columnCount, columnCount + count);
    return kernel.similarity(pair, 0, pair, 1);
  });
}

/** How many bits of a word are set, by adding neighbours (Warren, Hacker's Delight, ch. 5). */
function bitCount(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555);
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
