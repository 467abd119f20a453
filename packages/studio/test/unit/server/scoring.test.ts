import { createPool, Learner, matrix, matrixFrom, type Pool, type Snapshot } from "@xpal/core";
import { bundled, makeTable } from "@xpal/data";
import { describe, expect, test } from "vitest";
import { checkedErrors, measuredShare } from "../../../src/server/scoring/checked-errors.ts";
import { GrowingModel } from "../../../src/server/scoring/growing-model.ts";
import { type Labelled, labelsOf } from "../../../src/server/scoring/labels-of.ts";
import { principalPlane } from "../../../src/server/scoring/principal-plane.ts";
import { tableFromBytes, tableToBytes } from "../../../src/server/scoring/table-bytes.ts";

// Two tight pairs, far apart.
const pairs = createPool({ features: matrixFrom([[0], [0.1], [9], [9.1]]), classes: ["left", "right"] });

describe("the check", () => {
  const labels = [
    [0, 0],
    [1, 0],
    [2, 1],
    [3, 0],
  ] as const;
  test("counts what was said before the answers, with an interval and a confusion", async () => {
    const foretold = new Map([
      [1, 0],
      [2, 0], // no check
      [3, 1],
    ]);
    const learner = await Learner.create({ features: pairs.features, classes: pairs.classes });
    const { checked, confusion } = await checkedErrors(
      learner,
      { answers: labels, checks: [labels[1], labels[3]] },
      foretold,
    );
    expect(checked).toMatchObject({ value: 0.5, count: 2 });
    expect(confusion).toEqual([
      [1, 1],
      [0, 0],
    ]);
  });
  test("lets the later half speak, and the last ten in any case", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [i]);
    const learner = await Learner.create({ features: matrixFrom(rows), classes: ["a", "b"] });
    const answers = rows.map((_, i) => [i, 0] as const);
    const wrongEarly = (at: number) => (at < 30 ? 1 : 0);
    const foretold = new Map(rows.map((_, at) => [at, wrongEarly(at)]));
    expect((await checkedErrors(learner, { answers, checks: answers }, foretold)).checked).toMatchObject({
      value: 0,
      count: 30,
    });
    const few = answers.slice(0, 8);
    expect((await checkedErrors(learner, { answers, checks: few }, foretold)).checked).toMatchObject({
      value: 1,
      count: 8,
    });
  });
  test("compares the first answers with random ones on checks that came later", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i % 2 === 0 ? i / 100 : 50 + i / 100]);
    const learner = await Learner.create({ features: matrixFrom(rows), classes: ["a", "b"] });
    const answers = rows.map((_, i) => [i, i % 2] as const);
    const checks = answers.filter((_, i) => i >= 20 && i % 4 < 2); // ten, five of each class
    const { versusRandom } = await checkedErrors(learner, { answers, checks }, new Map());
    expect(versusRandom).toEqual({ labels: 10, tested: 10, chosen: 0, random: 0 });
    const lying = answers.map(([item, to], at) => [item, at < 10 ? 1 - to : to] as const);
    expect((await checkedErrors(learner, { answers: lying, checks }, new Map())).versusRandom).toMatchObject({
      chosen: 1,
      random: 0,
    });
  });
  test("has its exact interval, which is honest for few items", () => {
    // 0 of 10: centre z^2/2n / (1 + z^2/n) = 0.1388, half width the same; 0 to 0.2775.
    expect(measuredShare(0, 10).low).toBe(0);
    expect(measuredShare(0, 10).high).toBeCloseTo(0.3085, 4);
    expect(measuredShare(5, 10)).toMatchObject({ value: 0.5, count: 10 });
    expect(measuredShare(10, 10).high).toBe(1);
  });
});

/** The model that some answers make in a pool. */
async function modelOf({ features, classes }: Pool): Promise<(answers: Labelled) => Snapshot> {
  const learner = await Learner.create({ features, classes, engine: "definition" });
  return (answers) => learner.at(labelsOf(learner.pool, answers));
}

