import { createPool, Labels, matrixFrom, product, type QbcStrategy, rbf } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { RandomState } from "../../../../src/paper/numpy/random-state.ts";
import { baggedCommittee } from "../../../../src/paper/strategies/bagging-committee.ts";

const pool = createPool({
  features: matrixFrom([
    [0, 1, 2, 3],
    [1, 2, 3, 4],
    [4, 3, 2, 1],
  ]),
  classes: ["a", "b"],
});

describe("baggedCommittee", () => {
  test("gives every member the same number of columns, from half to all but one, and a bootstrap of the labelled", () => {
    const labels = Labels.from(pool, [
      [0, "a"],
      [2, "b"],
    ]);
    const sizes = new Set<number>();
    for (let seed = 0; seed < 20; seed++) {
      const { members } = baggedCommittee(pool)(labels, new RandomState(seed)) as QbcStrategy;
      expect(members).toHaveLength(25);
      for (const { columns, samples } of members ?? []) {
        expect(columns.length).toBe(members?.[0].columns.length);
        expect(new Set(Array.from(columns)).size).toBe(columns.length);
        expect(samples.length).toBe(2);
        expect(Array.from(samples).every((index) => index === 0 || index === 2)).toBe(true);
        sizes.add(columns.length);
      }
    }
    expect([...sizes].sort()).toEqual([2, 3]);
  });

  test("draws nothing while only one class is known", () => {
    const random = new RandomState(4);
    baggedCommittee(pool)(Labels.from(pool, [[0, "a"]]), random);
    expect(random.nextUnit()).toBe(new RandomState(4).nextUnit());
  });

  test("rejects a single column, which no member could leave out", () => {
    const narrow = createPool({ features: matrixFrom([[0], [1]]), classes: ["a", "b"] });
    expect(() => baggedCommittee(narrow)).toThrow("baggedCommittee: pool must have at least 2 columns");
  });

  test("drew NaN columns of features of several kinds", () => {
    const part = matrixFrom([[0], [1]]);
    const kernel = product([rbf({ bandwidth: 1 }), rbf({ bandwidth: 1 })]);
    const mixed = createPool({ features: { rows: 2, groups: [part, part] }, kernel, classes: ["a", "b"] });
    expect(() => baggedCommittee(mixed)).toThrow("baggedCommittee: pool must have one dense matrix of features");
  });
});
