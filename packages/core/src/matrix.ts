// Numbers in rows and columns, one Float64Array, row after row. Nothing inside the library is an array of arrays.
import { checkInteger, reject } from "./check.ts";
import { XpalError } from "./error.ts";

/** A dense matrix in row-major order. */
export interface Matrix {
  readonly rows: number;
  readonly cols: number;
  readonly data: Float64Array;
}

/**
 * A matrix of the given shape, of zeros or over the given numbers (not copied).
 * @throws XpalError if the shape is not two non-negative integers, does not fit the numbers, or does not fit in memory.
 * @example matrix(2, 3).data.length // 6
 */
export function matrix(rows: number, cols: number, data?: Float64Array): Matrix {
  checkInteger("matrix", "rows", rows, 0);
  checkInteger("matrix", "cols", cols, 0);
  if (data === undefined) return { rows, cols, data: zeros("matrix", rows, cols) };
  if (!(data instanceof Float64Array)) reject("matrix", "data", "must be a Float64Array", data);
  if (data.length !== rows * cols) {
    reject("matrix", "data", `must hold rows * cols = ${rows * cols} numbers`, data.length);
  }
  return { rows, cols, data };
}

/** 16 GiB: a runtime may promise more than the machine has and end the program later. */
const MAX_NUMBERS = 2 ** 31;

/** Room for rows * cols numbers, all 0, or a rejection where the runtime has no such room. */
export function zeros(who: string, rows: number, cols: number): Float64Array {
  const count = rows * cols;
  try {
    if (count <= MAX_NUMBERS) return new Float64Array(count);
  } catch {
    // The runtime has no room for them either.
  }
  const rule = `must fit in memory and have at most ${MAX_NUMBERS} numbers`;
  throw new XpalError("does-not-fit", { who, argument: "the matrix", rule, value: `${rows} x ${cols}` });
}

/**
 * A matrix from an array of equally long rows.
 * @throws XpalError if a row is not an array of numbers or has another length than the first.
 * @example matrixFrom([[1, 2], [3, 4]]).cols // 2
 */
export function matrixFrom(rows: readonly ArrayLike<number>[]): Matrix {
  if (!Array.isArray(rows)) reject("matrixFrom", "rows", "must be an array of rows", rows);
  const cols = rows.length === 0 ? 0 : checkedRow(rows[0], 0).length;
  const data = zeros("matrixFrom", rows.length, cols);
  for (let i = 0; i < rows.length; i++) {
    const values = checkedRow(rows[i], i);
    if (values.length !== cols) {
      reject("matrixFrom", `rows[${i}]`, `must have ${cols} numbers as the first row has`, values.length);
    }
    for (let j = 0; j < cols; j++) {
      const value = values[j];
      if (typeof value !== "number") reject("matrixFrom", `rows[${i}][${j}]`, "must be a number", value);
      data[i * cols + j] = value;
    }
  }
  return { rows: rows.length, cols, data };
}

function checkedRow(values: unknown, i: number): ArrayLike<number> {
  if (Array.isArray(values) || (ArrayBuffer.isView(values) && !(values instanceof DataView))) {
    return values as unknown as ArrayLike<number>;
  }
  return reject("matrixFrom", `rows[${i}]`, "must be an array of numbers", values);
}

/** The same numbers in memory of its own, so that a caller who changes theirs changes nothing here. */
export function copyOf({ rows, cols, data }: Matrix): Matrix {
  return { rows, cols, data: data.slice() };
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

/** Numbers as JSON holds them; what is not a number is rejected, since null would silently become 0. */
export function numbersFromJSON(who: string, argument: string, list: unknown): Float64Array {
  if (!Array.isArray(list)) reject(who, argument, "must be a list of numbers", list);
  for (const [i, value] of list.entries()) {
    if (typeof value !== "number") reject(who, `${argument}[${i}]`, "must be a number", value);
  }
  return Float64Array.from(list);
}