describe("the learning curve", () => {
  test("begins with a guess and ends right, and repeats after an undo", async () => {
    const growing = new GrowingModel(pairs, Int32Array.of(0, 0, 1, 1), await modelOf(pairs));
    const answers = [
      [0, 0],
      [2, 1],
    ] as const;
    const curve = await growing.curve(answers, []);
    expect(curve.map(({ labels, real }) => [labels, real])).toEqual([
      [0, 0.5],
      [1, 0.5],
      [2, 0],
    ]);
    expect(curve.map(({ expected }) => expected)).toEqual(curve.map(() => null)); // it said 0.8 % after one label
    expect(await growing.curve([[0, 0]], [])).toEqual(curve.slice(0, 2));
  });
  test("remembers what it said of checks before they were answered, in one go or answer by answer", async () => {
    const answers = [
      [0, 0],
      [2, 1],
      [3, 1],
      [1, 1],
    ] as const;
    const checks = [answers[1], answers[3]];
    const once = new GrowingModel(pairs, null, await modelOf(pairs));
    await once.curve(answers, checks);
    const stepwise = new GrowingModel(pairs, null, await modelOf(pairs));
    for (let i = 0; i <= 4; i++) await stepwise.curve(answers.slice(0, i), checks.slice(0, i >> 1));
    await stepwise.curve(answers.slice(0, 3), [answers[1]]); // one is taken back and given again
    await stepwise.curve(answers, checks);
    for (const growing of [once, stepwise]) {
      // Item 2 came when only "left" was known; item 1 lies by item 0.
      expect([...growing.foretold]).toEqual([
        [1, 0],
        [3, 0],
      ]);
    }
  });
  test("has some points of a long history, the first and the last among them, and every new one", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [i, i * i]);
    const pool = createPool({ features: matrixFrom(rows), classes: ["a", "b"] });
    const asked: number[] = [];
    const growing = new GrowingModel(pool, null, (answers) => {
      asked.push(answers.length);
      const labels = labelsOf(pool, answers);
      return { labels, predictiveFrequencies: async () => matrix(60, 2), lossMatrix: async () => null };
    });
    const answers = rows.map((_, i) => [i, i % 2] as const);
    const before = await growing.curve(answers.slice(0, 50), []);
    expect(before.length).toBeLessThan(30);
    expect([before[0].labels, before.at(-1)?.labels]).toEqual([0, 50]);
    asked.length = 0;
    expect((await growing.curve(answers.slice(0, 52), [])).slice(-2).map(({ labels }) => labels)).toEqual([51, 52]);
    expect(asked).toEqual([51, 52]);
  });
});

describe("the principal plane", () => {
  test("puts the widest spread on the first axis", () => {
    const { x, y } = principalPlane(
      matrixFrom([
        [-10, 1],
        [10, 1],
        [-10, -1],
        [10, -1],
      ]),
    );
    expect(Math.abs(x[0] - x[1])).toBeCloseTo(2, 6);
    expect(x[0]).toBeCloseTo(x[2], 6);
    expect(Math.abs(y[0] - y[2])).toBeCloseTo(2, 6);
  });
});

describe("a table as bytes", () => {
  test("reads back as it was", async () => {
    const table = makeTable([
      { name: "ü", type: "text", values: ["a", null, "\u0000\ud83d\ude00"] },
      { name: "x", type: "number", values: Float64Array.of(1.5, Number.NaN, -0) },
      { name: "when", type: "date", values: Float64Array.of(0, 1e12, Number.NaN) },
      { name: "v", type: "vector", values: matrix(3, 2, Float64Array.of(1, 2, 3, 4, 5, 6)) },
    ]);
    expect(tableFromBytes(tableToBytes(table)).columns).toEqual(table.columns);
    const iris = await bundled("iris");
    expect(tableFromBytes(tableToBytes(iris)).columns).toEqual(
      iris.columns.map(({ name, type, values }) => ({ name, type, values })),
    );
  });
});
