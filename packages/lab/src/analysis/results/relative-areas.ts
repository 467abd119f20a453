// How much smaller or larger the area under a strategy's learning curve is than the reference's, dataset by dataset and
// on average, and on how many datasets that is beyond doubt, with and without a correction for the number of datasets.

import { meanOf } from "../../mean-of.ts";
import type { DatasetCard, StrategyCard } from "../../records/experiment.ts";
import { holm } from "../statistics/holm.ts";
import { fewestPairs } from "../statistics/min-pairs.ts";
import { WIN_LEVEL, type WinsTiesLosses } from "../statistics/summary.ts";
import { type Comparison, mostRepetitions } from "./comparisons.ts";
import { knowsLabels } from "./knows-labels.ts";
import { shownStrategies, unrankedStrategies } from "./ranked-strategies.ts";
import type { Results } from "./results.ts";
import { namesOf, type RunShare, runShares } from "./run-shares.ts";

/** A strategy against the reference; a win is one of the strategy. */
export interface RelativeArea {
  readonly strategy: StrategyCard;
  readonly changes: readonly RelativeChange[];
  /** Of the runs that the strategies of the table share with the reference. */
  readonly runs: RunShare;
  /** The geometric mean of the ratios, minus 1: a half and a double together are no change. */
  readonly mean: number;
  /** At p < .001, one-sided; null where no dataset has enough repetitions for that, and all would be ties. */
  readonly plain: WinsTiesLosses | null;
  /** The same after Holm's correction over the datasets. */
  readonly corrected: WinsTiesLosses | null;
}

/** The same on one dataset. */
interface RelativeChange {
  readonly dataset: DatasetCard;
  /** -0.1: the mean area is a tenth smaller, over the repetitions that both have. */
  readonly change: number;
  readonly repetitions: number;
  /** As in `Comparison`: above zero where the reference is better. */
  readonly significance: number;
  readonly significanceHolm: number | null;
}

/** All shown strategies but the reference and those that failed; datasets on which one of the two never errs are left out. */
export function relativeAreas(results: Results, comparisons: readonly Comparison[]): RelativeArea[] {
  const { reference } = results;
  const unranked = unrankedStrategies(results).map(({ strategy }) => strategy);
  const rivals = shownStrategies(results).filter((one) => one !== reference && !unranked.includes(one));
  const shares = runShares(
    rivals.map((strategy) => ({ names: sharedRuns(results, strategy), competes: !knowsLabels(strategy) })),
  );
  return rivals.flatMap((strategy, s) => {
    const found = comparisons.flatMap((comparison) => {
      if (comparison.strategy !== strategy) return [];
      const areas = results.paired(comparison.dataset.name, [reference.key, strategy.key]);
      const [own, other] = (areas ?? [[0], [0]]).map(meanOf);
      return own > 0 && other > 0 ? [{ ...comparison, change: other / own - 1 }] : [];
    });
    if (found.length === 0) return [];
    const better = found.map(({ pGreater }) => pGreater ?? 1);
    const worse = found.map(({ pLess }) => pLess ?? 1);
    const most = mostRepetitions(found);
    return [
      {
        strategy,
        runs: shares[s],
        changes: found.map(({ dataset, change, repetitions, significance, significanceHolm }) => {
          return { dataset, change, repetitions, significance, significanceHolm };
        }),
        mean: Math.exp(meanOf(found.map(({ change }) => Math.log1p(change)))) - 1,
        plain: most < fewestPairs(WIN_LEVEL) ? null : counted(better, worse),
        corrected: most < fewestPairs(WIN_LEVEL, { tests: found.length }) ? null : counted(holm(better), holm(worse)),
      },
    ];
  });
}

/** The runs of a strategy whose repetitions the reference has, too. */
function sharedRuns({ datasets, cell, reference }: Results, strategy: StrategyCard): string[] {
  return datasets.flatMap(({ name }) => {
    const own = new Set(cell(name, reference.key)?.records.map(({ repetition }) => repetition));
    const theirs = cell(name, strategy.key)?.records ?? [];
    return namesOf(
      name,
      theirs.filter(({ repetition }) => own.has(repetition)),
    );
  });
}

function counted(better: readonly number[], worse: readonly number[]): WinsTiesLosses {
  const wins = better.filter((p) => p < WIN_LEVEL).length;
  const losses = worse.filter((p) => p < WIN_LEVEL).length;
  return { wins, ties: better.length - wins - losses, losses };
}
