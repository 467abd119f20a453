// Numbers in rows and columns, one Float64Array, row after row. Nothing inside the library is an array of arrays.
import { checkInteger, refuse } from "./check.ts";

/** A dense matrix in row-major order. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}

/**
 * A matrix of the given shape, of zeros or over the given numbers (not copied).
 * @throws XpalError if the shape is not two non-negative integers or does not fit the numbers.
 * @example matrix(2, 3).data.length // 6
 */
export function matrix(rows: number, cols: number, data?: Float64Array): Matrix {
  checkInteger("matrix", "rows", rows, 0);
  checkInteger("matrix", "cols", cols, 0);
  if (data === undefined) return { rows, cols, data: new Float64Array(rows * cols) };
  if (!(data instanceof Float64Array)) refuse("matrix", "data", "must be a Float64Array", data);
  if (data.length !== rows * cols) {
    refuse("matrix", "data", `must hold rows * cols = ${rows * cols} numbers`, data.length);
  }
  return { rows, cols, data };
}

/**
 * A matrix from an array of equally long rows.
 * @throws XpalError if a row is not an array of numbers or has another length than the first.
 * @example matrixFrom([[1, 2], [3, 4]]).cols // 2
 */
export function matrixFrom(rows: readonly ArrayLike<number>[]): Matrix {
  if (!Array.isArray(rows)) refuse("matrixFrom", "rows", "must be an array of rows", rows);
  const cols = rows[0]?.length ?? 0;
  const data = new Float64Array(rows.length * cols);
  for (let i = 0; i < rows.length; i++) {
    const values = rows[i];
    if (values === null || typeof values !== "object" || values.length !== cols) {
      refuse("matrixFrom", `rows[${i}]`, `must have ${cols} numbers as the first row has`, values);
    }
    for (let j = 0; j < cols; j++) {
      const value = values[j];
      if (typeof value !== "number") refuse("matrixFrom", `rows[${i}][${j}]`, "must be a number", value);
      data[i * cols + j] = value;
    }
  }
  return { rows: rows.length, cols, data };
}

/** One row, as a view on the matrix's own numbers. */
export function row(m: Matrix, i: number): Float64Array {
  return m.data.subarray(i * m.cols, (i + 1) * m.cols);
}

/** The chosen columns, in the given order, as a new matrix. */
export function pickColumns(m: Matrix, columns: ArrayLike<number>): Matrix {
  const picked = new Float64Array(m.rows * columns.length);
  for (let i = 0; i < m.rows; i++) {
    for (let j = 0; j < columns.length; j++) picked[i * columns.length + j] = m.data[i * m.cols + columns[j]];
  }
  return { rows: m.rows, cols: columns.length, data: picked };
}

/** The chosen rows, in the given order, as a new matrix. */
export function pickRows(m: Matrix, rows: ArrayLike<number>): Matrix {
  const picked = new Float64Array(rows.length * m.cols);
  for (let i = 0; i < rows.length; i++) picked.set(row(m, rows[i]), i * m.cols);
  return { rows: rows.length, cols: m.cols, data: picked };
}
