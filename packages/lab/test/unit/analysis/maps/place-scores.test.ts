import { alce, createPool, generator, Labels, matrixFrom, pal, qbc, query, type Strategy, us, xpal } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { placeScores } from "../../../../src/analysis/maps/place-scores.ts";
import { usefulnessMaps } from "../../../../src/analysis/maps/usefulness-maps.ts";

const chance = generator(5);
const items = matrixFrom(Array.from({ length: 24 }, () => [chance.nextUnit() * 3, chance.nextUnit() * 3]));
const pool = createPool({ features: items, classes: ["a", "b"] });
const labels = [
  [3, 0],
  [8, 1],
  [15, 1],
  [20, 0],
] as const;
const known = labels.reduce((all, [item, label]) => all.add(item, label), Labels.none(pool));

describe("the score of a place", () => {
  // Where an item lies, a place is as useful as the item: it has the same similarities to everything that counts.
  const strategies: [string, () => Strategy][] = [
    ["xpal", xpal],
    ["pal", pal],
    ["us", us],
    ["alce", alce],
    ["qbc", qbc],
  ];
  test.each(strategies)("of %s equals the score of an item at the same place", async (_, make) => {
    const places = await placeScores(pool, labels, items, make(), 4);
    const { scores } = await query({ pool, labels: known, strategy: make(), seed: 4, engine: "definition" });
    scores.forEach((score, i) => {
      if (!Number.isNaN(score)) expect(places[i]).toBeCloseTo(score, 12); // sums run in another order
    });
  });
});

describe("the usefulness maps", () => {
  test("show six strategies twice, the second time with the same labels", async () => {
    const { example, maps } = await usefulnessMaps({ gridSize: 5 });
    expect(maps.map(({ strategy }) => strategy)).toEqual([...SIX, ...SIX]);
    expect(example.labels.filter((y) => y === 1)).toHaveLength(40); // blobs 1 and 3 of five
    for (const map of maps) {
      expect(new Set(map.labelled).size).toBe(8);
      expect(map.labelled).not.toContain(map.next);
      expect(map.scores).toHaveLength(25);
      expect(map.scores.every(Number.isFinite)).toBe(true);
    }
    const random = maps.filter(({ labelling }) => labelling === "random");
    for (const map of random) expect(map.labelled).toEqual(random[0].labelled);
  });
  test("reject a grid that shows nothing", async () => {
    await expect(usefulnessMaps({ gridSize: 1 })).rejects.toThrow(/gridSize must be an integer from 5 to 201, got 1/);
  });
});

const SIX = ["xpal", "eer", "pal", "us", "alce", "qbc"];
