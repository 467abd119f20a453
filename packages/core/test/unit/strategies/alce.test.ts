import { describe, expect, test } from "vitest";
import { Labels } from "../../../src/labels.ts";
import { query } from "../../../src/learner/query.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { alce } from "../../../src/strategies/alce.ts";
import { laterRejection, rejection } from "../../rejection.ts";

const positions = [
  [0, 0],
  [1, 0.5],
  [2, 0],
  [0.5, 2],
  [1.5, 1],
];
const pool = createPool({ features: matrixFrom(positions), classes: ["a", "b"] });
const labels = Labels.from(pool, [
  [0, "a"],
  [2, "b"],
  [3, "b"],
]);
const classPoints = matrixFrom([
  [0, 0],
  [1, 2],
]);
const predictionPoints = matrixFrom([
  [0.1, 0],
  [1, 1.8],
]);

describe("alce", () => {
  test("is the distance to the nearest prediction point of a kernel ridge regression solved by elimination", async () => {
    const strategy = alce({ embedding: { classPoints, predictionPoints }, bandwidth: 0.8, ridge: 0.3 });
    const { scores } = await query({ pool, labels, strategy });
    const kernel = (i: number, j: number) =>
      Math.exp(-((positions[i][0] - positions[j][0]) ** 2 + (positions[i][1] - positions[j][1]) ** 2) / (2 * 0.8 ** 2));
    const items = [0, 2, 3];
    const gram = items.map((i) => items.map((j) => kernel(i, j) + (i === j ? 0.3 : 0)));
    for (const c of [1, 4]) {
      const point = [0, 1].map((d) => {
        const wanted = [0, 1, 1].map((y) => classPoints.data[2 * y + d]);
        const coefficients = eliminate(gram, wanted);
        return items.reduce((sum, item, i) => sum + kernel(c, item) * coefficients[i], 0);
      });
      const distances = [0, 1].map((y) =>
        Math.hypot(point[0] - predictionPoints.data[2 * y], point[1] - predictionPoints.data[2 * y + 1]),
      );
      expect(scores[c]).toBeCloseTo(Math.min(...distances), 13); // a well-conditioned 3 x 3 system loses few digits
    }
  });

  test("aims at the mean class point of an item with several answers", async () => {
    const split = labels.remove(3).add(3, 0).add(3, 1);
    const ridge = 1e-9; // nearly interpolation: at a duplicate of the item the regression gives its target
    const twin = createPool({ features: matrixFrom([...positions, positions[3]]), classes: ["a", "b"] });
    const known = Labels.fromJSON(twin, split.toJSON());
    const strategy = alce({ embedding: { classPoints, predictionPoints }, bandwidth: 0.2, ridge });
    const { scores } = await query({ pool: twin, labels: known, strategy });
    expect(scores[5]).toBeCloseTo(Math.min(Math.hypot(0.5 - 0.1, 1), Math.hypot(0.5, 1 - 1.8)), 6);
  });

  test("scores 0 until every class has a label", async () => {
    const { scores, tied } = await query({ pool, labels: Labels.from(pool, [[0, "a"]]), strategy: alce() });
    expect([...scores.slice(1)]).toEqual([0, 0, 0, 0]);
    expect(tied).toBe(4);
  });

  test("takes the bandwidth of the pool's kernel by default, else 1", () => {
    expect(alce().bandwidthFor(pool)).toBe((pool.kernel as { bandwidth?: number }).bandwidth);
    const angles = createPool({ features: matrixFrom(positions), kernel: "cosine", classes: ["a", "b"] });
    expect(alce().bandwidthFor(angles)).toBe(1);
  });

  test("rejects a cost matrix that is not square or of other classes, and points that do not match", async () => {
    expect(rejection(() => alce({ cost: matrixFrom([[0, 1]]) }))).toBe(
      'alce: cost must be square, at least 2 x 2, got "1 x 2"',
    );
    const three = matrixFrom([
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
    ]);
    expect(await laterRejection(() => query({ pool, labels, strategy: alce({ cost: three }) }))).toBe(
      "alce: cost must be 2 x 2, got 3",
    );
    expect(rejection(() => alce({ embedding: { classPoints, predictionPoints: matrixFrom([[1, 2]]) } }))).toBe(
      'alce: embedding.predictionPoints must be 2 x 2 as the class points, got "1 x 2"',
    );
  });

  test("rejects a ridge that is not above 0, or too small for items that are equal", async () => {
    expect(rejection(() => alce({ ridge: 0 }))).toBe("alce: ridge must be a finite number above 0, got 0");
    const twins = createPool({ features: matrixFrom([[0], [0], [1]]), classes: ["a", "b"] });
    const known = Labels.from(twins, [
      [0, "a"],
      [1, "b"],
    ]);
    expect(await laterRejection(() => query({ pool: twins, labels: known, strategy: alce({ ridge: 1e-30 }) }))).toBe(
      "alce: ridge must be larger; equal items make the similarity matrix singular, got 1e-30",
    );
  });
});

/** Gauss-Jordan elimination with the largest pivot, as unlike Cholesky as can be. */
function eliminate(matrixRows: number[][], wanted: number[]): number[] {
  const rows = matrixRows.map((values, i) => [...values, wanted[i]]);
  for (let col = 0; col < rows.length; col++) {
    const pivot = rows
      .slice(col)
      .reduce((best, candidate) => (Math.abs(candidate[col]) > Math.abs(best[col]) ? candidate : best));
    rows.splice(rows.indexOf(pivot), 1, rows[col]);
    rows[col] = pivot.map((value) => value / pivot[col]);
    rows.forEach((values, i) => {
      if (i !== col) rows[i] = values.map((value, j) => value - values[col] * rows[col][j]);
    });
  }
  return rows.map((values) => values.at(-1) as number);
}
