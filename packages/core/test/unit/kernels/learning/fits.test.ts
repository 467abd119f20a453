// Gradients against finite differences, and what fits do with awkward labels and numbers.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { generator, type Matrix, matrix, matrixFrom } from "../../../../src/index.ts";
import { ascend, type Objective } from "../../../../src/kernels/learning/adam.ts";
import { columnWeights } from "../../../../src/kernels/learning/column-weights.ts";
import { chargeFactor, fitCharge } from "../../../../src/kernels/learning/fit-charge.ts";
import { fullMetric } from "../../../../src/kernels/learning/full-metric.ts";
import { type Answers, answersOf, labelScore } from "../../../../src/kernels/learning/label-score.ts";
import { type FitOptions, fitModel, objectiveOf } from "../../../../src/kernels/learning/metric-fit.ts";

const OPTIONS: FitOptions = {
  steps: 30,
  rate: 0.15,
  bounds: [-6, 4],
  pinned: new Set(),
  width: 1,
  scales: [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2],
  scaleWidth: 1,
};
const FULL: FitOptions = { ...OPTIONS, rate: 0.05, bounds: [-Infinity, Infinity], width: 0.3 };
const fitWeights = (x: Matrix, answers: Answers, parameterOf: Uint32Array) =>
  fitModel(columnWeights(x, parameterOf), answers, OPTIONS);
const fitMetric = (x: Matrix, answers: Answers) => fitModel(fullMetric(x), answers, FULL);

describe("the score of the labels", () => {
  test("of three items equals the hand calculation", () => {
    // Items 0 and 1 have class 0, item 2 class 1; K = 1/2 between 0 and 1, 1/4 to item 2; shares 2/3 and 1/3, a = 0.3.
    // p_0 = p_1 = (1/2 + 0.2) / (3/4 + 0.3), p_2 = 0.1 / (1/2 + 0.3).
    const answers = answersOf([item(0, 1, 0), item(1, 1, 0), item(2, 0, 1)], 2, 0.3);
    const distances = Float64Array.of(Math.LN2, 2 * Math.LN2, 2 * Math.LN2);
    const expected = 2 * Math.log(0.7 / 1.05) + Math.log(0.1 / 0.8);
    expect(labelScore(answers, distances, new Float64Array(3))).toBeCloseTo(expected, 13);
  });

  test("has slopes that agree with differences, repeated and contradicting answers included", () => {
    const answers = answersOf([item(0, 2, 0), item(1, 1, 1), item(2, 0, 1), item(3, 0, 3)], 2, 0.1);
    const at = Float64Array.of(0.3, 0.7, 0.2, 1.1, 0.5, 0.4);
    expectSlopes((d, slope) => labelScore(answers, d, slope), at);
  });
});

describe("feature weights", () => {
  test("follow a gradient that agrees with differences", () => {
    const { x, answers } = problem(12, 4, 3);
    const objective = objectiveOf(columnWeights(x, Uint32Array.of(0, 1, 2, 3)), answers, 0.7);
    expectSlopes(objective, Float64Array.of(0.3, -0.8, 0, 1.2, -0.4));
  });

  test("of columns that share one follow the same", () => {
    const { x, answers } = problem(12, 5, 2);
    const objective = objectiveOf(columnWeights(x, Uint32Array.of(0, 0, 1, 2, 2)), answers, 1);
    expectSlopes(objective, Float64Array.of(0.3, -0.8, 0.5, 0.2));
  });

  test("rise for the column that tells the classes apart and fall for the others", () => {
    const { x, answers } = problem(30, 4, 2);
    const { theta: parameters, stopped } = fitWeights(x, answers, Uint32Array.of(0, 1, 2, 3));
    expect(stopped).toBe(false);
    expect(parameters[0]).toBeGreaterThan(0.3);
    for (const other of parameters.subarray(1)) expect(other).toBeLessThan(-0.3);
  });

  test("stay 0 with labels of one class, and for a constant column", () => {
    const { x } = problem(10, 3, 2);
    const one = answersOf(
      Array.from({ length: 10 }, (_, i) => item(i, 1, 0)),
      2,
      0.1,
    );
    expect([...fitWeights(x, one, Uint32Array.of(0, 1, 2)).theta]).toEqual([0, 0, 0]);
    const constant = { ...x, data: x.data.map((value, at) => (at % 3 === 1 ? 7 : value)) };
    const { answers } = problem(10, 3, 2);
    expect(fitWeights(constant, answers, Uint32Array.of(0, 1, 2)).theta[1]).toBe(0);
  });

  test("of pinned columns never fall below the base weight, in the full metric neither", () => {
    const { x, answers } = problem(30, 4, 2);
    const all = Uint32Array.of(0, 1, 2, 3);
    const free = fitWeights(x, answers, all).theta;
    expect(free[2]).toBeLessThan(-0.3);
    const pinned = fitModel(columnWeights(x, all), answers, { ...OPTIONS, pinned: new Set([2]) }).theta;
    expect(pinned[2]).toBe(0);
    expect(pinned[0]).toBeGreaterThan(0);
    expect(pinned[1]).toBeLessThan(0);
    const full = fitModel(fullMetric(x), answers, { ...FULL, pinned: new Set([2 * 4 + 2]) }).theta;
    expect(fitMetric(x, answers).theta[10]).toBeLessThan(0);
    expect(full[10]).toBe(0);
  });

  test("of two equal columns are equal", () => {
    const { x, answers } = problem(15, 2, 2);
    const doubled = matrix(15, 3);
    for (let i = 0; i < 15; i++) {
      doubled.data.set([x.data[2 * i], x.data[2 * i + 1], x.data[2 * i]], 3 * i);
    }
    const { theta: parameters } = fitWeights(doubled, answers, Uint32Array.of(0, 1, 2));
    expect(parameters[0]).toBe(parameters[2]);
  });
});

