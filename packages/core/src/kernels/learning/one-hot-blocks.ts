// Which 0/1 columns code one original column: neighbouring columns of which every item has exactly one. These share one
// feature weight, since single categories of a column have too few labels each to be weighed (docs/guide/learning.md).
import type { Matrix } from "../../matrix.ts";

/** The number of the original column of each 0/1 column; a column that belongs to no block counts as its own. */
export function oneHotBlocks({ rows, cols, data }: Matrix): Uint32Array {
  const blocks = new Uint32Array(cols);
  for (let start = 0, block = 0; start < cols; block++) {
    const length = blockLength(data, rows, cols, start);
    blocks.fill(block, start, start + length);
    start += length;
  }
  return blocks;
}

/** How many columns from `start` on have exactly one 1 in each row; 1 where there is no such block. */
function blockLength(data: Float64Array, rows: number, cols: number, start: number): number {
  const counts = new Uint8Array(rows);
  let covered = 0;
  for (let d = start; d < cols; d++) {
    for (let i = 0; i < rows; i++) {
      if (data[i * cols + d] === 0) continue;
      if (counts[i] === 1) return 1;
      counts[i] = 1;
      covered++;
    }
    if (covered === rows) return d - start + 1;
  }
  return 1;
}
