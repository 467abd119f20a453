import { describe, expect, test } from "vitest";
import { Learner } from "../../../src/index.ts";
import { Labels } from "../../../src/labels.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { createPool } from "../../../src/pool.ts";
import { classPoints } from "../../../src/predictor/class-points.ts";
import { predictorFromJSON } from "../../../src/predictor/from-json.ts";
import { predictiveFrequencies } from "../../../src/predictor/predictive-frequencies.ts";
import { ridge } from "../../../src/predictor/ridge.ts";

/** The first column is of something else; the other two are a vector. */
const features = matrixFrom([
  [9, 1, 0],
  [9, 0.9, 0.1],
  [9, 0, 2],
  [9, 0.2, 1],
  [9, 1, 1],
]);
const classes = ["a", "b"];
const known = {
  first: 1,
  points: [
    [1, -1],
    [-1, 1],
  ],
};
const predictor = () => classPoints({ ...known, rest: ridge() });

describe("points of classes", () => {
  test("predict before the first answer, as the softmax of 16 (C - 1) / C times the cosine", () => {
    const pool = createPool({ features, classes, predictor: predictor() });
    const { data } = predictiveFrequencies(pool, Labels.none(pool));
    const z = 8 * Math.SQRT1_2; // of [1, 0]: half of 16, cosine 1 / sqrt(2)
    expect(data[0]).toBeCloseTo(Math.exp(z) / (Math.exp(z) + Math.exp(-z)), 12);
    expect(data[5]).toBeGreaterThan(0.99);
    expect([...data.slice(8)]).toEqual([0.5, 0.5]);
  });

  test("keep their say where the answers agree, and lose it where they do not", () => {
    const pool = createPool({ features, classes, predictor: predictor() });
    const weight = (answers: [number, string][]) => {
      const labels = Labels.from(pool, answers);
      const fitted = predictor().fit({ features, labels, leftOutFrequencies: () => matrixFrom([[0]]) });
      return Number(/^(\d+) % class phrases, else ridge/.exec(fitted.describe())?.[1]);
    };
    const right = weight([
      [0, "a"],
      [1, "a"],
      [2, "b"],
      [3, "b"],
    ]);
    const wrong = weight([
      [0, "b"],
      [1, "b"],
      [2, "a"],
      [3, "a"],
    ]);
    expect(right).toBeGreaterThan(45);
    expect(wrong).toBeLessThan(30);
  });

  test("a class without one is neither near nor far", () => {
    const three = classPoints({ first: 1, points: [[1, 0], [], [-1, 0]], rest: ridge() });
    const pool = createPool({ features, classes: ["a", "b", "c"], predictor: three });
    const { data } = predictiveFrequencies(pool, Labels.none(pool));
    expect(data[0]).toBeGreaterThan(data[1]);
    expect(data[1]).toBeGreaterThan(data[2]);
  });

  test("a learner with them predicts at once, and is the same from its file", async () => {
    const learner = await Learner.create({ features, classes, seed: 1, predictor: predictor() });
    expect((await learner.predict()).slice(0, 4)).toEqual(["a", "a", "b", "b"]);
    const again = await Learner.fromJSON(JSON.parse(JSON.stringify(learner)));
    expect(await again.predict()).toEqual(await learner.predict());
    expect(predictorFromJSON(predictor().toJSON()).toJSON()).toEqual(predictor().toJSON());
  });

  test("are rejected where they are of one class, differ in length, or lie outside the columns", () => {
    expect(() => classPoints({ first: 0, points: [[1], []], rest: ridge() })).toThrow(/points of two classes at least/);
    expect(() => classPoints({ first: 0, points: [[1], [1, 2]], rest: ridge() })).toThrow(/must each be 1 finite/);
    const outside = classPoints({ ...known, first: 2, rest: ridge() });
    expect(() => createPool({ features, classes, predictor: outside })).toThrow(/points within the 3 columns, got 4/);
  });
});
