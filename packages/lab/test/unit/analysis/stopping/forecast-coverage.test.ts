import { describe, expect, test } from "vitest";
import { forecastOutcomes } from "../../../../src/analysis/stopping/forecast-coverage.ts";
import { madeUpRun } from "./made-up-run.ts";

/** A run of 40 labels whose error is always the same. */
function levelRun(error: number) {
  const open = Array.from({ length: 9 }, (_, i) => 1000 - 5 * i);
  const same = (value: number) => open.map(() => value);
  return madeUpRun({
    open,
    openWrong: open.map((count) => count * error),
    expected: same(error),
    leftOutWrong: same(0),
    foretoldWrong: new Array<number>(40).fill(0),
  });
}

describe("the coverage of forecasts", () => {
  test("counts a run that ends before the target as covered where the interval goes beyond its end", () => {
    const found = forecastOutcomes([levelRun(0.3)]).filter(({ audited }) => !audited);
    expect(found.map(({ labels, target, took, covered }) => [labels, target, took, covered])).toEqual([
      [20, 0.05, null, true],
      [20, 0.1, null, true],
      [20, 0.2, null, true],
    ]);
  });

  test("counts a target that is reached already as 0 further labels", () => {
    const [first] = forecastOutcomes([levelRun(0.01)]);
    expect(first).toMatchObject({ labels: 20, target: 0.05, took: 0, covered: true });
    expect(first.more.low).toBe(0);
  });
});
