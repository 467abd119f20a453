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
  test("had means over other repetitions where some of a strategy's runs failed", () => {
    const experiment = withAreas(smallExperiment({ strategies: ["xpal", "us"], repetitions: 2 }), (_, strategy, r) =>
      strategy === "us" && r === 2 ? null : r / 8,
    );
    expect(strategyLines(experiment).map(({ aulc }) => aulc)).toEqual([0.125, 0.125]);
  });
  test("were over fewer repetitions than the report's areas, and nothing said so", () => {
    const some = withAreas(smallExperiment({ strategies: ["xpal", "us"], repetitions: 3 }), (d, strategy, r) =>
      strategy === "us" && d < 2 && r > d + 1 ? null : r / 8,
    );
    expect(lineRemarks(some)).toEqual([
      "Mean areas are over the repetitions that all strategies with a mean area have: 1 of 3 on iris, 2 of 3 on wine. The report's table of areas has all runs of each strategy.",
      "Mean ranks are over the repetitions that all ranked strategies have: 1 of 3 on iris, 2 of 3 on wine.",
    ]);
    const without = withAreas(smallExperiment({ strategies: ["xpal", "us"], repetitions: 3 }), (d, strategy) =>
      strategy === "us" && d === 0 ? null : 0.5,
    );
    expect(lineRemarks(without)).toEqual([
      "Mean ranks are over the repetitions that all ranked strategies have: none of 3 on iris, which is left out.",
    ]);
    expect(lineRemarks(smallExperiment())).toEqual([]);
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
  test("have no area where the strategies share no repetition", () => {
    const experiment = withAreas(smallExperiment({ strategies: ["xpal", "us"], repetitions: 2 }), (_, strategy, r) =>
      (strategy === "us") === (r === 2) ? 0.5 : null,
    );
    expect(strategyLines(experiment).map(({ aulc, rank }) => [aulc, rank])).toEqual([
      [null, null],
      [null, null],
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