describe("the full metric", () => {
  test("follows a gradient that agrees with differences", () => {
    const { x, answers } = problem(12, 3, 3);
    const delta = Float64Array.of(0.1, -0.2, 0.05, 0.3, 0, -0.1, 0.2, 0.15, -0.25, -0.6);
    expectSlopes(objectiveOf(fullMetric(x), answers, 0.3), delta);
  });

  test("does not depend on where the features lie", () => {
    const { x, answers } = problem(12, 3, 2);
    const moved = { ...x, data: x.data.map((value) => value + 1024) };
    const here = fitMetric(x, answers).theta;
    // Moving by 2^10 costs the features at most 10 bits, and a fit amplifies that little.
    fitMetric(moved, answers).theta.forEach((value, p) => {
      expect(Math.abs(value - here[p])).toBeLessThan(1e-8);
    });
  });
});

describe("the charge of a fit", () => {
  test("is half the log determinant of the Fisher matrix over the parameters, and the penalty", () => {
    // ln det(I + G G^T / lambda) = ln det(I + G^T G / lambda); with one parameter that is 1 + sum of g_i^2 / lambda.
    const { x, answers } = problem(9, 1, 2);
    const model = columnWeights(x, Uint32Array.of(0));
    const [theta, s, width] = [0.4, -0.3, 0.8];
    const fit = { theta: Float64Array.of(theta), logScale: s, parameters: Float64Array.of(theta, s) };
    let squares = 0;
    for (let i = 0; i < 9; i++) {
      const own = { ...answers, shares: answers.shares };
      const part = (at: number) => partOf(own, x, i, Math.exp(at + s));
      const h = 1e-5;
      squares += ((part(theta + h) - part(theta - h)) / (2 * h)) ** 2;
    }
    const expected = theta ** 2 / 2 / width ** 2 + Math.log(1 + squares * width ** 2) / 2;
    expect(fitCharge(model, answers, { ...fit, stopped: false, improved: true }, width)).toBeCloseTo(expected, 7);
  });
});

describe("the charge of many classes", () => {
  test("is multiplied by 1 + 0.6 log2(C / 2) where there are four parameters and more to an item", () => {
    expect(chargeFactor(2, 40, 1e6)).toBe(1);
    expect(chargeFactor(4, 50, 200)).toBeCloseTo(1.6, 12);
    expect(chargeFactor(8, 10, 1000)).toBeCloseTo(2.2, 12);
  });

  test("grows with the parameters to an item", () => {
    // 16 columns have 256 entries; of 100 items 400 would be needed: 1 + 0.6 log2(4) 0.64.
    expect(chargeFactor(8, 100, 256)).toBeCloseTo(1 + 0.6 * 2 * 0.64, 12);
    expect(chargeFactor(8, 100, 16)).toBeCloseTo(1 + 0.6 * 2 * 0.04, 12);
  });
});

