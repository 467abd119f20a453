// The mixture of classifiers: weights and calibration worked by hand, and what it promises its callers.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createPool,
  definition,
  expectedError,
  type FittedPredictor,
  generator,
  Labels,
  Learner,
  learnedKernel,
  leftOutFrequencies,
  type Matrix,
  matrix,
  matrixFrom,
  mixture,
  openSession,
  type Predictor,
  parzen,
  predictiveFrequencies,
  probabilitiesOf,
  rbf,
  xpal,
} from "../../../src/index.ts";
import { mixtureWeights } from "../../../src/predictor/mixture.ts";

const classes = ["a", "b"];

/** A classifier that always says the same. */
function saying(p: number): Predictor {
  const of = (rows: number): Matrix =>
    matrix(
      rows,
      2,
      Float64Array.from({ length: 2 * rows }, (_, at) => (at % 2 === 0 ? p : 1 - p)),
    );
  const predictor: Predictor = {
    name: `saying ${p}`,
    usesKernel: false,
    fit: ({ labels }): FittedPredictor => ({
      probabilities: (items) => of(items.rows),
      leftOut: of(labels.count),
      describe: () => `says ${p}`,
    }),
    fixedOn: () => predictor,
    check: () => {},
    toJSON: () => ({ name: "saying", p }),
  };
  return predictor;
}

/** Two classes that a circle divides, with a column of noise. */
function circle(count: number, seed = 5) {
  const chance = generator(seed);
  const features = matrixFrom(
    Array.from({ length: count }, () => [2 * chance.nextUnit() - 1, 2 * chance.nextUnit() - 1, chance.nextUnit()]),
  );
  const truth = Array.from({ length: count }, (_, i) => {
    const [x, y] = features.data.subarray(3 * i, 3 * i + 2);
    return classes[x * x + y * y < 0.6 ? 0 : 1];
  });
  return { features, truth };
}

describe("weights", () => {
  const half = matrixFrom([[0.5, 0.5]]);

  test("stay at their prior where all members say the same", () => {
    const weights = mixtureWeights([half, half], matrixFrom([[1, 0]]), Float64Array.of(0.75, 0.25));
    expect(weights[0]).toBeCloseTo(0.75, 14);
  });

  test("worked by hand: one answer of 21 moves the weight to the member that foresaw it", () => {
    // A fixed point of w = (w p / (w p + (1 - w) q) + 20 / 2) / 21 with p = 1 and q = 1e-6 is w = 11 / 21, nearly.
    const [sure, wrong] = [matrixFrom([[1, 0]]), matrixFrom([[0, 1]])];
    const weights = mixtureWeights([sure, wrong], matrixFrom([[1, 0]]), Float64Array.of(0.5, 0.5));
    expect(weights[0]).toBeCloseTo(11 / 21, 5);
    expect(weights[0] + weights[1]).toBeCloseTo(1, 14);
  });
});

