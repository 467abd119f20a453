// The numbers of a report for programs: unrounded, and in the shape of the paper's tables where there is one.
import type { Comparison } from "../../analysis/results/comparisons.ts";
import { shownStrategies, unrankedStrategies } from "../../analysis/results/ranked-strategies.ts";
import type { Ranking } from "../../analysis/results/ranking.ts";
import type { Results } from "../../analysis/results/results.ts";
import { cellShares } from "../../analysis/results/run-shares.ts";
import type { ComputationTime } from "../../records/computation-time.ts";
import { runsText } from "../tables/run-notes.ts";

/** Areas under the learning curve, in the shape of the paper's. */
export function aulcData(results: Results, comparisons: readonly Comparison[]): object {
  const { strategies } = results;
  return {
    what: "Area under the learning curve, mean and population standard deviation over the repetitions; significance: 1..3 = the reference better with p < .05/.01/.001, -1..-3 = the other strategy better",
    reference: results.reference.key,
    strategies: strategies.map(({ key }) => key),
    rows: results.datasets.map(({ name }) => ({
      dataset: name,
      cells: Object.fromEntries(
        strategies.flatMap(({ key }) => {
          const cell = results.cell(name, key);
          if (cell === null) return [];
          const compared = comparisons.find((one) => one.dataset.name === name && one.strategy.key === key);
          const { mean, std, records } = cell;
          return [[key, { mean, std, significance: compared?.significance ?? 0, repetitions: records.length }]];
        }),
      ),
    })),
  };
}

/** Mean ranks per kernel, tests, and critical differences. */
export function ranksData(
  results: Results,
  rankings: readonly Ranking[],
  overall: Ranking | null,
  comparisons: readonly Comparison[],
): object {
  return {
    what: "Mean ranks of the area under the learning curve (1 is best), the reference first; winsTiesLosses counts the datasets on which a strategy wins, ties or loses against the reference at p < .001, and is null where there are too few repetitions for that; repetitions: those that all strategies have, which ranks and significance are over; unranked: strategies that lack more than a tenth of the runs",
    unranked: unrankedStrategies(results).map(({ strategy: { key }, has, of }) => ({ strategy: key, runs: has, of })),
    groups: [...rankings, ...(overall === null ? [] : [overall])].map((ranking) => ({
      kernel: ranking.kernel,
      strategies: ranking.strategies.map(({ key }) => key),
      meanRanks: byStrategy(ranking, (s) => ranking.meanRanks[s]),
      winsTiesLosses: ranking.winsTiesLosses === null ? null : byStrategy(ranking, (s) => ranking.winsTiesLosses?.[s]),
      criticalDifference: ranking.criticalDifference,
      indistinguishable: ranking.groups.map((group) => group.map((s) => ranking.strategies[s].key)),
      rows: ranking.datasets.map(({ name }, d) => ({
        dataset: name,
        repetitions: ranking.shared.find(({ dataset }) => dataset === name)?.has,
        ranks: byStrategy(ranking, (s) => ranking.ranks[s][d]),
        significance: byStrategy(ranking, (s) => ranking.significance[s][d]),
      })),
    })),
    comparisons: comparisons.map(({ dataset, strategy, ...rest }) => ({
      dataset: dataset.name,
      strategy: strategy.key,
      ...rest,
    })),
  };
}

/** Seconds per query, in the shape of the paper's. */
export function timesData({ datasets, strategies, cell }: Results, bySize: readonly ComputationTime[]): object {
  return {
    what: "Mean seconds per query",
    strategies: strategies.map(({ key }) => key),
    rows: datasets.map(({ name, instances }) => ({
      dataset: name,
      instances,
      seconds: Object.fromEntries(
        strategies.flatMap(({ key }) => {
          const seconds = cell(name, key)?.seconds;
          return seconds !== undefined && Number.isFinite(seconds) ? [[key, seconds]] : [];
        }),
      ),
    })),
    ...(bySize.length === 0 ? {} : { bySize }),
  };
}

/**
 * The mean curves for the page's script, dataset by dataset, strategy by strategy: in millionths, so that the script finds an
 * error reached where the table does.
 */
export function pageCurves(results: Results): object {
  const strategies = shownStrategies(results);
  const whole = (values: Float64Array) => Array.from(values, (value) => Math.round(value * 1e6));
  return {
    strategies: strategies.map(({ key, title }) => ({ key, title })),
    datasets: results.datasets.map((dataset) => {
      const { name } = dataset;
      const shares = cellShares(results, [dataset], strategies);
      const curves = strategies.map(({ key }, s) => {
        const curve = results.cell(name, key)?.curve;
        if (curve === undefined) return null;
        const { mean, lower, upper } = curve;
        return { mean: whole(mean), lower: whole(lower), upper: whole(upper), fewer: runsText(shares[s]) };
      });
      return { name, curves };
    }),
  };
}

function byStrategy<T>({ strategies }: Ranking, value: (s: number) => T): Record<string, T> {
  return Object.fromEntries(strategies.map(({ key }, s) => [key, value(s)]));
}
