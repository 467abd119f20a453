import { describe, expect, test } from "vitest";
import { matrix, matrixFrom, numbersFromJSON, pickColumns, pickRows, row } from "../../src/matrix.ts";
import { rejection } from "../rejection.ts";

const grid = matrixFrom([
  [1, 2, 3],
  [4, 5, 6],
]);

describe("matrix", () => {
  test("holds zeros, or the given numbers without a copy", () => {
    expect([...matrix(2, 2).data]).toEqual([0, 0, 0, 0]);
    const data = Float64Array.of(1, 2);
    expect(matrix(1, 2, data).data).toBe(data);
  });

  test("rejects numbers that do not fill its shape", () => {
    expect(rejection(() => matrix(2, 2, new Float64Array(3)))).toBe(
      "matrix: data must hold rows * cols = 4 numbers, got 3",
    );
    expect(rejection(() => matrix(-1, 2))).toBe("matrix: rows must be an integer of at least 0, got -1");
  });

  test("rejects a shape that no memory holds", () => {
    expect(rejection(() => matrix(2 ** 30, 2 ** 30))).toBe(
      'matrix: the matrix must fit in memory and have at most 2147483648 numbers, got "1073741824 x 1073741824"',
    );
  });
});

describe("matrixFrom", () => {
  test("lays rows one after another", () => {
    expect(grid).toEqual({ rows: 2, cols: 3, data: Float64Array.of(1, 2, 3, 4, 5, 6) });
    expect(matrixFrom([Float32Array.of(0.5)]).data[0]).toBe(0.5);
    expect(matrixFrom([])).toEqual({ rows: 0, cols: 0, data: new Float64Array(0) });
  });

  test("rejects ragged rows", () => {
    expect(rejection(() => matrixFrom([[1, 2], [3]]))).toBe(
      "matrixFrom: rows[1] must have 2 numbers as the first row has, got 1",
    );
  });

  test("rejects what is not a row, and what is not a number", () => {
    expect(rejection(() => matrixFrom([5] as never))).toBe("matrixFrom: rows[0] must be an array of numbers, got 5");
    expect(rejection(() => matrixFrom([{ length: -1 }] as never))).toBe(
      "matrixFrom: rows[0] must be an array of numbers, got an object",
    );
    expect(rejection(() => matrixFrom([["1"]] as never))).toBe('matrixFrom: rows[0][0] must be a number, got "1"');
  });
});

test("a row is a view on the matrix, picked rows and columns are copies in the asked order", () => {
  expect([...row(grid, 1)]).toEqual([4, 5, 6]);
  expect(row(grid, 1).buffer).toBe(grid.data.buffer);
  expect([...pickRows(grid, [1, 0, 1]).data]).toEqual([4, 5, 6, 1, 2, 3, 4, 5, 6]);
  expect([...pickColumns(grid, [2, 0]).data]).toEqual([3, 1, 6, 4]);
});

test("null in a list of numbers is rejected, not read as 0", () => {
  expect(rejection(() => numbersFromJSON("f", "data", [1, null]))).toBe("f: data[1] must be a number, got null");
  expect([...numbersFromJSON("f", "data", [1, -0.5])]).toEqual([1, -0.5]);
});
