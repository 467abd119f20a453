// Columns of a tall matrix made orthonormal by modified Gram-Schmidt, done twice ("twice is enough", Giraud, Langou and
// Rozloznik, 2005). Additions, products, divisions and square roots only, so the bits are the same in every runtime.
import type { Matrix } from "xpal";

/** Below this share of its former length, what is left of a column is rounding error. */
const VANISHED = 1e-10;

/** Makes the columns orthonormal in place; a column that depends on those before it becomes 0. */
export function orthonormalise(matrix: Matrix): void {
  const columns = transposed(matrix);
  const { rows: count, cols: length, data } = columns;
  for (let c = 0; c < count; c++) {
    const column = data.subarray(c * length, (c + 1) * length);
    const before = Math.sqrt(dot(column, column));
    for (let pass = 0; pass < 2; pass++) {
      for (let other = 0; other < c; other++) {
        const axis = data.subarray(other * length, (other + 1) * length);
        const share = dot(axis, column);
        for (let i = 0; i < length; i++) column[i] -= share * axis[i];
      }
    }
    const after = Math.sqrt(dot(column, column));
    const factor = after > VANISHED * before ? 1 / after : 0;
    for (let i = 0; i < length; i++) column[i] *= factor;
  }
  for (let i = 0; i < length; i++) for (let c = 0; c < count; c++) matrix.data[i * count + c] = data[c * length + i];
}

function transposed({ rows, cols, data }: Matrix): Matrix {
  const result = new Float64Array(rows * cols);
  for (let i = 0; i < rows; i++) for (let c = 0; c < cols; c++) result[c * rows + i] = data[i * cols + c];
  return { rows: cols, cols: rows, data: result };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
