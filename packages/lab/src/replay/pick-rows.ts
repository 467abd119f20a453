import type { Matrix, SparseMatrix } from "xpal";

/** The chosen rows, in the given order. */
export function pickRows(features: Matrix | SparseMatrix, rows: Uint32Array): Matrix | SparseMatrix {
  const { cols } = features;
  if (!("starts" in features)) {
    const data = new Float64Array(rows.length * cols);
    rows.forEach((from, to) => {
      data.set(features.data.subarray(from * cols, (from + 1) * cols), to * cols);
    });
    return { rows: rows.length, cols, data };
  }
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, i) => {
    starts[i + 1] = starts[i] + features.starts[row + 1] - features.starts[row];
  });
  const columns = new Uint32Array(starts[rows.length]);
  const values = new Float64Array(starts[rows.length]);
  rows.forEach((row, i) => {
    const [from, to] = [features.starts[row], features.starts[row + 1]];
    columns.set(features.columns.subarray(from, to), starts[i]);
    values.set(features.values.subarray(from, to), starts[i]);
  });
  return { rows: rows.length, cols, starts, columns, values };
}
