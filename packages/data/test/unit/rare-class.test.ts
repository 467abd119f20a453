// A class with 0.5 % of the rows is asked for sooner with a working set that is spread over regions than with a uniform one.
// The benchmark `rare` measures the same at ten times the size.

import { generator, Learner } from "@xpal/core";
import { expect, test } from "vitest";
import { applyRecipe, drawWorkingSet, fitRecipe, makeTable, type Table, takeRows } from "../../src/index.ts";

const ROWS = 10_000;
const COLUMNS = 4;
const WORKING = 300;
const CLASSES = ["a", "b", "c", "rare"];
/** Nobody labels on after so many. */
const MOST = 40;

/** Nine clouds of the three common classes, and one of the rare one. */
function pool(seed: number): { table: Table; truth: readonly string[] } {
  const chance = generator(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance.nextUnit())) * Math.cos(2 * Math.PI * chance.nextUnit());
  const centres = Array.from({ length: 10 }, () => Array.from({ length: COLUMNS }, () => 3 * normal()));
  const clouds = Array.from({ length: ROWS }, () => (chance.nextIndex(1000) < 5 ? 9 : chance.nextIndex(9)));
  const columns = Array.from({ length: COLUMNS }, (_, d) => ({
    name: `x${d}`,
    type: "number" as const,
    values: Float64Array.from(clouds, (cloud) => centres[cloud][d] + normal()),
  }));
  return { table: makeTable(columns), truth: clouds.map((cloud) => (cloud === 9 ? "rare" : CLASSES[cloud % 3])) };
}

async function labelsUntilRare(seed: number, draw: "spread" | "uniform"): Promise<number> {
  const { table, truth } = pool(seed);
  const { recipe } = fitRecipe(table, { label: null });
  const drawn = drawWorkingSet(recipe, table, null, { rows: WORKING, evaluation: WORKING, seed, renewal: 0, draw });
  const { features, kernel } = applyRecipe(recipe, takeRows(table, drawn.rows));
  const evaluation = { indices: drawn.evaluation, sampled: true };
  const engine = { worker: false };
  const learner = await Learner.create({ features, kernel, classes: CLASSES, evaluation, seed, engine });
  try {
    for (let labels = 1; labels <= MOST; labels++) {
      const [{ index }] = await learner.suggest();
      const name = truth[drawn.rows[index]];
      if (name === "rare") return labels;
      await learner.label(index, name);
    }
    return MOST + 1;
  } finally {
    await learner.close();
  }
}

test("a rare class is asked for sooner with a working set that is spread over regions", async () => {
  const seeds = Array.from({ length: 10 }, (_, seed) => seed + 1);
  const spread: number[] = [];
  const uniform: number[] = [];
  for (const seed of seeds) {
    spread.push(await labelsUntilRare(seed, "spread"));
    uniform.push(await labelsUntilRare(seed, "uniform"));
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(spread.filter((labels, i) => labels < uniform[i]).length).toBeGreaterThanOrEqual(7); // 9 of 10
  expect(mean(spread)).toBeLessThan(mean(uniform) - 5); // 21.5 and 33.6
});
