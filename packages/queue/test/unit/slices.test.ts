import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { datasetCard } from "../../../lab/src/plan/dataset-card.ts";
import { plannedRuns } from "../../../lab/src/plan/planned-runs.ts";
import { clouds, smallPlan } from "../../../lab/test/unit/plan/small-plan.ts";
import { isIn, slicesOf } from "../../src/slices.ts";

const planOf = (repetitions: number, rows: readonly number[]) =>
  smallPlan({
    repetitions,
    datasets: rows.map((count, i) => {
      const dataset = clouds(`clouds ${i}`, count);
      return { dataset, card: datasetCard(dataset), options: {} };
    }),
  });

describe("cutting a plan into jobs", () => {
  test("puts every run into exactly one job, under a name of its own", () => {
    const rows = fc.array(fc.integer({ min: 10, max: 60 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), rows, (repetitions, sizes) => {
        const plan = planOf(repetitions, sizes);
        const slices = slicesOf(plan);
        expect(new Set(slices.map(({ id }) => id)).size).toBe(slices.length);
        for (const run of plannedRuns(plan)) expect(slices.filter((slice) => isIn(slice, run))).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });

  test("leaves twenty jobs or more of a dataset with many repetitions, and one per repetition of one with few", () => {
    expect(slicesOf(planOf(100, [40])).map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, i) => `d0-r${5 * i + 1}-${5 * i + 5}`),
    );
    expect(slicesOf(planOf(3, [40])).map(({ id }) => id)).toEqual(["d0-r1-1", "d0-r2-2", "d0-r3-3"]);
  });

  test("begins with first repetitions, and of those with the largest dataset", () => {
    expect(slicesOf(planOf(2, [40, 60])).map(({ id }) => id)).toEqual(["d1-r1-1", "d0-r1-1", "d1-r2-2", "d0-r2-2"]);
  });

  test("gives a large dataset jobs of one repetition each", () => {
    const plan = planOf(100, [40]);
    const [{ dataset, card, options }] = plan.datasets;
    const large = { ...plan, datasets: [{ dataset, card: { ...card, instances: 5000 }, options }] };
    expect(slicesOf(large)).toHaveLength(100);
  });
});
