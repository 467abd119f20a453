// Columns of words as numbers: sorted order, one-hot codes.
import { type Matrix, matrixFrom, oneHot } from "@xpal/core";

/** Categories as numbers, in sorted order. */
export function coded(cells: readonly string[]): { numbers: number[]; count: number } {
  const values = sortedValues(cells);
  const code = new Map(values.map((value, i) => [value, i]));
  return { numbers: cells.map((cell) => code.get(cell) ?? 0), count: values.length };
}

/** The distinct values: by size if all are numbers, else by their characters, as NumPy sorts. */
export function sortedValues(cells: readonly string[]): string[] {
  const values = [...new Set(cells)];
  const numeric = values.every((value) => value.trim() !== "" && Number.isFinite(Number(value)));
  return numeric ? values.sort((a, b) => Number(a) - Number(b)) : values.sort();
}

/** Every column one-hot coded, for the Hamming kernel. */
export function allOneHot(columns: readonly (readonly string[])[]): Matrix {
  const codes = columns.map(coded);
  return oneHot(
    transposed(codes.map(({ numbers }) => numbers)),
    codes.map(({ count }) => count),
  );
}

/** Rows from columns of numbers. */
export function transposed(columns: readonly (readonly number[])[]): Matrix {
  return matrixFrom(columns[0].map((_, i) => columns.map((column) => column[i])));
}
