import { describe, expect, test } from "vitest";
import { type EngineChoice, Labels, query, type StrategyJSON, strategyFromJSON } from "../../src/index.ts";
import { expectClose, type GoldenPool, poolOf, readGolden } from "./read-golden.ts";

interface GoldenScores {
  readonly pools: GoldenPool[];
  readonly cases: {
    readonly pool: string;
    readonly labels: [index: number, classIndex: number, count: number][];
    readonly strategy: StrategyJSON;
    readonly scores: (number | null)[];
  }[];
}

/** Scores sum at most a few hundred terms of size 1 or less, each off by some state epsilons (2e-16). */
const TOLERANCE = 1e-13;
const ENGINES: (EngineChoice | undefined)[] = ["definition", undefined];

const golden = readGolden<GoldenScores>("scores.json");
const pools = new Map(golden.pools.map((pool) => [pool.name, poolOf(pool)]));

describe.each(ENGINES)("with the engine %s", (engine) => {
  describe.each(golden.pools.map(({ name }) => name))("on %s", (name) => {
    const cases = golden.cases.filter(({ pool }) => pool === name);
    const names = [...new Set(cases.map(({ strategy }) => strategy.name))];

    test.each(names)("%s scores as the formulas do", async (strategyName) => {
      const pool = pools.get(name);
      if (pool === undefined) return expect.unreachable();
      for (const { labels: labelled, strategy, scores: expected } of cases) {
        if (strategy.name !== strategyName) continue;
        const labels = Labels.fromJSON(pool, { labelled, skipped: [], discarded: [] });
        const { scores } = await query({ pool, labels, strategy: strategyFromJSON(strategy), engine });
        expect(Array.from(scores, Number.isNaN)).toEqual(expected.map((score) => score === null));
        const open = (_: unknown, i: number) => expected[i] !== null;
        expectClose(Array.from(scores).filter(open), expected.filter(open) as number[], TOLERANCE);
      }
    });
  });

  test("duplicates tie to the bit, and exact ties are counted", async () => {
    for (const { name, items } of golden.pools) {
      const pool = pools.get(name);
      if (pool === undefined || name === "exact ties") continue;
      const labels = Labels.from(pool, [
        [1, "b"],
        [2, "c"],
      ]); // neither is a duplicate: items 0 and the last are
      const { scores } = await query({ pool, labels, engine });
      expect(items.at(-1)).toEqual(items[0]);
      expect(scores[pool.size - 1]).toBe(scores[0]);
    }
    const pool = pools.get("exact ties");
    if (pool === undefined) return expect.unreachable();
    const { tied, scores } = await query({ pool, engine });
    expect(new Set(scores.slice(0, 4)).size).toBe(1); // four items are placed alike
    expect(tied).toBe(4);
    const between = Labels.from(pool, [
      [0, "a"],
      [3, "b"],
    ]);
    expect((await query({ pool, labels: between, engine })).scores[1]).toBe(
      (await query({ pool, labels: between, engine })).scores[2],
    );
  });
});
