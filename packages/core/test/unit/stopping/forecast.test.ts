import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  expectedCost,
  forecast,
  forecastState,
  type Labels,
  Learner,
  learnedKernel,
  type Matrix,
  matrixFrom,
  rbf,
} from "../../../src/index.ts";
import { madeUpPoints } from "../../made-up-pools.ts";

const state = { labels: 50, items: 1000, expectedError: 0.2 };

describe("forecast", () => {
  test("is the weighted median over both beliefs of the formula in the comment", () => {
    const places = Array.from({ length: 15 }, (_, i) => -1.96 + 0.28 * i);
    const spread = Math.sqrt(4.4 ** 2 / 50 + 0.2 ** 2);
    const errorAt = (n: number, z: number, y: number) => {
      const now = Math.exp(Math.log(0.2 + 0.01) + spread * z);
      const exponent = 0.5 * Math.exp(1.1 * y);
      return now * (n / 50) ** -exponent * ((1 - n / 1000) / 0.95) ** 0.75 - 0.01;
    };
    const beliefs = places.flatMap((z) => places.map((y) => ({ z, y, weight: Math.exp(-(z * z + y * y) / 2) })));
    const total = beliefs.reduce((sum, { weight }) => sum + weight, 0);
    /** The share of beliefs under which the error after n labels is at most the target. */
    const reached = (n: number) =>
      beliefs.reduce((sum, { z, y, weight }) => sum + (errorAt(n, z, y) <= 0.11 ? weight : 0), 0) / total;
    const { more, now } = forecast(state, { target: 0.11 });
    expect(now.median).toBeCloseTo(0.2, 12);
    expect(reached(50 + more.median)).toBeGreaterThanOrEqual(0.5);
    expect(reached(50 + more.median - 1)).toBeLessThan(0.5);
    expect(reached(50 + more.high)).toBeGreaterThanOrEqual(0.95);
    expect(reached(50 + more.high - 1)).toBeLessThan(0.95);
  });

  test("equals the hand calculation: the interval of now, and the law where the belief is the worst one", () => {
    // T = 121: s = sqrt(4.4^2 / 121 + 0.2^2) = sqrt(0.2) = 0.44721. Of the places -1.96, -1.68, ..., 1.96, weighed by the
    // normal density, those above 1.40 have 4.5 % and those above 1.12 have 8.9 %: the 95 % place is 1.40. So with an expected
    // error of 0.09 the upper end of now is 0.1 exp(1.40 * 0.44721) - 0.01 = 0.1 * 1.87030 - 0.01.
    const quarter = { labels: 121, items: 484, expectedError: 0.09 };
    const { now } = forecast(quarter);
    expect(now.high).toBeCloseTo(0.17703, 6);
    expect(now.median).toBeCloseTo(0.09, 12);
    // The worst belief: 1.96 deviations up, and an exponent 1.96 deviations down, d = 0.5 exp(-1.1 * 1.96) = 0.0578937. After
    // 242 of 484 labels: 0.1 exp(1.96 * 0.44721) 2^-d ((1 - 1/2) / (1 - 1/4))^0.75 - 0.01
    //   = 0.1 * 2.40257 * 0.960666 * 0.737788 - 0.01 = 0.160286.
    const { curve } = forecast(quarter, { level: 0.999999, target: 1e-6 });
    expect(curve.find(({ labels }) => labels === 242)?.high).toBeCloseTo(0.160286, 6);
  });

  test("is 0 where the target is reached already, and says that it can be reached", () => {
    const { more, chance } = forecast({ ...state, expectedError: 0.001 }, { target: 0.3 });
    expect(more).toEqual({ low: 0, median: 0, high: 0 });
    expect(chance).toBe(1);
  });

  test("does not promise a target that takes nearly all items", () => {
    const { chance, more } = forecast({ labels: 100, items: 300, expectedError: 0.45 }, { target: 0.001 });
    expect(chance).toBeLessThan(0.1);
    expect(more.high).toBeLessThanOrEqual(200); // with all labelled nothing is left to be wrong
  });

  test("believes audits: wrong ones raise the error and put the target further away", () => {
    const audits = (wrong: boolean) => Array.from({ length: 10 }, (_, i) => ({ labels: 30 + i, wrong }));
    const bad = forecast({ ...state, audits: audits(true) });
    const good = forecast({ ...state, audits: audits(false) });
    expect(bad.more.median).toBeGreaterThan(forecast(state).more.median);
    expect(good.now.median).toBeLessThan(forecast(state).now.median);
  });

  test("leaves out audits of the earlier half", () => {
    const early = [{ labels: 10, wrong: true }];
    expect(forecast({ ...state, audits: early })).toEqual(forecast(state));
  });

  test("under costs is the same law of the mean cost in units of the blind cost, with a wider belief", () => {
    const places = Array.from({ length: 15 }, (_, i) => -1.96 + 0.28 * i);
    const spread = Math.sqrt(4.4 ** 2 / 50 + 0.7 ** 2);
    // A mean cost of 0.4 where one call for all items costs 2 at most: 0.2 of the unit; 0.22 is 0.11 of it.
    const beliefs = places.flatMap((z) => places.map((y) => ({ z, y, weight: Math.exp(-(z * z + y * y) / 2) })));
    const total = beliefs.reduce((sum, { weight }) => sum + weight, 0);
    const reached = (n: number) =>
      beliefs.reduce((sum, { z, y, weight }) => {
        const now = 0.21 * Math.exp(spread * z);
        const then = now * (n / 50) ** -(0.5 * Math.exp(1.1 * y)) * ((1 - n / 1000) / 0.95) ** 0.75 - 0.01;
        return sum + (then <= 0.11 ? weight : 0);
      }, 0) / total;
    const blind = { ...state, expectedError: 0.4, costs: { largest: 50, blind: 2 } };
    const { more, now } = forecast(blind, { target: 0.22 });
    expect(now.median).toBeCloseTo(0.4, 12);
    expect(reached(50 + more.median)).toBeGreaterThanOrEqual(0.5);
    expect(reached(50 + more.median - 1)).toBeLessThan(0.5);
    expect(reached(50 + more.high)).toBeGreaterThanOrEqual(0.95);
    expect(reached(50 + more.high - 1)).toBeLessThan(0.95);
    expect(forecast(blind).target).toBe(0.1);
  });

  test("says the same of costs in another unit", () => {
    const audits = (unit: number) => [
      { labels: 30, cost: 5 * unit },
      { labels: 40, cost: 0 },
    ];
    const of = (unit: number) =>
      forecast(
        { ...state, expectedError: 0.4 * unit, costs: { largest: 50 * unit, blind: 2 * unit }, audits: audits(unit) },
        { target: 0.25 * unit },
      );
    expect(of(8).more).toEqual(of(1).more);
    expect(of(8).now.high).toBe(8 * of(1).now.high);
  });

  test("weighs an audit by its cost: x of a wrong one and 1 - x of a right one", () => {
    const audits = [{ labels: 40, cost: 0.5 }];
    const { median } = forecast({ ...state, costs: { largest: 1, blind: 1 }, audits }).now;
    // By hand: beliefs z of the error 0.21 e^(s z) - 0.01, each with e^(-z^2 / 2) times p^(1/2) (1 - p)^(1/2) of
    // its error then, of which the square root counts.
    const spread = Math.sqrt(4.4 ** 2 / 50 + 0.7 ** 2);
    const weights = Array.from({ length: 15 }, (_, i) => -1.96 + 0.28 * i).map((z) => {
      const raised = 0.21 * Math.exp(spread * z) * (40 / 50) ** -0.5 * (0.96 / 0.95) ** 0.75;
      const p = Math.min(0.999, Math.max(0.001, raised - 0.01));
      const error = Math.min(1, Math.max(0, 0.21 * Math.exp(spread * z) - 0.01));
      return { error, weight: Math.exp((-z * z) / 2) * (p * (1 - p)) ** 0.25 };
    });
    const total = weights.reduce((sum, { weight }) => sum + weight, 0);
    let sum = 0;
    const middle = weights.find(({ weight }) => {
      sum += weight;
      return sum >= total / 2;
    });
    expect(median).toBeCloseTo(middle?.error ?? -1, 12);
  });

  test("keeps its order: low, median, high; a lower target takes longer; a higher level is wider; errors fall", () => {
    const numbers = fc.record({
      labels: fc.integer({ min: 20, max: 300 }),
      more: fc.integer({ min: 0, max: 5000 }),
      expectedError: fc.double({ min: 0, max: 1, noNaN: true }),
      target: fc.double({ min: 0.01, max: 0.9, noNaN: true }),
    });
    fc.assert(
      fc.property(numbers, ({ labels, more, expectedError, target }) => {
        const from = { labels, items: labels + more, expectedError };
        const found = forecast(from, { target });
        expect(found.more.low).toBeLessThanOrEqual(found.more.median);
        expect(found.more.median).toBeLessThanOrEqual(found.more.high);
        expect(found.more.high).toBeLessThanOrEqual(more + 1);
        const lower = forecast(from, { target: target / 2 });
        expect(lower.more.median).toBeGreaterThanOrEqual(found.more.median);
        const wider = forecast(from, { target, level: 0.95 });
        expect(wider.more.low).toBeLessThanOrEqual(found.more.low);
        expect(wider.more.high).toBeGreaterThanOrEqual(found.more.high);
        for (const [i, point] of found.curve.entries()) {
          expect(point.low).toBeLessThanOrEqual(point.high);
          if (i > 0) expect(point.median).toBeLessThanOrEqual(found.curve[i - 1].median + 1e-12);
        }
      }),
      { numRuns: 40 },
    );
  });

  test("rejects too few labels, more labels than items, and targets that are no shares", () => {
    expect(() => forecast({ ...state, labels: 19 })).toThrow("state.labels must be an integer of at least 20, got 19");
    expect(() => forecast({ ...state, items: 49 })).toThrow("state.items must be an integer of at least 50");
    expect(() => forecast(state, { target: 0 })).toThrow("target must be a number between 0 and 1, both excluded");
    expect(() => forecast({ ...state, audits: [{ labels: 1, wrong: 1 as never }] })).toThrow("must be true or false");
    const costs = { ...state, costs: { largest: 50, blind: 1 } };
    expect(() => forecast(costs, { target: 50 })).toThrow(
      "target must be a mean cost above 0 and below the largest cost, 50, got 50",
    );
    expect(() => forecast({ ...costs, expectedError: 51 })).toThrow("state.expectedError");
    expect(() => forecast({ ...costs, audits: [{ labels: 1, cost: 51 }] })).toThrow("state.audits[0].cost");
    expect(() => forecast({ ...costs, audits: [{ labels: 1, wrong: true }] })).toThrow("wrong");
    expect(() => forecast({ ...state, costs: { largest: 0, blind: 0 } })).toThrow("state.costs.largest");
    expect(() => forecast({ ...state, costs: { largest: 1, blind: 2 } })).toThrow("state.costs.blind");
  });
});

