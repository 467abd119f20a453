// One pass over a file gives what fitting to the whole table gives, and a uniform sample; the working set holds rare regions.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generator, Learner, matrix, xpalLearned } from "@xpal/core";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  applyRecipe,
  cellText,
  fitRecipe,
  fitSurvey,
  makeTable,
  modelFor,
  needsAllRows,
  openRowSource,
  readTable,
  trainModel,
} from "../../src/index.ts";
import { ColumnFacts } from "../../src/recipe/column-facts.ts";
import { keepSurvey, readSurvey } from "../../src/recipe/kept-survey.ts";
import { surveySource } from "../../src/recipe/survey.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "xpal-survey-"));
  const chance = generator(5);
  const lines = Array.from({ length: 3000 }, (_, i) => {
    const gap = i % 11 === 0 ? "" : String(chance.nextUnit() * 1e6 + 1e9);
    return `${i},${chance.nextUnit()},${gap},${"abc"[chance.nextIndex(3)]},${i < 30 ? "yes no".split(" ")[i % 2] : ""}`;
  });
  writeFileSync(join(folder, "mine.csv"), `nr,x,gap,letter,class\n${lines.join("\n")}\n`);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function survey(sample: number) {
  const source = await openRowSource(join(folder, "mine.csv"));
  try {
    return await surveySource(source, { label: "class", sample, seed: 2 });
  } finally {
    source.close();
  }
}

describe("a survey", () => {
  it("that keeps all rows fits the recipe of the whole table", async () => {
    const { recipe } = fitRecipe(await readTable(join(folder, "mine.csv")), { label: "class" });
    const streamed = fitSurvey(await survey(5000), { label: "class" }).recipe;
    expect(streamed.columns).toEqual(recipe.columns);
    expect(streamed.label).toEqual(recipe.label);
    expect(streamed.groups.map(({ name }) => name)).toEqual(recipe.groups.map(({ name }) => name));
    recipe.groups.forEach(({ encoders }, g) => {
      encoders.forEach((encoder, e) => {
        const other = streamed.groups[g].encoders[e];
        if (encoder.kind !== "numeric" || other.kind !== "numeric") expect(other).toEqual(encoder);
        else {
          expect({ ...other, mean: 0, deviation: 0, median: 0 }).toEqual({
            ...encoder,
            mean: 0,
            deviation: 0,
            median: 0,
          });
          const digits = encoder.indicator ? 4 : 12; // the median is that of the rows without a label
          expect(other.mean / encoder.mean).toBeCloseTo(1, digits);
          expect(other.deviation / encoder.deviation).toBeCloseTo(1, encoder.indicator ? 2 : 12);
        }
      });
    });
  });

  it("keeps a sample in the order of the file, all rows with a label apart, and is read back as it was", async () => {
    const found = await survey(500);
    const table = await readTable(join(folder, "mine.csv"));
    expect(found.sample.rows).toBe(500);
    expect([...(found.labelled.numbers ?? [])]).toEqual(Array.from({ length: 30 }, (_, i) => i));
    const numbers = [...(found.sample.numbers ?? [])];
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    expect(new Set(numbers).size).toBe(500);
    numbers.forEach((row, i) => {
      expect(found.sample.columns.map((c) => cellText(c, i))).toEqual(table.columns.map((c) => cellText(c, row)));
    });
    expect([...found.labels]).toEqual([
      ["yes", 15],
      ["no", 15],
    ]);
    await keepSurvey(join(folder, "kept.survey"), found);
    expect(await readSurvey(join(folder, "kept.survey"))).toEqual(found);
    writeFileSync(join(folder, "kept.survey"), "{}\n");
    expect(await readSurvey(join(folder, "kept.survey"))).toBeUndefined();
  });

  it("took the categories of columns of numbers and dates from a sample of the rows without a label", async () => {
    const path = join(folder, "codes.csv");
    const lines = Array.from({ length: 400 }, (_, i) => {
      const isLabelled = i % 100 === 50;
      const [code, day] = isLabelled ? [1000 + i, `2024-05-0${1 + (i % 7)}`] : [i % 3, "2024-01-01"];
      return `${code},${i % 9 === 0 ? "" : day},${isLabelled ? "yes no".split(" ")[(i / 50) % 4 === 1 ? 0 : 1] : ""}`;
    });
    writeFileSync(path, `code,day,class\n${lines.join("\n")}\n`);
    const options = { label: "class", roles: { code: "categorical", day: "categorical" } } as const;
    const source = await openRowSource(path);
    const found = await surveySource(source, { label: "class", sample: 50, seed: 2 });
    source.close();
    const encodersOf = ({ recipe }: ReturnType<typeof fitRecipe>) => recipe.groups.map(({ encoders }) => encoders);
    const whole = encodersOf(fitRecipe(await readTable(path), options));
    expect(encodersOf(fitSurvey(found, options))).toEqual(whole);
    expect(JSON.stringify(whole)).toContain('"1050"');
    await keepSurvey(join(folder, "codes.survey"), found);
    const kept = (await readSurvey(join(folder, "codes.survey"))) ?? found;
    expect(encodersOf(fitSurvey(kept, options))).toEqual(whole);
  });

  it("has no categories of a column with more than 10,000 different numbers", () => {
    const facts = new ColumnFacts("x", "number");
    facts.add({ name: "x", type: "number", values: Float64Array.from({ length: 10_000 }, (_, i) => i) });
    expect(facts.distinct?.size).toBe(10_000);
    facts.add({ name: "x", type: "number", values: Float64Array.of(0, Number.NaN, -1, 5) });
    expect(facts.distinct).toBeNull();
  });

  it("said nothing of labels that are read otherwise than they are written", async () => {
    const path = join(folder, "labels.csv");
    const labels = ["cat", "Cat", "cat ", "NA", "?", " dog", "dog", "", "cat ", "NA", "n/a", "null", "NaN", "NULL"];
    writeFileSync(path, `x,class\n${labels.map((label, i) => `${i * i},"${label}"`).join("\n")}\n`);
    const source = await openRowSource(path);
    const found = await surveySource(source, { label: "class", sample: 5, seed: 1 });
    source.close();
    // A file that is read whole has lines, one that is read in pieces has rows from 0.
    const table = await readTable(path);
    const { lines: _, ...byRows } = table;
    const { notices } = fitRecipe(byRows, { label: "class" });
    expect(notices.map(({ code }) => code)).toEqual(["missing-marker", "label-spaces", "similar-classes"]);
    expect(notices[0].message).toBe(
      'column "class": "NA", "?", "n/a", "null", "NaN" counts as not labelled; declare the classes if it is one, in rows 3, 4, 9, 10, 11 and 2 more',
    );
    expect(fitSurvey(found, { label: "class" }).notices).toEqual(notices);
    await keepSurvey(join(folder, "labels.survey"), found);
    expect(await readSurvey(join(folder, "labels.survey"))).toEqual(found);
  });

  it("named a row by the place of its label among the labels where that was not one of the classes", async () => {
    const path = join(folder, "undeclared.csv");
    const labels = ["", "a", "a", "", "b", "a", "c", "c"];
    writeFileSync(path, `x,class\n${labels.map((label, i) => `${i * i},${label}`).join("\n")}\n`);
    const source = await openRowSource(path);
    const options = { label: "class", classes: ["a", "b"] };
    const found = await surveySource(source, { ...options, sample: 5, seed: 1 });
    source.close();
    expect(() => fitSurvey(found, options)).toThrow(
      'column "class", row 6, must hold one of the classes a, b, got "c"',
    );
  });

  it("has the moments of all values, whatever the pieces (property)", () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })), (pieces) => {
        const facts = new ColumnFacts("x", "number");
        for (const piece of pieces)
          facts.add({ name: "x", type: "number", values: Float64Array.from([...piece, Number.NaN]) });
        const all = pieces.flat();
        const mean = all.reduce((sum, x) => sum + x, 0) / Math.max(1, all.length);
        const squares = all.reduce((sum, x) => sum + (x - mean) ** 2, 0);
        expect(facts.count).toBe(all.length);
        expect(facts.missing).toBe(pieces.length);
        expect(Math.abs(facts.mean - mean)).toBeLessThanOrEqual(1e-9 * 1e6);
        expect(Math.abs(facts.squares - squares)).toBeLessThanOrEqual(1e-9 * (1 + squares) + 1e-3);
      }),
    );
  });
});

