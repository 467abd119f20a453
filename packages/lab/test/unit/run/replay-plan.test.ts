import { matrixFrom, XpalError } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { datasetCard } from "../../../src/plan/dataset-card.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import type { Dataset } from "../../../src/replay/dataset.ts";
import { replayPlan } from "../../../src/run/replay-plan.ts";

// Two far groups of four, and a class with a single member in one of them.
const dataset: Dataset = {
  name: "groups",
  kernel: "rbf",
  features: matrixFrom([[0], [0.1], [0.2], [0.3], [10], [10.1], [10.2], [10.3], [0.15], [10.15]]),
  classes: ["a", "b", "rare"],
  labels: Uint32Array.of(0, 0, 0, 0, 1, 1, 1, 1, 2, 1),
};
const plan = (more: Partial<Plan["datasets"][number]["options"]> = {}, name = "xpal"): Plan => ({
  ...{ title: "", reference: "xpal", repetitions: 3, budget: 4, paper: false, measures: [] },
  datasets: [{ dataset, card: datasetCard(dataset), options: { budget: 4, chance: "plain", ...more } }],
  strategies: [
    { key: "xpal", title: "xPAL", options: {}, source: { kind: "library", name, options: {} } },
    { key: "random", title: "random", options: {}, source: { kind: "library", name: "random", options: {} } },
  ],
});

describe("a plan with a store in memory", () => {
  test("gives a record for every strategy and repetition, the same each time", async () => {
    const [strategies] = await replayPlan(plan(), { threads: 1 });
    expect(strategies.map((runs) => runs.length)).toEqual([3, 3]);
    for (const { errors, aulc, picks } of strategies.flat()) {
      expect([errors.length, picks.length]).toEqual([5, 4]);
      expect(new Set(picks).size).toBe(4);
      expect(aulc).toBeCloseTo(errors.reduce((sum, error) => sum + error, 0) / 5, 15);
    }
    expect(await replayPlan(plan(), { threads: 1 })).toEqual([strategies]);
  });

  test("measures on a dataset what that dataset asks for", async () => {
    const [planned] = plan().datasets;
    const two: Plan = { ...plan(), measures: ["brier"], datasets: [planned, { ...planned, measures: ["cost"] }] };
    const outcomes = await replayPlan(two, { threads: 1 });
    const measured = outcomes.map((runs) => Object.keys(runs[0][0].measures ?? {}));
    expect(measured).toEqual([["brier"], ["brier", "cost"]]);
  });

  test("splits by another seed where it is told to, and takes tables with a class of one member", async () => {
    const picksOf = async (firstSeed: number) =>
      (await replayPlan(plan({ firstSeed }), { threads: 1 }))[0][1].map(({ seed }) => seed);
    expect(await picksOf(1)).toEqual([1, 2, 3]);
    expect(await picksOf(5)).toEqual([5, 6, 7]);
    await expect(replayPlan(plan({ chance: "numpy" }), { threads: 1 })).rejects.toThrow(/enough items of each class/);
  });

  test("says how many labels are known, and ends with the error of a run that fails", async () => {
    const counts: number[] = [];
    await replayPlan(plan(), { threads: 1, onLabels: (count) => counts.push(count) });
    expect(counts).toEqual([4, 8, 12, 16, 20, 24]);
    await expect(replayPlan(plan({}, "nothing"), { threads: 1 })).rejects.toThrow(XpalError);
  });
});
