import { describe, expect, test } from "vitest";
import { rankedStrategies } from "../../../../src/analysis/results/ranked-strategies.ts";
import { rankingOf } from "../../../../src/analysis/results/ranking.ts";
import { resultsOf } from "../../../../src/analysis/results/results.ts";
import { lineRemarks, strategyLines } from "../../../../src/analysis/results/strategy-lines.ts";
import type { Experiment } from "../../../../src/records/experiment.ts";
import { smallExperiment } from "./small-experiment.ts";

/** The experiment with areas by a rule; runs without one are missing. */
function withAreas(experiment: Experiment, areaOf: (d: number, strategy: string, repetition: number) => number | null) {
  const names = experiment.datasets.map(({ name }) => name);
  const records = experiment.records.flatMap((record) => {
    const aulc = areaOf(names.indexOf(record.dataset), record.strategy, record.repetition);
    return aulc === null ? [] : [{ ...record, aulc }];
  });
  return { ...experiment, records };
}

describe("the strategies in one line each", () => {
  test("had the lowest mean area for a strategy that failed on the hard datasets", () => {
    const experiment = withAreas(
      smallExperiment({ strategies: ["xpal", "rand", "us"], repetitions: 2 }),
      (d, strategy) => (strategy === "us" && d > 0 ? null : strategy === "rand" ? 0.5 : (1 + d) / 8),
    );
    expect(strategyLines(experiment)).toMatchObject([
      { strategy: "xpal", aulc: 0.25 },
      { strategy: "rand", aulc: 0.5 },
      { strategy: "us", aulc: null },
    ]);
  });
  test("have means over the repetitions that all of them have, and say so", () => {
    const some = withAreas(smallExperiment({ strategies: ["xpal", "us"], repetitions: 4 }), (d, strategy, r) =>
      strategy === "us" && d === 0 && r === 4 ? null : r / 8,
    );
    expect(strategyLines(some).map(({ aulc }) => aulc)).toEqual([
      (0.25 + 0.3125 + 0.3125) / 3,
      (0.25 + 0.3125 + 0.3125) / 3,
    ]);
    expect(lineRemarks(some)).toEqual([
      "Mean areas are over the repetitions that all strategies with a mean area have: 3 of 4 on iris. The report's table of areas has all runs of each strategy.",
      "Mean ranks are over the repetitions that all ranked strategies have: 3 of 4 on iris.",
    ]);
    expect(lineRemarks(smallExperiment())).toEqual([]);
  });
  test("leave a strategy that failed in most runs out of means and ranks, and name it", () => {
    const failing = withAreas(
      smallExperiment({ strategies: ["xpal", "us", "rand"], repetitions: 4 }),
      (d, strategy, r) => (strategy === "us" ? (d === 0 && r === 1 ? 0.9 : null) : strategy === "rand" ? 0.5 : r / 8),
    );
    expect(strategyLines(failing)).toEqual([
      { strategy: "xpal", title: "XPAL", aulc: 0.3125, rank: 1.125 },
      { strategy: "us", title: "US", aulc: null, rank: null },
      { strategy: "rand", title: "RAND", aulc: 0.5, rank: 1.875 },
    ]);
    expect(lineRemarks(failing)).toEqual([
      "Not ranked, because more than a tenth of the runs are missing: US (1 of 12 runs). Ranks, changes and corrected tests are over the other strategies.",
    ]);
  });
  test("count errors also where these have costs, and say so", () => {
    const experiment = smallExperiment({ strategies: ["xpal", "us"] });
    const records = experiment.records.map((record) => ({
      ...record,
      measures: { cost: record.errors.map((error) => (record.dataset === "wine" ? 3 * error : error)) },
    }));
    expect(lineRemarks({ ...experiment, records })).toEqual([
      'Errors have costs on wine: areas and ranks count every error as one; the report compares costs under "Other measures".',
    ]);
  });
  test("have no area if the reference lacks most repetitions of a dataset", () => {
    const experiment = withAreas(smallExperiment({ strategies: ["xpal", "us"], repetitions: 4 }), (d, strategy, r) =>
      strategy === "xpal" && d === 0 && r > 1 ? null : 0.5,
    );
    expect(strategyLines(experiment).map(({ aulc, rank }) => [aulc, rank])).toEqual([
      [null, 1.5],
      [null, 1.5],
    ]);
  });
  test("left a strategy out of the ranks by its key, while the report ranked it", () => {
    const made = smallExperiment({ strategies: ["rand", "xpal", "xpal-lists", "xpal-10", "greedyAll"] });
    const experiment = withAreas(made, (d, strategy, r) => ((strategy.length * 3 + d + r * 5) % 7) / 8);
    const results = resultsOf(experiment);
    const ranking = rankingOf(results, "all", results.datasets, rankedStrategies(results));
    const ranks = new Map(ranking?.strategies.map(({ key }, s) => [key, ranking.meanRanks[s]]));
    expect([...ranks.keys()]).toEqual(["xpal", "rand", "xpal-lists"]);
    const lines = strategyLines(experiment);
    expect(lines.map(({ strategy }) => strategy)).toEqual(["rand", "xpal", "xpal-lists", "xpal-10", "greedyAll"]);
    expect(lines.map(({ rank }) => rank)).toEqual(lines.map(({ strategy }) => ranks.get(strategy) ?? null));
  });
});