describe("mixture", () => {
  test("of one member is that member, sharpened", () => {
    const { features } = circle(10);
    const pool = createPool({ features, classes });
    const labels = Labels.from(pool, [[0, "a"]]);
    const fitted = mixture({ members: [{ predictor: saying(0.8), prior: 1 }] }).fit({
      ...{ features, labels },
      leftOutFrequencies: () => matrix(1, 2),
    });
    // One right answer: the sharpest, g = 3.4, to the power 1 / 11.
    const g = 3.4 ** (1 / 11);
    const [one, other] = [0.801 ** g, 0.201 ** g];
    expect(fitted.probabilities(features).data[0]).toBeCloseTo(one / (one + other), 12);
    expect(fitted.leftOut.data[0]).toBeCloseTo(one / (one + other), 12);
    expect(fitted.describe()).toBe("a mixture of says 0.8 (100 %)");
  });

  test("predicts with probabilities that sum to 1, the same in every order of asking", () => {
    const { features, truth } = circle(60);
    const kernel = rbf({ bandwidth: 0.4 });
    fc.assert(
      fc.property(fc.shuffledSubarray([...truth.keys()], { minLength: 1, maxLength: 25 }), (items) => {
        const pool = createPool({ features, classes, kernel, predictor: mixture() });
        const labels = Labels.from(
          pool,
          items.map((i) => [i, truth[i]] as const),
        );
        const { data } = probabilitiesOf(predictiveFrequencies(pool, labels));
        for (let i = 0; i < 60; i++) expect(data[2 * i] + data[2 * i + 1]).toBeCloseTo(1, 12);
        const again = Labels.from(
          pool,
          [...items].sort((a, b) => a - b).map((i) => [i, truth[i]] as const),
        );
        expect(probabilitiesOf(predictiveFrequencies(pool, again)).data).toEqual(data);
      }),
      { numRuns: 15 },
    );
  });

  test("renaming classes permutes probabilities", () => {
    const { features, truth } = circle(40);
    const kernel = rbf({ bandwidth: 0.4 });
    const of = (names: string[]) => {
      const pool = createPool({ features, classes: names, kernel, predictor: mixture() });
      const labels = Labels.from(
        pool,
        [0, 3, 5, 8, 13, 21].map((i) => [i, truth[i]] as const),
      );
      return predictiveFrequencies(pool, labels).data;
    };
    const turned = of(["b", "a"]);
    of(["a", "b"]).forEach((value, at) => {
      expect(turned[at % 2 === 0 ? at + 1 : at - 1]).toBeCloseTo(value, 9);
    });
  });

  test("a learner that is written and read back predicts the same bits", async () => {
    const { features, truth } = circle(50);
    const labels = Array.from({ length: 20 }, (_, i) => [i, truth[i]] as const);
    const kernel = learnedKernel({ base: rbf({ bandwidth: 0.5 }) });
    const learner = await Learner.create({ features, classes, kernel, predictor: mixture(), labels });
    const again = await Learner.fromJSON(JSON.parse(JSON.stringify(learner.toJSON())));
    expect((await again.probabilities()).data).toEqual((await learner.probabilities()).data);
    expect(await again.suggest()).toEqual(await learner.suggest());
    await learner.close();
    await again.close();
  });

  test("the same after undo as before", async () => {
    const { features, truth } = circle(50);
    const kernel = learnedKernel({ base: rbf({ bandwidth: 0.5 }) });
    const learner = await Learner.create({
      ...{ features, classes, kernel, predictor: mixture() },
      labels: Array.from({ length: 15 }, (_, i) => [i, truth[i]] as const),
    });
    const before = (await learner.probabilities()).data;
    await learner.label(30, "b");
    expect((await learner.probabilities()).data).not.toEqual(before);
    await learner.unlabel(30);
    expect((await learner.probabilities()).data).toEqual(before);
    await learner.close();
  });

  test("its expected error is that of its own probabilities, and its left-out probabilities are what forecasts see", () => {
    const { features, truth } = circle(80);
    const pool = createPool({ features, classes, kernel: rbf({ bandwidth: 0.4 }), predictor: mixture() });
    const labels = Labels.from(
      pool,
      Array.from({ length: 20 }, (_, i) => [i, truth[i]] as const),
    );
    const freq = predictiveFrequencies(pool, labels);
    const { data } = probabilitiesOf(freq);
    let expected = 0;
    for (let i = 0; i < 80; i++) expected += 1 - Math.max(data[2 * i], data[2 * i + 1]);
    expect(expectedError(pool, freq, labels)).toBeCloseTo(expected / 80, 3); // the prior adds a little
    const left = leftOutFrequencies(pool, freq, labels).data;
    for (let i = 0; i < 20; i++) expect(left[2 * i] + left[2 * i + 1]).toBeCloseTo(20, 9);
  });

  test("the fast engine and the definition choose the same item by its probabilities", async () => {
    const { features, truth } = circle(60, 9);
    const pool = createPool({
      ...{ features, classes, predictor: mixture() },
      kernel: learnedKernel({ base: rbf({ bandwidth: 0.5 }) }),
    });
    const labels = Labels.from(
      pool,
      Array.from({ length: 16 }, (_, i) => [i, truth[i]] as const),
    );
    const request = { strategy: xpal({ ownRisk: 1 }), labels, candidates: labels.unlabelled() };
    const [fast, plain] = [await openSession(pool), await openSession(pool, definition)];
    const one = await fast.scores({ ...request, generator: generator(1) });
    const other = await plain.scores({ ...request, generator: generator(1) });
    expect([...one.best]).toEqual([...other.best]);
    expect(one.scores[one.best[0]]).toBeCloseTo(other.scores[other.best[0]], 12);
    const byKernel = await openSession(Object.freeze({ ...pool, predictor: null }));
    const without = await byKernel.scores({ ...request, generator: generator(1) });
    expect(without.scores[one.best[0]]).not.toBe(one.scores[one.best[0]]);
    await Promise.all([fast, plain, byKernel].map((session) => session.close()));
  });

  test("rejects no members, priors of 0 and what is no predictor", () => {
    expect(() => mixture({ members: [] })).toThrow("mixture: members must be a list with at least one member");
    expect(() => mixture({ members: [{ predictor: parzen(), prior: 0 }] })).toThrow("members[0].prior must be");
    expect(() => mixture({ members: [{ predictor: {} as Predictor, prior: 1 }] })).toThrow(
      "members[0].predictor must be a predictor",
    );
  });
});
