import type { Matrix } from "@xpal/core";
import { describe, expect, test } from "vitest";
import type { Plan } from "../../../src/plan/plan.ts";
import { planKey, plannedRuns } from "../../../src/plan/planned-runs.ts";
import { smallPlan } from "./small-plan.ts";

const keys = (plan: Plan) => plannedRuns(plan).map(({ key }) => key);

describe("the runs of a plan", () => {
  test("are every dataset with every strategy in every repetition, each under its own key", () => {
    const all = keys(smallPlan());
    expect(all).toHaveLength(2 * 3 * 3);
    expect(new Set(all).size).toBe(all.length);
    expect(all[0]).toMatch(/^run\/[0-9a-f]{20}\/clouds\/xpal\/1$/);
  });

  test("keep their keys when repetitions or strategies are added, so that nothing finished is repeated", () => {
    const plan = smallPlan();
    const longer = keys({ ...plan, repetitions: 5 });
    expect(keys(plan).every((key) => longer.includes(key))).toBe(true);
    const fewer = keys({ ...plan, strategies: plan.strategies.slice(1) });
    expect(fewer.every((key) => keys(plan).includes(key))).toBe(true);
  });

  test("get other keys when one value of the data changes", () => {
    const plan = smallPlan();
    const [first, ...rest] = plan.datasets;
    const data = (first.dataset.features as Matrix).data.slice();
    data[7] += 1e-9;
    const changed = { ...first, dataset: { ...first.dataset, features: { ...first.dataset.features, data } } };
    const before = new Set(keys(plan));
    const after = keys({ ...plan, datasets: [changed, ...rest] });
    expect(after.filter((key) => before.has(key))).toHaveLength(9); // those of the other dataset
  });

  test.each([
    ["budget", { budget: 11 }],
    ["bandwidth", { bandwidth: 0.3 }],
    ["share of the test part", { testShare: 0.3 }],
  ])("get other keys when the %s changes", (_, options) => {
    const plan = smallPlan();
    const before = new Set(keys(plan));
    const datasets = plan.datasets.map((planned) => ({ ...planned, options: { ...planned.options, ...options } }));
    expect(keys({ ...plan, datasets }).some((key) => before.has(key))).toBe(false);
  });

  test("keep their keys under costs unless all errors cost the same, which once was measured as an error rate", () => {
    const plan = smallPlan();
    const keysUnder = (costs: number[][]) => {
      const datasets = plan.datasets.map((planned) => ({ ...planned, options: { ...planned.options, costs } }));
      return keys({ ...plan, datasets });
    };
    const contentOf = (first: number, second: number) =>
      keysUnder([
        [0, first],
        [second, 0],
      ])[0].split("/")[1];
    expect(keys(plan)[0].split("/")[1]).toBe("c4b7ea29cb9e1052144c"); // stores hold runs under these
    expect(contentOf(1, 9)).toBe("a91198a921bd0f065f51");
    expect(contentOf(5, 5)).not.toBe("e53cab0e02c84edcfb1c");
  });

  test("do not mind the order in which a strategy's options are written", () => {
    const plan = smallPlan();
    const withOptions = (options: Record<string, unknown>): Plan => ({
      ...plan,
      strategies: [{ key: "x", title: "x", options, source: { kind: "library", name: "xpal", options } }],
    });
    const one = withOptions({ evaluationPrior: 1, candidatePrior: 2 });
    const other = withOptions({ candidatePrior: 2, evaluationPrior: 1 });
    expect(keys(one)).toEqual(keys(other));
    expect(keys(withOptions({ evaluationPrior: 2, candidatePrior: 1 }))).not.toEqual(keys(one));
    expect(planKey(one)).toBe(planKey(other));
  });
});
