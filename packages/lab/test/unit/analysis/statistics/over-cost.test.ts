import { expect, test } from "vitest";
import { overCost } from "../../../../src/analysis/statistics/over-cost.ts";

test("curves over cost hold each value until the next label is paid for, up to what all could spend", () => {
  // The first paid 1, 1, 4 (6 in all), the second 2, 1, 1 (4 in all): steps of 4/3 up to 4.
  const { curves, total } = overCost([
    { values: Float64Array.of(0.5, 0.4, 0.3, 0.1), spent: Float64Array.of(0, 1, 2, 6) },
    { values: Float64Array.of(0.5, 0.4, 0.2, 0.1), spent: Float64Array.of(0, 2, 3, 4) },
  ]);
  expect(total).toBe(4);
  expect(curves.map((curve) => [...curve])).toEqual([
    [0.5, 0.4, 0.3, 0.3],
    [0.5, 0.5, 0.4, 0.1],
  ]);
});
