import { describe, expect, test } from "vitest";
import { type Matrix, matrix, matrixFrom, row } from "../../../src/matrix.ts";
import { costEmbedding } from "../../../src/strategies/cost-embedding.ts";
import { rejection } from "../../rejection.ts";

const ordinal = matrixFrom([
  [0, 1, 2],
  [1, 0, 1],
  [2, 1, 0],
]);

const distance = (a: Matrix, i: number, b: Matrix, j: number) =>
  Math.hypot(...row(a, i).map((value, d) => value - row(b, j)[d]));

describe("costEmbedding", () => {
  test("places each prediction point at its class point, and never a dearer one nearer", () => {
    const { classPoints, predictionPoints } = costEmbedding(ordinal);
    const cost = (i: number, j: number) => distance(classPoints, i, predictionPoints, j);
    for (const i of [0, 1, 2]) expect(cost(i, i)).toBeLessThan(0.05 * cost(0, 1));
    // Only the order of the costs counts, and equal distances respect it; SMACOF stops a little short of them.
    expect(cost(0, 2)).toBeGreaterThan(0.999 * cost(0, 1));
    expect(cost(2, 0)).toBeGreaterThan(0.999 * cost(2, 1));
  });

  test("repeats itself for one seed, and takes the best of several starts", () => {
    expect(costEmbedding(ordinal, { seed: 3 })).toEqual(costEmbedding(ordinal, { seed: 3 }));
    const single = costEmbedding(ordinal, { seed: 3, starts: 1 });
    expect(costEmbedding(ordinal, { seed: 3, starts: 8 }).stress).toBeLessThanOrEqual(single.stress);
  });

  test("starts from given points and leaves them as they were", () => {
    const init = matrixFrom([[0], [1], [2], [0.1], [1.1], [2.1]]);
    const copy = init.data.slice();
    const { iterations, classPoints } = costEmbedding(ordinal, { init, iterations: 2 });
    expect(iterations).toBe(2);
    expect(classPoints.cols).toBe(1);
    expect(init.data).toEqual(copy);
  });

  test("of costs that are all 0 puts all points in one place", () => {
    const { classPoints, predictionPoints, stress } = costEmbedding(matrix(2, 2));
    expect(stress).toBeLessThan(1e-12);
    expect(distance(classPoints, 0, predictionPoints, 1)).toBeLessThan(1e-6);
  });

  test("rejects a cost matrix that is not square, negative, or not 0 on the diagonal", () => {
    expect(rejection(() => costEmbedding(matrixFrom([[0, 1, 2]])))).toBe(
      'costEmbedding: cost must be square, at least 2 x 2, got "1 x 3"',
    );
    expect(
      rejection(() =>
        costEmbedding(
          matrixFrom([
            [0, -1],
            [1, 0],
          ]),
        ),
      ),
    ).toBe("costEmbedding: cost, row 0, column 1 must be a finite number, not negative, got -1");
    expect(
      rejection(() =>
        costEmbedding(
          matrixFrom([
            [0, 1],
            [1, 2],
          ]),
        ),
      ),
    ).toBe("costEmbedding: cost, row 1, column 1 must be 0 on the diagonal, got 2");
  });

  test("rejects starting points that leave nothing to scale, instead of answering NaN", () => {
    expect(rejection(() => costEmbedding(ordinal, { init: matrix(6, 2) }))).toBe(
      "costEmbedding: init must place a class point apart from the prediction point of another class, got an object",
    );
    expect(rejection(() => costEmbedding(ordinal, { init: matrix(4, 2) }))).toBe(
      "costEmbedding: init must have 6 rows, got 4",
    );
  });
});
