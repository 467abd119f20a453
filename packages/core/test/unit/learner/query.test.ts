import { describe, expect, test } from "vitest";
import { Labels } from "../../../src/labels.ts";
import { Learner } from "../../../src/learner/learner.ts";
import { type QueryOptions, query } from "../../../src/learner/query.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { generator } from "../../../src/random/generator.ts";
import { random } from "../../../src/strategies/random.ts";
import type { Strategy } from "../../../src/strategies/strategy.ts";
import { xgain } from "../../../src/strategies/xgain.ts";
import { laterRejection } from "../../rejection.ts";

/** Two pairs of twins and one item alone; similarities are given, so that gains can be done by hand. */
const pool = createPool({
  features: matrixFrom([
    [1, 1, 0, 0, 0],
    [1, 1, 0, 0, 0],
    [0, 0, 1, 1, 0],
    [0, 0, 1, 1, 0],
    [0, 0, 0, 0, 1],
  ]),
  kernel: "precomputed",
  classes: ["a", "b"],
});
const rejected = (options: Partial<QueryOptions>) => laterRejection(() => query({ pool, ...options }));
const given = (scores: number[]): Strategy => ({
  name: "given",
  scores: () => Float64Array.from(scores),
  toJSON: () => ({ name: "given" }),
});

describe("query", () => {
  test("scores every open item by xgain, NaN for the others, and counts ties", async () => {
    const labels = Labels.from(pool, [[4, "b"]]).setAside(3, "skipped");
    const { scores, tied, indices } = await query({ pool, labels, engine: "definition" });
    const expected = xgain({
      similarity: [1, 1, 0, 0, 0],
      freq: matrixFrom([
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 1],
      ]),
      candidateFreq: [0, 0],
    });
    expect([...scores]).toEqual([expected, expected, expected, Number.NaN, Number.NaN]);
    expect(tied).toBe(3);
    expect([0, 1, 2]).toContain(indices[0]);
  });

  test("starts from no label at all", async () => {
    const { indices, tied } = await query({ pool });
    expect(tied).toBe(4); // the four twins decide for two items each, the fifth for itself only
    expect(indices[0]).toBeLessThan(4);
  });

  test("chooses a batch of different items, best first", async () => {
    const { indices } = await query({ pool, strategy: given([1, 5, 3, 4, 2]), batchSize: 3 });
    expect(indices).toEqual([1, 3, 2]);
    const all = await query({ pool, strategy: random(), batchSize: 5 });
    expect([...all.indices].sort()).toEqual([0, 1, 2, 3, 4]);
  });

  test("breaks ties by the seed, evenly", async () => {
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 200; seed++) {
      const { indices } = await query({ pool, strategy: given([7, 1, 7, 7, 1]), seed });
      counts.set(indices[0], (counts.get(indices[0]) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([0, 2, 3]);
    // Five standard deviations: 5 * sqrt(200 * 1/3 * 2/3) = 33.
    for (const count of counts.values()) expect(Math.abs(count - 200 / 3)).toBeLessThan(34);
  });

  test("considers only the given candidates, in any order", async () => {
    const { indices, scores } = await query({ pool, candidates: [4, 2], strategy: random(), seed: 1 });
    expect([2, 4]).toContain(indices[0]);
    expect([...scores].map(Number.isNaN)).toEqual([true, true, false, true, false]);
  });

  test("draws from a passed generator and not from the seed", async () => {
    const chance = generator(5);
    const first = await query({ pool, strategy: random(), generator: chance, seed: 1 });
    expect(chance.state()).not.toEqual(generator(5).state());
    expect(await query({ pool, strategy: random(), generator: generator(5), seed: 2 })).toEqual(first);
  });

  test("changes nothing that it was given", async () => {
    const labels = Labels.from(pool, [[0, "a"]]);
    const candidates = [4, 2, 1];
    const before = JSON.stringify([pool.features, pool.evaluation, labels, candidates]);
    await query({ pool, labels, candidates, batchSize: 2 });
    expect(JSON.stringify([pool.features, pool.evaluation, labels, candidates])).toBe(before);
  });

  test("rejects candidates that are labelled, set aside, twice there, or out of range", async () => {
    const labels = Labels.from(pool, [[0, "a"]]).setAside(1, "skipped");
    expect(await rejected({ labels, candidates: [0] })).toBe(
      "query: candidates[0] must not be labelled already, got 0",
    );
    expect(await rejected({ labels, candidates: [1] })).toBe("query: candidates[0] must not be skipped already, got 1");
    expect(await rejected({ candidates: [2, 2] })).toBe("query: candidates[1] must not occur twice, got 2");
    expect(await rejected({ candidates: [5] })).toBe("query: candidates[0] must be an integer from 0 to 4, got 5");
    expect(await rejected({ candidates: [] })).toMatch(/^query: candidates must not be empty/);
  });

  test("gives the scores that a learner gives, also where all errors cost the same but not 1", async () => {
    const fives = matrixFrom([
      [0, 5],
      [5, 0],
    ]);
    const options = { features: matrixFrom([[0], [1], [1.2], [3]]), classes: ["a", "b"], lossMatrix: fives };
    const priced = createPool(options);
    const labels = Labels.from(priced, [[0, "a"]]);
    const { scores, indices } = await query({ pool: priced, labels, engine: "definition" });
    const learner = await Learner.create({ ...options, labels: [[0, "a"]], engine: "definition" });
    const [best] = await learner.suggest();
    expect([indices[0], scores[indices[0]]]).toEqual([best.index, best.score]);
    expect(best.score).toBeCloseTo((await learner.preview(best.index)).gain, 12);
    await learner.close();
  });

  test("rejects to choose when nothing is left, or more than is left", async () => {
    const all = Labels.from(
      pool,
      [0, 1, 2, 3, 4].map((i) => [i, "a"] as const),
    );
    expect(await rejected({ labels: all })).toBe('query: labels must leave an item to ask for, got "none left"');
    expect(await rejected({ batchSize: 6 })).toBe("query: batchSize must be an integer from 1 to 5, got 6");
  });

  test("rejects what is no pool, labels, strategy, generator, seed or engine, and unknown options", async () => {
    expect(await rejected({ pool: {} as never })).toBe(
      "query: pool must be a pool, got an object; make one with createPool",
    );
    expect(await rejected({ labels: [] as never })).toBe(
      "query: labels must be Labels, got an Array of length 0; make them with Labels.from",
    );
    expect(await rejected({ strategy: "xpal" as never })).toBe(
      'query: strategy must be a strategy such as xpal(), got "xpal"',
    );
    expect(await rejected({ generator: {} as never })).toBe(
      "query: generator must be a generator, got an object; make one with generator(seed)",
    );
    expect(await rejected({ seed: -1 })).toBe("query: seed must be an integer of at least 0, got -1");
    expect(await rejected({ engine: "gpu" as never })).toMatch(/^query: engine must be "wasm"/);
    expect(await rejected({ batch: 3 } as never)).toMatch(/^query: options.batch is unknown; known are pool, labels, /);
  });

  test("rejects a strategy of one's own that gives too few scores, or NaN", async () => {
    expect(await rejected({ strategy: given([1, 2]) })).toBe(
      "strategy given: scores must be a Float64Array of length 5, got a Float64Array of length 2",
    );
    expect(await rejected({ strategy: given([1, 2, Number.NaN, 4, 5]) })).toBe(
      "strategy given: scores[2] must be a number, got NaN",
    );
  });
});
