import { describe, expect, test } from "vitest";
import { matrixFrom, oneHot } from "../../../../src/index.ts";
import { normalQuantile } from "../../../../src/kernels/learning/normal-quantile.ts";
import { oneHotBlocks } from "../../../../src/kernels/learning/one-hot-blocks.ts";
import { rankScores } from "../../../../src/kernels/learning/rank-scores.ts";

describe("normal quantiles", () => {
  test("are those of Python's statistics.NormalDist, which has the same algorithm", () => {
    // python3 -c "from statistics import NormalDist as N; print([N().inv_cdf(p) for p in (1e-12, .001, .025, .3, .5, .975)])"
    const expected = [
      [1e-12, -7.034483825301132],
      [0.001, -3.090232306167813],
      [0.025, -1.9599639845400538],
      [0.3, -0.5244005127080407],
      [0.5, 0.0],
      [0.975, 1.9599639845400536],
    ];
    for (const [p, x] of expected) expect(Math.abs(normalQuantile(p) - x)).toBeLessThanOrEqual(4e-16 * Math.abs(x));
  });
});

describe("rank scores", () => {
  test("of a column are the quantiles of its ranks with the column's deviation", () => {
    // Ranks 0 to 3 of 1, 10, 100, 1000 at (rank + 1/2) / 4: equal values or values between two share their scores.
    const pool = matrixFrom([[1000], [1], [100], [10]]);
    const { data } = rankScores(pool)(pool);
    const [low, middle] = [normalQuantile(1 / 8), normalQuantile(3 / 8)];
    const raw = [-low, low, -middle, middle];
    const deviation = Math.sqrt(raw.reduce((sum, value) => sum + value * value, 0) / 4);
    const own = Math.sqrt([1000, 1, 100, 10].reduce((sum, value) => sum + (value - 277.75) ** 2, 0) / 4);
    raw.forEach((value, i) => {
      expect(data[i]).toBeCloseTo((value / deviation) * own, 9);
    });
  });

  test("of values outside the pool are the ends', of one between two the mean of theirs, and a constant column is 0", () => {
    const pool = matrixFrom([
      [0, 5],
      [2, 5],
      [4, 5],
    ]);
    const score = rankScores(pool);
    const ofPool = score(pool).data;
    const found = score(
      matrixFrom([
        [-9, 1],
        [9, 1],
        [3, 1],
      ]),
    ).data;
    expect([found[0], found[2]]).toEqual([ofPool[0], ofPool[4]]);
    expect(found[4]).toBeCloseTo((ofPool[2] + ofPool[4]) / 2, 14);
    expect([found[1], found[3], found[5], ofPool[1]]).toEqual([0, 0, 0, 0]);
  });

  test("of equal values are equal", () => {
    const pool = matrixFrom([[1], [1], [1], [2]]);
    const { data } = rankScores(pool)(pool);
    expect(data[0]).toBe(data[1]);
    expect(data[1]).toBe(data[2]);
    expect(data[3]).toBeGreaterThan(data[0]);
  });
});

describe("one-hot blocks", () => {
  test("are found where every item has one of neighbouring columns", () => {
    const codes = matrixFrom([
      [0, 2, 1],
      [1, 0, 0],
      [0, 1, 1],
    ]);
    expect([...oneHotBlocks(oneHot(codes))]).toEqual([0, 0, 1, 1, 1, 2, 2]);
  });

  test("leave columns alone that belong to none", () => {
    expect([
      ...oneHotBlocks(
        matrixFrom([
          [1, 1, 0],
          [0, 1, 0],
        ]),
      ),
    ]).toEqual([0, 1, 2]);
    expect([
      ...oneHotBlocks(
        matrixFrom([
          [1, 0, 1],
          [1, 1, 0],
        ]),
      ),
    ]).toEqual([0, 1, 1]);
  });
});
