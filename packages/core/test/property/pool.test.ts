import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPool, frequencies, Labels, matrixFrom, query, rbf } from "../../src/index.ts";

const RUNS = { seed: 3, numRuns: 100 };
const kernel = rbf({ bandwidth: 0.5 });
const classes = ["a", "b", "c"];

const coordinate = fc.integer({ min: -300, max: 300 }).map((hundredths) => hundredths / 100);
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 5, maxLength: 9 });
const answers = fc.uniqueArray(fc.tuple(fc.nat({ max: 4 }), fc.constantFrom(...classes)), {
  selector: ([index]) => index,
  maxLength: 4,
});

describe("frequencies", () => {
  test("have the same bits whatever the order of the answers", () => {
    const shuffled = answers.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(points, shuffled, (rows, [list, other]) => {
        const pool = createPool({ features: matrixFrom(rows), kernel, classes });
        const of = (pairs: typeof list) => frequencies(pool, Labels.from(pool, pairs));
        expect(of(other)).toEqual(of(list));
      }),
      RUNS,
    );
  });

  test("are those of a pool without the items that have no label", () => {
    fc.assert(
      fc.property(points, answers, (rows, list) => {
        const pool = createPool({ features: matrixFrom(rows), kernel, classes });
        const sorted = [...list].sort(([a], [b]) => a - b);
        const known = sorted.map(([index]) => rows[index]);
        const part = createPool({ features: matrixFrom([...known, [0, 0], [0, 0]]), kernel, classes });
        const labels = Labels.from(
          part,
          sorted.map(([, name], i) => [i, name] as const),
        );
        expect(frequencies(part, labels, pool.features)).toEqual(frequencies(pool, Labels.from(pool, list)));
      }),
      RUNS,
    );
  });
});

describe("gains", () => {
  test("of items do not change, in items, when items are added far from all others", async () => {
    await fc.assert(
      fc.asyncProperty(points, answers, async (rows, list) => {
        const near = createPool({ features: matrixFrom(rows), kernel, classes });
        const wide = createPool({ features: matrixFrom([...rows, [1e6, 0], [0, 1e6]]), kernel, classes });
        const { scores } = await query({ pool: near, labels: Labels.from(near, list) });
        const { scores: wider } = await query({ pool: wide, labels: Labels.from(wide, list) });
        scores.forEach((score, i) => {
          if (!Number.isNaN(score)) expect(Math.abs(wider[i] * wide.size - score * near.size)).toBeLessThan(1e-13);
        });
      }),
      RUNS,
    );
  });

  test("move with the items when these are listed in another order", async () => {
    await fc.assert(
      fc.asyncProperty(points, async (rows) => {
        const one = createPool({ features: matrixFrom(rows), kernel, classes });
        const other = createPool({ features: matrixFrom([...rows].reverse()), kernel, classes });
        const { scores } = await query({ pool: one });
        const { scores: turned } = await query({ pool: other });
        scores.forEach((score, i) => {
          expect(Math.abs(turned[one.size - 1 - i] - score)).toBeLessThan(1e-13);
        });
      }),
      RUNS,
    );
  });

  test("on an evaluation set of chosen items are those of the same items passed as others", async () => {
    await fc.assert(
      fc.asyncProperty(
        points,
        answers,
        fc.array(fc.nat({ max: 4 }), { minLength: 1, maxLength: 6 }),
        async (rows, list, indices) => {
          const features = matrixFrom(rows);
          const chosen = createPool({ features, kernel, classes, evaluation: { indices } });
          const others = { features: matrixFrom(indices.map((i) => rows[i])) };
          const passed = createPool({ features, kernel, classes, evaluation: others });
          const ask = (pool: typeof chosen) => query({ pool, labels: Labels.from(pool, list), seed: 1 });
          expect(await ask(passed)).toEqual(await ask(chosen));
        },
      ),
      RUNS,
    );
  });
});