describe("a model of scales and column weights", () => {
  it("needs the labelled rows only where scales and column weights are all that is learned, and predicts the same", async () => {
    const chance = generator(3);
    const values = matrix(200, 5);
    const truth = Array.from({ length: 200 }, () => (chance.nextIndex(2) === 0 ? "no" : "yes"));
    for (let i = 0; i < values.data.length; i++) {
      values.data[i] = chance.nextUnit() * 3 + (i % 5 === 1 && truth[Math.floor(i / 5)] === "yes" ? 3 : 0);
    }
    const table = makeTable([{ name: "v", type: "vector", values }]);
    const { recipe } = fitRecipe(table, { label: null });
    const { features, kernel: base } = applyRecipe(recipe, table);
    const learned = { localities: [0], views: ["given"], metrics: ["weights"] } as const;
    const { kernel, strategy } = xpalLearned({ base, ...learned });
    const labels = Array.from({ length: 24 }, (_, i) => [7 * i, truth[7 * i]] as const);
    expect(needsAllRows(kernel)).toBe(false);
    expect(needsAllRows(xpalLearned({ base }).kernel)).toBe(true);
    const fixed = modelFor(table, recipe, { learns: false, classes: ["no", "yes"], seed: 1 });
    const model = await trainModel({ ...fixed, kernel, strategy }, labels);
    const whole = await Learner.create({ features, kernel, classes: ["no", "yes"], labels, strategy, seed: 1 });
    expect(model.learner.pool.size).toBe(24);
    const [few, all] = [await model.learner.probabilities(features), await whole.probabilities()];
    few.data.forEach((p, i) => {
      expect(p).toBeCloseTo(all.data[i], 9);
    });
    await model.learner.close();
    await whole.close();
  });
});
