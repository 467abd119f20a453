// A dense matrix as something to multiply by; rows are visited in order, so sums have one order.
import type { Matrix } from "@xpal/core";
import type { Multiplied } from "./truncated-svd.ts";

/** The products of a dense matrix. */
export function denseProduct({ rows, cols, data }: Matrix): Multiplied {
  return {
    rows,
    cols,
    times: (right) => {
      const width = right.cols;
      const result = new Float64Array(rows * width);
      for (let row = 0; row < rows; row++) {
        for (let c = 0; c < cols; c++) {
          const value = data[row * cols + c];
          if (value === 0) continue;
          for (let k = 0; k < width; k++) result[row * width + k] += value * right.data[c * width + k];
        }
      }
      return { rows, cols: width, data: result };
    },
    transposedTimes: (right) => {
      const width = right.cols;
      const result = new Float64Array(cols * width);
      for (let row = 0; row < rows; row++) {
        for (let c = 0; c < cols; c++) {
          const value = data[row * cols + c];
          if (value === 0) continue;
          for (let k = 0; k < width; k++) result[c * width + k] += value * right.data[row * width + k];
        }
      }
      return { rows: cols, cols: width, data: result };
    },
  };
}
