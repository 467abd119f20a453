import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forecast, forecastState, Learner } from "../../../src/index.ts";
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

  test("refuses too few labels, more labels than items, and targets that are no shares", () => {
    expect(() => forecast({ ...state, labels: 19 })).toThrow("state.labels must be an integer of at least 20, got 19");
    expect(() => forecast({ ...state, items: 49 })).toThrow("state.items must be an integer of at least 50");
    expect(() => forecast(state, { target: 0 })).toThrow("target must be a number between 0 and 1, both excluded");
    expect(() => forecast({ ...state, audits: [{ labels: 1, wrong: 1 as never }] })).toThrow("must be true or false");
  });
});

describe("forecastState", () => {
  const create = (count: number) =>
    Learner.create({
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

  test("says how many labels it needs", async () => {
    await expect(create(19).then((learner) => forecastState(learner))).rejects.toThrow(
      "the number of labels must be at least 20 for a forecast, got 19; label more items first",
    );
  });
});
