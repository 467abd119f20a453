import { type Matrix, matrix, matrixFrom, type SparseMatrix } from "@xpal/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { centringOf, sharedDirection } from "../../src/linear/centring.ts";
import { gram } from "../../src/linear/gram.ts";
import { orthonormalise } from "../../src/linear/orthonormalise.ts";
import { sparseProduct } from "../../src/linear/sparse-product.ts";
import { symmetricEigen } from "../../src/linear/symmetric-eigen.ts";
import { truncatedSvd } from "../../src/linear/truncated-svd.ts";

const entry = fc.integer({ min: -9, max: 9 });
const tall = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 6 }))
  .chain(([cols, more]) =>
    fc.array(fc.array(entry, { minLength: cols, maxLength: cols }), { minLength: cols + more, maxLength: cols + more }),
  )
  .map((rows) => matrixFrom(rows));

function product(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.rows, b.cols);
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < b.cols; j++)
      for (let k = 0; k < a.cols; k++) result.data[i * b.cols + j] += a.data[i * a.cols + k] * b.data[k * b.cols + j];
  return result;
}

function transposed({ rows, cols, data }: Matrix): Matrix {
  const result = matrix(cols, rows);
  for (let i = 0; i < rows; i++) for (let j = 0; j < cols; j++) result.data[j * rows + i] = data[i * cols + j];
  return result;
}

function sparseOf(a: Matrix): SparseMatrix {
  const kept = Array.from(a.data.keys()).filter((i) => a.data[i] !== 0);
  return {
    rows: a.rows,
    cols: a.cols,
    starts: Uint32Array.from({ length: a.rows + 1 }, (_, row) => kept.filter((i) => i < row * a.cols).length),
    columns: Uint32Array.from(kept, (i) => i % a.cols),
    values: Float64Array.from(kept, (i) => a.data[i]),
  };
}

function expectClose(a: Matrix, b: Matrix, digits: number): void {
  expect([a.rows, a.cols]).toEqual([b.rows, b.cols]);
  a.data.forEach((value, i) => {
    expect(value).toBeCloseTo(b.data[i], digits);
  });
}

describe("gram", () => {
  test("is the transposed matrix times the matrix", () => {
    fc.assert(
      fc.property(tall, (a) => {
        expect([...gram(a).data]).toEqual([...product(transposed(a), a).data].map((value) => value + 0));
      }),
    );
  });
});

describe("orthonormalise", () => {
  test("makes two columns orthonormal as by hand", () => {
    // (3, 4) has length 5; (1, 0) less its share 3/5 along (3, 4)/5 is (16, -12)/25, of length 4/5.
    const a = matrixFrom([
      [3, 1],
      [4, 0],
    ]);
    orthonormalise(a);
    [0.6, 0.8, 0.8, -0.6].forEach((value, i) => {
      expect(a.data[i]).toBeCloseTo(value, 14);
    });
  });

  test("gives columns of length 1 or 0 at right angles that span what they spanned", () => {
    fc.assert(
      fc.property(tall, (a) => {
        const q = { ...a, data: a.data.slice() };
        orthonormalise(q);
        const inner = gram(q);
        for (let i = 0; i < q.cols; i++) {
          for (let j = 0; j < q.cols; j++) {
            const value = inner.data[i * q.cols + j];
            if (i !== j) expect(value).toBeCloseTo(0, 9);
            else if (value !== 0) expect(value).toBeCloseTo(1, 9);
          }
        }
        expectClose(product(q, product(transposed(q), a)), a, 4); // a column may depend on the others up to 1e-6
      }),
    );
  });
});

describe("symmetricEigen", () => {
  test("finds the axes of a 2 x 2 matrix", () => {
    // [[2, 1], [1, 2]] has the eigenvalues 3 along (1, 1) and 1 along (1, -1).
    const { values, vectors } = symmetricEigen(
      matrixFrom([
        [2, 1],
        [1, 2],
      ]),
    );
    expect(values[0]).toBeCloseTo(3, 14);
    expect(values[1]).toBeCloseTo(1, 14);
    expect(Math.abs(vectors.data[0] + vectors.data[1])).toBeCloseTo(Math.SQRT2, 14);
  });

  test("gives orthonormal rows that rebuild the matrix, in descending order", () => {
    fc.assert(
      fc.property(tall, (a) => {
        const symmetric = gram(a);
        const { values, vectors } = symmetricEigen(symmetric);
        const scaled = { ...vectors, data: vectors.data.map((value, i) => value * values[Math.floor(i / a.cols)]) };
        expectClose(product(transposed(vectors), scaled), symmetric, 8);
        expect([...values].sort((x, y) => y - x)).toEqual([...values]);
      }),
    );
  });
});

describe("truncatedSvd", () => {
  test("finds the singular values and vectors of a diagonal matrix", () => {
    const diagonal = sparseOf(
      matrixFrom([
        [1, 0, 0],
        [0, 5, 0],
        [0, 0, 3],
      ]),
    );
    const { values, vectors } = truncatedSvd(sparseProduct(diagonal), 2);
    expect(values[0]).toBeCloseTo(5, 12);
    expect(values[1]).toBeCloseTo(3, 12);
    expect(vectors.data[1]).toBeCloseTo(1, 12);
    expect(vectors.data[5]).toBeCloseTo(1, 12);
  });

  test("keeps all of a matrix when every direction is kept, and twice the same bits", () => {
    fc.assert(
      fc.property(tall, (a) => {
        const sparse = sparseOf(a);
        const { vectors } = truncatedSvd(sparseProduct(sparse), a.cols);
        expectClose(product(product(a, transposed(vectors)), vectors), a, 4);
        expect(truncatedSvd(sparseProduct(sparse), a.cols).vectors.data).toEqual(vectors.data);
      }),
    );
  });
});

describe("centring", () => {
  test("of two points takes their middle and one number for both components", () => {
    // Mean (1, 1), variances 1 and 1: the divisor is 1; with (0, 0), (2, 4) it is sqrt((1 + 4) / 2).
    const points = matrixFrom([
      [0, 0],
      [2, 4],
    ]);
    expect(centringOf(points).means).toEqual([1, 2]);
    expect(centringOf(points).scale).toBeCloseTo(Math.sqrt(2.5), 15);
    expect(centringOf(matrixFrom([[3], [3]]))).toEqual({ means: [3], scale: 1 });
  });

  test("an offset makes any two rows similar by the cosine, opposite directions do not", () => {
    expect(
      sharedDirection(
        matrixFrom([
          [1, 0],
          [-1, 0],
        ]),
      ),
    ).toBe(0);
    expect(
      sharedDirection(
        matrixFrom([
          [100, 1],
          [100, -1],
        ]),
      ),
    ).toBeGreaterThan(0.99);
  });
});
