import { describe, expect, test } from "vitest";
import { rankedStrategies } from "../../../../src/analysis/results/ranked-strategies.ts";
import { rankingOf } from "../../../../src/analysis/results/ranking.ts";
import { resultsOf } from "../../../../src/analysis/results/results.ts";
import { strategyLines } from "../../../../src/analysis/results/strategy-lines.ts";
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
