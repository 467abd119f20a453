import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matrixFrom } from "../../../../src/index.ts";
import { decorrelation } from "../../../../src/kernels/learning/decorrelation.ts";
import type { Matrix } from "../../../../src/matrix.ts";

describe("decorrelation", () => {
  test("takes a correlation out, worked by hand for two columns", () => {
    // columns of +-1 with the correlation 1/2: R + s I = [[1.5, 0.5], [0.5, 1.5]]
    const pool = matrixFrom([
      [1, 1],
      [1, 1],
      [1, -1],
      [1, 1],
      [-1, -1],
      [-1, -1],
      [-1, 1],
      [-1, -1],
    ]);
    const l11 = Math.sqrt(1.5);
    const l21 = 0.5 / l11;
    const l22 = Math.sqrt(1.5 - l21 * l21);
    const solved = (a: number, b: number) => [a / l11, (b - (l21 * a) / l11) / l22];
    // 6 of 8 rows have equal signs; the total variance of the pool is 2
    const [alike, other] = [solved(1, 1), solved(1, -1)].map(([u, v]) => u * u + v * v);
    const scale = Math.sqrt(2 / ((6 * alike + 2 * other) / 8));
    const seen = decorrelation(pool, 0.5)(pool);
    expect(seen.data[0]).toBeCloseTo(scale * solved(1, 1)[0], 14);
    expect(seen.data[1]).toBeCloseTo(scale * solved(1, 1)[1], 14);
    expect(seen.data[5]).toBeCloseTo(scale * solved(1, -1)[1], 14);
  });

  test("leaves the total variance as it was, and distances alone where nothing is correlated", () => {
    const pool = matrixFrom([
      [1, 3],
      [1, -3],
      [-1, 3],
      [-1, -3],
    ]);
    const seen = decorrelation(pool, 0.1)(pool);
    expect(variance(seen)).toBeCloseTo(variance(pool), 12);
    expect(Math.abs(seen.data[0])).toBeCloseTo(Math.abs(seen.data[1]), 12); // columns count alike
  });

  test("makes a constant column 0 and stays finite where all are constant or equal", () => {
    const constant = decorrelation(matrixFrom([[7, 1], [7, 2], [7, 4]]), 0.1); // biome-ignore format: rows
    expect([...constant(matrixFrom([[9, 1]])).data][0]).toBe(-0 + 0);
    const flat = matrixFrom([[2, 2], [2, 2]]); // biome-ignore format: rows
    expect([...decorrelation(flat, 0.1)(flat).data]).toEqual([0, 0, 0, 0]);
    const twice = matrixFrom([[1, 1], [2, 2], [5, 5]]); // biome-ignore format: rows
    expect(decorrelation(twice, 1e-6)(twice).data.every(Number.isFinite)).toBe(true);
  });

  test("does not depend on the units of a column, up to the scale of all", () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 })), {
      minLength: 4,
      maxLength: 12,
    });
    fc.assert(
      fc.property(rows, fc.constantFrom(0.01, 3, 1000), (list, unit) => {
        const pool = matrixFrom(list);
        const other = matrixFrom(list.map(([a, b]) => [a * unit, b]));
        fc.pre(columnVaries(pool, 0) && columnVaries(pool, 1));
        const [one, two] = [decorrelation(pool, 0.1)(pool), decorrelation(other, 0.1)(other)];
        const scale = Math.sqrt(variance(other) / variance(pool));
        one.data.forEach((value, at) => {
          expect(two.data[at]).toBeCloseTo(value * scale, 6);
        });
      }),
    );
  });
});

function columnVaries({ rows, cols, data }: Matrix, d: number): boolean {
  return Array.from({ length: rows }, (_, i) => data[i * cols + d]).some((value) => value !== data[d]);
}

function variance({ rows, cols, data }: Matrix): number {
  let total = 0;
  for (let d = 0; d < cols; d++) {
    const column = Array.from({ length: rows }, (_, i) => data[i * cols + d]);
    const mean = column.reduce((sum, value) => sum + value, 0) / rows;
    total += column.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rows;
  }
  return total;
}
