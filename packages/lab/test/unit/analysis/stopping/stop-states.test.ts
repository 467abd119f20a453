import type { StopRule } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { forecastOutcomes } from "../../../../src/analysis/stopping/forecast-coverage.ts";
import { replayRule } from "../../../../src/analysis/stopping/replay-rule.ts";
import { drawnLoss, openErrorAt, openLossAt, urnAt } from "../../../../src/analysis/stopping/stop-states.ts";
import { madeUpRun } from "./made-up-run.ts";

/** Costs 1 and 5: at 40 open items 10 cost 1 and 4 cost 5, then fewer. */
const costs = { costs: [1, 5], openAtCost: [10, 4, 8, 2, 4, 1, 2, 0, 0, 0] };

describe("the open items of a recorded run", () => {
  test("lose what their predictions cost, as a share of the largest cost", () => {
    const { stopping } = madeUpRun(costs);
    expect(urnAt(stopping, 1)).toEqual({
      open: 35,
      lots: [
        { loss: 0.2, count: 8 },
        { loss: 1, count: 2 },
      ],
    });
    // 8 at 1/5 and 2 at 1: 3.6 of 35.
    expect(openLossAt(stopping, 1)).toBeCloseTo(3.6, 12);
    expect(openErrorAt(stopping, 1)).toBeCloseTo(3.6 / 35, 12);
    expect(openErrorAt(madeUpRun().stopping, 1)).toBe(14 / 35);
  });

  test("are drawn in proportion to how many lose how much", () => {
    const urn = urnAt(madeUpRun(costs).stopping, 0); // 10 of 40 lose 1/5, 4 of 40 lose 1
    const drawn = [0, 0.249, 0.25, 0.349, 0.35, 0.999].map((unit) => drawnLoss(urn, unit));
    expect(drawn).toEqual([0.2, 0.2, 1, 1, 0, 0]);
  });
});

describe("a rule along a run under costs", () => {
  const after = (count: number): StopRule => ({
    name: "some audits, then stop",
    decide(states) {
      const { audits } = states[states.length - 1];
      return { stop: audits.length === count, next: "audit", reason: { measure: "gain", value: 0, limit: 0 } };
    },
    toJSON: () => ({}),
  });

  test("is judged by the mean cost of the open items and of the test rows", () => {
    const run = { ...madeUpRun(costs), measures: { cost: new Array<number>(21).fill(1.5) } };
    // Ten at 1/5 and four at 1 lose 6 of 40; the test rows 1.5 of 5. Losses and labels: 6, 8.6, 11.8, ..., so 0 regret and one audit.
    expect(replayRule(after(1), run)).toMatchObject({ openError: 6 / 40, testError: 0.3, regret: 1 });
  });

  test("draws every item once, so that all of them are drawn in the end", () => {
    const drawn: number[][] = [];
    const watching: StopRule = {
      ...after(10),
      decide(states) {
        drawn.push([...states[states.length - 1].audits]);
        return after(10).decide(states);
      },
    };
    const few = { open: [10, 9], openWrong: [5, 0], costs: [1, 5], openAtCost: [3, 2, 0, 0] };
    replayRule(watching, madeUpRun(few));
    expect(drawn.at(-1)?.sort()).toEqual([0, 0, 0, 0, 0, 0.2, 0.2, 0.2, 1, 1]);
  });
});

test("forecasts under costs are judged by when the mean cost came down to a share of the blind cost", () => {
  const open = Array.from({ length: 9 }, (_, i) => 1000 - 5 * i);
  // Always 30 % wrong at a cost of 1: 15 % of the blind cost of 2, 6 % of the largest, 5.
  const level = madeUpRun({
    ...{ open, openWrong: open.map((count) => 0.3 * count), expected: open.map(() => 0.06) },
    ...{ leftOutWrong: open.map(() => 0), foretoldWrong: new Array<number>(40).fill(0) },
    ...{ costs: [1, 5], blindCost: [2], openAtCost: open.flatMap((count) => [0.3 * count, 0]) },
  });
  const found = forecastOutcomes([level]).filter(({ audited }) => !audited);
  expect(found.map(({ target, took }) => [target, took])).toEqual([
    [0.05, null],
    [0.1, null],
    [0.2, 0],
  ]);
});