describe("forecastState", () => {
  const create = (count: number, lossMatrix?: Matrix) =>
    Learner.create({
      ...(lossMatrix === undefined ? {} : { lossMatrix }),
      features: madeUpPoints(40, 2),
      classes: ["a", "b"],
      labels: Array.from({ length: count }, (_, i) => [i, i % 2 === 0 ? "a" : "b"] as const),
      engine: "definition",
    });

  test("leaves out items that were set aside", async () => {
    const learner = await create(30);
    await learner.skip(35);
    const found = await forecastState(learner);
    expect(found).toMatchObject({ labels: 30, items: 39 });
    expect(found.expectedError).toBeGreaterThan(0);
    expect(forecast(found).more.median).toBeGreaterThanOrEqual(0);
  });

  test("took the items with the largest numbers for the last answers after the learner was read from a file", async () => {
    const labels = Array.from({ length: 30 }, (_, i) => [39 - i, i % 2 === 0 ? "a" : "b"] as const);
    const learner = await Learner.create({ features: madeUpPoints(40, 2), classes: ["a", "b"], labels });
    const again = await Learner.fromJSON(JSON.parse(JSON.stringify(learner)));
    const expected = async (...states: Labels[]) => {
      let sum = 0;
      for (const then of states) {
        const freq = await again.at(then).predictiveFrequencies();
        sum += expectedCost(again.pool, freq, then, then.unlabelled());
      }
      return sum / states.length;
    };
    // Which answers came last is not in the file: only the state of now is known.
    expect((await forecastState(again)).expectedError).toBe(await expected(again.labels));
    const states = [again.labels];
    for (const item of [0, 1, 2, 3, 4, 5]) {
      await again.label(item, "a");
      states.push(again.labels);
    }
    expect((await forecastState(again)).expectedError).toBe(await expected(states[6], states[1]));
    await again.unlabel(39);
    expect(again.labels.orderKnownFrom).toBe(29);
    expect((await forecastState(again)).expectedError).toBe(await expected(again.labels, again.labels.first(30)));
    for (const item of [6, 7, 8, 9]) {
      await again.unlabel(39 - item);
      await again.label(39 - item, "b"); // answered again: these are the last ones now
    }
    expect(again.labels.orderKnownFrom).toBe(25);
    const earlier = [30, 25].map((count) => again.labels.first(count));
    expect((await forecastState(again)).expectedError).toBe(await expected(again.labels, ...earlier));
    await Promise.all([learner.close(), again.close()]);
  });

  test("is the same one after a learner whose kernel learns was written and read", async () => {
    const labels = Array.from({ length: 30 }, (_, i) => [39 - i, i % 2 === 0 ? "a" : "b"] as const);
    const kernel = learnedKernel({ base: rbf({ bandwidth: 1 }) });
    const learner = await Learner.create({ features: madeUpPoints(40, 2), classes: ["a", "b"], kernel, labels });
    const again = await Learner.fromJSON(JSON.parse(JSON.stringify(learner)));
    expect(await forecastState(again)).toEqual(await forecastState(learner));
    await Promise.all([learner.close(), again.close()]);
  });

  test("under costs is of the mean cost, also where all errors cost the same", async () => {
    const table = (a: number, b: number) =>
      matrixFrom([
        [0, a],
        [b, 0],
      ]);
    const plain = await forecastState(await create(30));
    const equal = await forecastState(await create(30, table(5, 5)), [{ labels: 25, to: 0, predicted: 1 }]);
    expect(equal).toMatchObject({ costs: { largest: 5, blind: 5 }, audits: [{ labels: 25, cost: 5 }] });
    expect(equal.expectedError).toBeCloseTo(5 * plain.expectedError, 12);
    const dear = await forecastState(await create(30, table(1, 50)));
    expect(dear.costs).toEqual({ largest: 50, blind: 1 }); // calling everything a "b" costs 1 at most
    expect(dear.expectedError).toBeLessThanOrEqual(1);
    expect(plain).not.toHaveProperty("costs");
  });

  test("says how many labels it needs", async () => {
    await expect(create(19).then((learner) => forecastState(learner))).rejects.toThrow(
      "the number of labels must be at least 20 for a forecast, got 19; label more items first",
    );
  });

  test("forecast the error of a model that had met one class only", async () => {
    const labels = Array.from({ length: 30 }, (_, i) => [i, "a"] as const);
    const learner = await Learner.create({ features: madeUpPoints(40, 2), classes: ["a", "b"], labels });
    await expect(forecastState(learner)).rejects.toThrow("must have two labels of a second class for a forecast");
    await learner.close();
  });
});
