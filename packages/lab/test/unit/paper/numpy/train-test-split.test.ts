import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitWithAllClasses, trainTestSplit } from "../../../../src/paper/numpy/train-test-split.ts";

const classesIn = (labels: number[], part: Uint32Array) => [...new Set(Array.from(part, (i) => labels[i]))].sort();

describe("trainTestSplit", () => {
  test("gives the test part two fifths, rounded up, and every item to one part", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 400 }), fc.nat(), (n, seed) => {
        const { train, test } = trainTestSplit(n, seed);
        expect([train.length, test.length]).toEqual([Math.floor(0.6 * n), Math.ceil(0.4 * n)]);
        expect(new Set([...train, ...test]).size).toBe(n);
      }),
    );
  });

  test("repeats scikit-learn's split of ten items by seed 1", () => {
    expect([...trainTestSplit(10, 1).test]).toEqual([2, 9, 6, 4]);
    expect([...trainTestSplit(10, 1).train]).toEqual([0, 3, 1, 7, 8, 5]);
  });
});

describe("splitWithAllClasses", () => {
  test("keeps the seed when the first split holds all classes in both parts", () => {
    const labels = Array.from({ length: 100 }, (_, i) => i % 2);
    expect(splitWithAllClasses(labels, 3)).toEqual({ ...trainTestSplit(100, 3), seed: 3 });
  });

  test("splits again in steps of 1000 and leaves the seed one step past the accepted split", () => {
    const labels = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1];
    let steps = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const split = splitWithAllClasses(labels, seed);
      expect(classesIn(labels, split.train)).toEqual([0, 1]);
      expect(classesIn(labels, split.test)).toEqual([0, 1]);
      if (split.seed === seed) continue;
      steps++;
      const { train, test } = trainTestSplit(10, split.seed - 1000);
      expect([split.train, split.test]).toEqual([train, test]);
      expect(split.seed - seed).toBeGreaterThanOrEqual(2000); // the first retry repeats the rejected split
    }
    expect(steps).toBeGreaterThan(0);
  });

  test("rejects a class that cannot be in both parts", () => {
    expect(() => splitWithAllClasses([0, 0, 0, 0, 1], 1)).toThrow(/enough items of each class/);
  });
});
