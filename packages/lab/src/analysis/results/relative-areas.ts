// How much smaller or larger the area under a strategy's learning curve is than the reference's, dataset by dataset and
// on average, and on how many datasets that is beyond doubt, with and without a correction for the number of datasets.
import type { DatasetCard, StrategyCard } from "../../run/experiment/experiment.ts";
import { holm } from "../statistics/holm.ts";
import type { WinsTiesLosses } from "../statistics/summary.ts";
import type { Comparison } from "./comparisons.ts";
import { shownStrategies } from "./ranked-strategies.ts";
import { meanOf, type Results } from "./results.ts";

/** A strategy against the reference; a win is one of the strategy. */
export interface RelativeArea {
  readonly strategy: StrategyCard;
  readonly changes: readonly RelativeChange[];
  /** The mean of the changes. */
  readonly mean: number;
  /** At p < .001, one-sided. */
  readonly plain: WinsTiesLosses;
  /** The same after Holm's correction over the datasets. */
  readonly corrected: WinsTiesLosses;
}

/** The same on one dataset. */
interface RelativeChange {
  readonly dataset: DatasetCard;
  /** -0.1: the mean area is a tenth smaller, over the repetitions that both have. */
  readonly change: number;
  readonly repetitions: number;
  /** As in `Comparison`: above zero where the reference is better. */
  readonly significance: number;
}

const LEVEL = 0.001;

/** All shown strategies but the reference; datasets on which the reference never errs are left out. */
export function relativeAreas(results: Results, comparisons: readonly Comparison[]): RelativeArea[] {
  const { reference } = results;
  return shownStrategies(results).flatMap((strategy) => {
    const found = comparisons.flatMap((comparison) => {
      if (comparison.strategy !== strategy) return [];
      const areas = results.paired(comparison.dataset.name, [reference.key, strategy.key]);
      const [own, other] = (areas ?? [[0], [0]]).map(meanOf);
      return own > 0 ? [{ ...comparison, change: other / own - 1 }] : [];
    });
    if (found.length === 0) return [];
    const better = found.map(({ pGreater }) => pGreater ?? 1);
    const worse = found.map(({ pLess }) => pLess ?? 1);
    return [
      {
        strategy,
        changes: found.map(({ dataset, change, repetitions, significance }) => {
          return { dataset, change, repetitions, significance };
        }),
        mean: meanOf(found.map(({ change }) => change)),
        plain: counted(better, worse),
        corrected: counted(holm(better), holm(worse)),
      },
    ];
  });
}

function counted(better: readonly number[], worse: readonly number[]): WinsTiesLosses {
  const wins = better.filter((p) => p < LEVEL).length;
  const losses = worse.filter((p) => p < LEVEL).length;
  return { wins, ties: better.length - wins - losses, losses };
}
