import { describe, expect, test } from "vitest";
import type { Experiment } from "../../../src/experiment/experiment.ts";
import { printedArea, printedSeconds } from "../../../src/paper/printed.ts";
import { comparisonsOf } from "../../../src/results/comparisons.ts";
import { paperCells } from "../../../src/results/paper-differences.ts";
import { resultsOf } from "../../../src/results/results.ts";
import { smallExperiment } from "./small-experiment.ts";

/** Two strategies on iris, 100 repetitions at mean ± std exactly, the paper's budget. */
function likeThePaper(areas: Record<string, readonly [mean: number, std: number]>): Experiment {
  const experiment = smallExperiment({ strategies: Object.keys(areas), repetitions: 100 });
  const records = experiment.records
    .filter(({ dataset }) => dataset === "iris")
    .map((record) => {
      const [mean, std] = areas[record.strategy];
      return { ...record, aulc: mean + (record.repetition % 2 === 0 ? std : -std) };
    });
  return { ...experiment, budget: 200, records };
}

function cellsOf(experiment: Experiment) {
  const results = resultsOf(experiment);
  return paperCells(results, comparisonsOf(results));
}

describe("the printed values", () => {
  test("are those of the paper's tables, and null where it has none", () => {
    expect(printedArea("iris", "xpal")).toEqual({ mean: 0.084, std: 0.022, significance: 0 });
    expect(printedArea("iris", "xpal1")).toBeNull();
    expect(printedArea("mine", "xpal")).toBeNull();
    expect(printedSeconds("steel-plates-fault", "greedyAll")).toBe(26.3854);
  });
});

describe("a cell beside the paper", () => {
  test("agrees when mean, deviation and marks are the printed ones after rounding", () => {
    const [xpal, us] = cellsOf(likeThePaper({ xpal: [0.0843, 0.0218], us: [0.1992, 0.0957] }));
    expect([xpal.meanOff, xpal.stdOff, xpal.marksDiffer, xpal.reason]).toEqual([0, 0, false, ""]);
    expect([us.meanOff, us.stdOff, us.significance, us.reason]).toEqual([0, 0, 3, ""]);
  });
  test("differs by the rounded difference, for a reason that fits the strategy", () => {
    const [, us] = cellsOf(likeThePaper({ xpal: [0.0843, 0.0218], us: [0.2016, 0.0957] }));
    expect(us.meanOff).toBe(3);
    expect(us.reason).toMatch(/ties hang on the last bit/);
  });
  test("differs in its marks when the test says otherwise", () => {
    const [, us] = cellsOf(likeThePaper({ xpal: [0.0843, 0.0218], us: [0.0843, 0.0218] }));
    expect(us.marksDiffer).toBe(true);
  });
  test("blames the number of repetitions first", () => {
    const experiment = likeThePaper({ xpal: [0.09, 0.0218] });
    const records = experiment.records.slice(0, 10);
    expect(cellsOf({ ...experiment, records })[0].reason).toBe("10 of the paper's 100 repetitions.");
  });
});
