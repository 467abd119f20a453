import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matrix, matrixFrom, pickItems, precomputed, rbf } from "../../../../src/index.ts";
import { KeptSmallest } from "../../../../src/kernels/learning/kept-smallest.ts";
import { kernelBank, neighbourDistances, possibleNeighbours } from "../../../../src/kernels/learning/kernel-bank.ts";

// With this bandwidth gamma is 1, so that D is the squared distance.
const square = rbf({ bandwidth: Math.SQRT1_2 });
const local = [{ scale: 1, locality: 1 }];
const spreadsOf = (items: number[][], neighbour: number) => {
  const features = matrixFrom(items);
  const bank = kernelBank(square, features, local, neighbour);
  return items.map((_, i) => bank.spreadAt(features, i));
};

describe("the spread f", () => {
  test("is the distance to the chosen neighbour over its median", () => {
    // To the second neighbour: 3^2, 2^2, 3^2 and 9^2 - their median is 9.
    expect(spreadsOf([[0], [1], [3], [10]], 2)).toEqual([1, 4 / 9, 1, 9]);
  });

  test("goes to the farthest item where the pool has fewer neighbours than asked for", () => {
    expect(spreadsOf([[0], [1], [3]], 20)).toEqual([1, 4 / 9, 1]);
    expect(spreadsOf([[0], [1]], 20)).toEqual([1, 1]);
  });

  test("is held a factor of 1000 from its median, for duplicates and for items far from all", () => {
    expect(spreadsOf([[0], [0], [0], [1], [2], [5], [6], [999]], 1)).toEqual([0.001, 0.001, 0.001, 1, 1, 1, 1, 1000]);
  });

  test("is 1 for every item of a pool without any distance, and for new items there", () => {
    expect(spreadsOf([[3], [3], [3]], 1)).toEqual([1, 1, 1]);
    const features = matrixFrom([[3], [3], [3]]);
    expect(kernelBank(square, features, local, 1).spreadAt(matrixFrom([[8]]), 0)).toBe(1);
  });

  test("of a new item that equals one of the pool is that item's", () => {
    const items = [[0], [1], [3], [10], [3]];
    const features = matrixFrom(items);
    const bank = kernelBank(square, features, local, 2);
    const copy = matrixFrom(items);
    for (let i = 0; i < 5; i++) expect(bank.spreadAt(copy, i)).toBe(bank.spreadAt(features, i));
  });

  test("of a new item counts all items of the pool", () => {
    const bank = kernelBank(square, matrixFrom([[0], [1], [3], [10]]), local, 2); // the median is 9
    expect(bank.spreadAt(matrixFrom([[-1]]), 0)).toBe(4 / 9);
  });

  test("is finite for a precomputed kernel of zeros and ones", () => {
    const features = matrixFrom([
      [1, 1, 0],
      [1, 1, 0],
      [0, 0, 1],
    ]);
    const bank = kernelBank(precomputed(), features, local, 1);
    expect([0, 1, 2].map((i) => bank.spreadAt(features, i))).toEqual([1, 1, 1]);
  });

  test("is not looked at without locality", () => {
    const features = matrixFrom([[0], [1], [100]]);
    expect(kernelBank(square, features, [{ scale: 1, locality: 0 }], 1).spreadAt(features, 2)).toBe(1);
  });
});

test("the smallest few are those of a full sort", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true }), { minLength: 1 }), fc.integer({ min: 1, max: 9 }), (values, k) => {
      const kept = new KeptSmallest(k);
      for (const value of values) kept.offer(value);
      expect(kept.largest).toBe(Float64Array.from(values).sort()[k - 1] ?? Infinity);
    }),
  );
});

test("looks for neighbours among 1,000 items of a large pool, which its size decides", () => {
  const size = 4001;
  const line = matrix(
    size,
    1,
    Float64Array.from({ length: size }, (_, i) => i),
  );
  const others = possibleNeighbours(line);
  expect(others.length).toBe(1000);
  expect(possibleNeighbours(pickItems(line, others)).length).toBe(1000); // all of a small pool
  const found = neighbourDistances(rbf({ bandwidth: Math.SQRT1_2 }), line, 1);
  for (const item of [0, 1234, others[500]]) {
    const nearest = Math.min(...Array.from(others, (other) => (other === item ? Infinity : (other - item) ** 2)));
    expect(found[item]).toBeCloseTo(nearest, 10);
  }
});