describe("fits", () => {
  test("never give a number that is not finite, whatever the features", () => {
    const number = fc.oneof(
      fc.double({ min: -1e100, max: 1e100, noNaN: true }),
      fc.constantFrom(0, 1e100, -1e100, 1e-300, 5e-324, 1e-160, 1e50),
      fc.integer({ min: -3, max: 3 }),
    );
    const rows = fc.integer({ min: 2, max: 7 }).chain((n) =>
      fc.tuple(
        fc.array(fc.array(number, { minLength: 3, maxLength: 3 }), { minLength: n, maxLength: n }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 1, max: 4 })), {
          minLength: n,
          maxLength: n,
        }),
      ),
    );
    fc.assert(
      fc.property(rows, ([values, labels]) => {
        const x = matrixFrom(values);
        const items = labels.map(([y, times], i) => ({
          index: i,
          counts: Uint32Array.from([0, 1, 2], (c) => (c === y ? times : 0)),
        }));
        const answers = answersOf(items, 3, 0.1);
        for (const model of [columnWeights(x, Uint32Array.of(0, 1, 2)), fullMetric(x)]) {
          const fit = fitModel(model, answers, model.parameterCount === 3 ? OPTIONS : FULL);
          expect(fit.theta.every(Number.isFinite)).toBe(true);
          expect(fitCharge(model, answers, fit, 1)).not.toBeNaN();
        }
      }),
      { numRuns: 300 },
    );
  });

  test("stop at the last good parameters where a value is not finite", () => {
    let calls = 0;
    const objective: Objective = (_, slope) => {
      slope.fill(1);
      return ++calls > 3 ? NaN : 0; // the first call is at zero
    };
    const { parameters, stopped } = ascend(objective, {
      start: new Float64Array(2),
      steps: 30,
      rate: () => 0.1,
      bounds: () => [-1, 1],
    });
    expect(stopped).toBe(true);
    expect(parameters[0]).toBeCloseTo(0.2, 6); // two steps of the rate, as the slope never changes
  });
});

/** Item i's own part of the score, with distances of the first column times a weight. */
function partOf(
  { count, classCount, counts, shares, shareWeight }: Answers,
  x: Matrix,
  i: number,
  weight: number,
): number {
  const q = new Float64Array(classCount);
  for (let j = 0; j < count; j++) {
    const k = Math.exp(-weight * (x.data[i] - x.data[j]) ** 2);
    for (let y = 0; y < classCount; y++) if (j !== i) q[y] += counts[j * classCount + y] * k;
  }
  const total = q.reduce((sum, value) => sum + value, shareWeight);
  return shares.reduce((sum, share, y) => {
    const times = counts[i * classCount + y];
    return times === 0 ? sum : sum + times * Math.log((q[y] + shareWeight * share) / total);
  }, 0);
}

function item(index: number, ...counts: number[]) {
  return { index, counts: Uint32Array.from(counts) };
}

/** Random rows whose first column decides the class. */
function problem(
  count: number,
  cols: number,
  classCount: number,
): { x: Matrix; answers: ReturnType<typeof answersOf> } {
  const chance = generator(5);
  const x = matrix(count, cols);
  x.data.forEach((_, at) => {
    x.data[at] = 2 * chance.nextUnit() - 1;
  });
  const items = Array.from({ length: count }, (_, i) => {
    const y = Math.min(classCount - 1, Math.floor(((x.data[i * cols] + 1) / 2) * classCount));
    return { index: i, counts: Uint32Array.from({ length: classCount }, (_, c) => (c === y ? 1 : 0)) };
  });
  return { x, answers: answersOf(items, classCount, 0.1) };
}

/** Central differences are off by the third derivative times h^2 and by rounding over h: 1e-8 here, with room. */
function expectSlopes(objective: Objective, at: Float64Array): void {
  const slope = new Float64Array(at.length);
  objective(at, slope);
  const h = 1e-5;
  at.forEach((value, p) => {
    const moved = (by: number) =>
      objective(
        at.map((v, q) => (q === p ? value + by : v)),
        new Float64Array(at.length),
      );
    expect(Math.abs((moved(h) - moved(-h)) / (2 * h) - slope[p])).toBeLessThan(1e-7 * (1 + Math.abs(slope[p])));
  });
}
