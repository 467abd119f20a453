// A sparse matrix as something to multiply by; rows are visited in order, so sums have one order.
import type { Matrix, SparseMatrix } from "@xpal/core";
import type { Multiplied } from "./truncated-svd.ts";

/** The products of a sparse matrix. */
export function sparseProduct(sparse: SparseMatrix): Multiplied {
  const { rows, cols } = sparse;
  return {
    rows,
    cols,
    times: (right) => times(sparse, right),
    transposedTimes: (right) => {
      const { starts, columns, values } = sparse;
      const width = right.cols;
      const result = new Float64Array(cols * width);
      for (let row = 0; row < rows; row++) {
        for (let at = starts[row]; at < starts[row + 1]; at++) {
          addScaled(result, columns[at] * width, right.data, row * width, values[at], width);
        }
      }
      return { rows: cols, cols: width, data: result };
    },
  };
}

/** A sparse matrix times a dense one. */
function times({ rows, starts, columns, values }: SparseMatrix, right: Matrix): Matrix {
  const width = right.cols;
  const result = new Float64Array(rows * width);
  for (let row = 0; row < rows; row++) {
    for (let at = starts[row]; at < starts[row + 1]; at++) {
      addScaled(result, row * width, right.data, columns[at] * width, values[at], width);
    }
  }
  return { rows, cols: width, data: result };
}

function addScaled(
  into: Float64Array,
  to: number,
  from: Float64Array,
  at: number,
  factor: number,
  count: number,
): void {
  for (let j = 0; j < count; j++) into[to + j] += factor * from[at + j];
}
