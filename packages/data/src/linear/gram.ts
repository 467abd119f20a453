// The inner products of a tall matrix's columns. Four rows are taken at a time, which halves the traffic to memory; the
// order of additions is the same for every entry, so the result is symmetric to the bit.
import type { Matrix } from "@xpal/core";

/** The columns' inner products. */
export function gram({ rows, cols, data }: Matrix): Matrix {
  const result = new Float64Array(cols * cols);
  const whole = rows - (rows % 4);
  for (let i = 0; i < whole; i += 4) {
    const [a, b, c, d] = [i * cols, (i + 1) * cols, (i + 2) * cols, (i + 3) * cols];
    for (let p = 0; p < cols; p++) {
      const [va, vb, vc, vd] = [data[a + p], data[b + p], data[c + p], data[d + p]];
      const to = p * cols;
      for (let q = p; q < cols; q++) {
        result[to + q] += va * data[a + q] + vb * data[b + q] + vc * data[c + q] + vd * data[d + q];
      }
    }
  }
  for (let i = whole; i < rows; i++) {
    for (let p = 0; p < cols; p++) {
      const value = data[i * cols + p];
      for (let q = p; q < cols; q++) result[p * cols + q] += value * data[i * cols + q];
    }
  }
  for (let p = 0; p < cols; p++) for (let q = 0; q < p; q++) result[p * cols + q] = result[q * cols + p];
  return { rows: cols, cols, data: result };
}
