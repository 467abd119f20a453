import { createPool, generator, type Kernel, Labels, learnedKernel, matrixFrom } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { applyRecipe, fitRecipe, makeTable, type Table } from "../../src/browser.ts";
import { featureColumns } from "../../src/recipe/column-choices.ts";
import { learnedColumns } from "../../src/recipe/learned-columns.ts";

/** 80 rows: `signal` decides, beside a number and a category of chance, a constant and an id. */
function made(): Table {
  const chance = generator(7);
  const rows = Array.from({ length: 80 }, (_, i) => ({
    id: `row-${i}`,
    signal: chance.nextUnit(),
    noise: chance.nextUnit(),
    colour: ["red", "green", "blue"][chance.nextIndex(3)],
  }));
  const text = (name: string, values: (string | null)[]) => ({ name, type: "text" as const, values });
  const numbers = (name: string, values: number[]) => ({
    ...{ name, type: "number" as const },
    values: Float64Array.from(values),
  });
  return {
    rows: 80,
    notices: [],
    columns: [
      text(
        "id",
        rows.map(({ id }) => id),
      ),
      numbers(
        "signal",
        rows.map(({ signal }) => signal),
      ),
      numbers(
        "noise",
        rows.map(({ noise }) => noise),
      ),
      text(
        "colour",
        rows.map(({ colour }) => colour),
      ),
      numbers(
        "unit",
        rows.map(() => 1),
      ),
      text(
        "class",
        rows.map(({ signal }) => (Math.floor(4 * signal) % 2 === 0 ? "even" : "odd")),
      ),
    ],
  } as unknown as Table;
}

/** What 92 rows of 150 normal columns say, the class being the sign of the sum of five of them, and a bit of chance. */
function fiveOfMany() {
  const chance = generator(1);
  const normal = () => Math.sqrt(-2 * Math.log(1 - chance.nextUnit())) * Math.cos(2 * Math.PI * chance.nextUnit());
  const rows = Array.from({ length: 250 }, () => Array.from({ length: 150 }, normal));
  const five = (row: number[]) => row.slice(0, 5).reduce((sum, value) => sum + value, 0);
  const wide = makeTable([
    ...rows[0].map((_, c) => ({
      ...{ name: `f${c}`, type: "number" as const },
      values: Float64Array.from(rows, (row) => row[c]),
    })),
    { name: "class", type: "text", values: rows.map((row) => (2 * five(row) + normal() > 0 ? "yes" : "no")) },
  ]);
  const { recipe } = fitRecipe(wide, { label: "class" });
  const { features, kernel: base, classes, labels } = applyRecipe(recipe, wide);
  const kernel = learnedKernel({ base, metrics: ["weights"] });
  const pool = createPool({ features, classes, kernel });
  const first = Labels.from(
    pool,
    Array.from({ length: 92 }, (_, i) => [i, classes[labels[i]]]),
  );
  return learnedColumns(recipe, { features, kernel }, first).columns;
}

const table = made();
const { recipe } = fitRecipe(table, { label: "class" });
const data = applyRecipe(recipe, table);
const at = (count: number, make: (base: Kernel) => Kernel) => {
  const kernel = make(data.kernel);
  const pool = createPool({ features: data.features, classes: data.classes, kernel });
  const labels = Labels.from(
    pool,
    Array.from({ length: count }, (_, i) => [i, data.classes[data.labels[i]]]),
  );
  return learnedColumns(recipe, { features: data.features, kernel }, labels);
};
const learn = (base: Kernel) => learnedKernel({ base });

describe("learnedColumns", () => {
  test("ranks the column that decides first, and lists what is not compared", () => {
    const { state, columns, fittedOn, unused } = at(62, learn);
    expect([state, fittedOn]).toEqual(["learned", 60]);
    expect(columns[0].columns).toEqual(["signal"]);
    expect(columns[0].verdict).toBe("counts");
    expect(columns.slice(1).map(({ verdict }) => verdict)).not.toContain("counts");
    expect(columns.reduce((sum, { relative }) => sum + relative, 0)).toBeCloseTo(3, 12);
    expect(unused).toEqual([
      { name: "id", why: "id" },
      { name: "unit", why: "constant" },
    ]);
  });

  test("weighs five equal columns of 150 alike, although a fit takes one of them", () => {
    const columns = fiveOfMany().filter(({ columns: [name] }) => /^f[0-4]$/.test(name));
    const relative = columns.map((column) => column.relative);
    expect(columns.map(({ columns: [name] }) => name).sort()).toEqual(["f0", "f1", "f2", "f3", "f4"]);
    expect(Math.max(...columns.map(({ high }) => high))).toBeGreaterThan(4); // in one fit
    expect(Math.max(...relative) / Math.min(...relative)).toBeLessThan(2);
  });

  test("marks what is pinned, whose weight stays at least 1", () => {
    const pinned = featureColumns(recipe, ["colour"]);
    const { columns } = at(62, (base) => learnedKernel({ base, pinned }));
    expect(columns.filter((column) => column.pinned).map((column) => column.columns)).toEqual([["colour"]]);
    expect(columns.find((column) => column.pinned)?.low).toBeGreaterThanOrEqual(1 - 1e-12);
  });

  test("does not call images constant whose embeddings are compared", () => {
    const images = makeTable([
      { name: "photo", type: "text", values: ["a.png", "b.png"] },
      { name: "embedding", type: "vector", values: matrixFrom([[0], [1]]) },
    ]);
    const fitted = fitRecipe(images).recipe;
    const { features, kernel } = applyRecipe(fitted, images);
    const pool = createPool({ features, kernel, classes: ["a", "b"] });
    expect(learnedColumns(fitted, pool, Labels.none(pool)).unused).toEqual([{ name: "photo", why: "image" }]);
  });

  test("says why there is nothing to tell", () => {
    expect(at(62, (base) => base)).toMatchObject({ state: "fixed", columns: [] });
    expect(at(5, learn)).toMatchObject({ state: "few", needed: { labels: 10, perClass: 3 } });
    expect(at(9, learn).state).toBe("few");
    expect(at(62, (base) => learnedKernel({ base, metrics: ["full"] }))).toMatchObject({
      state: "unweighed",
      reason: "column weights are not among its metrics",
    });
  });
});
