// The robustness of xPAL's prior, as in the paper's Fig. 8: each prior among the other strategies, and among the priors.
import { priorVariants, rankedStrategies } from "./ranked-strategies.ts";
import { type Ranking, rankingOf } from "./ranking.ts";
import type { Results } from "./results.ts";
import { cellShares, type RunShare } from "./run-shares.ts";

/** The study; lists in the order of `priors`. */
export interface PriorStudy {
  readonly priors: readonly number[];
  /** The mean rank of xPAL with each prior among the other strategies; null where it cannot be had. */
  readonly amongOthers: readonly (number | null)[];
  /** Of the runs that any of the priors has. */
  readonly runs: readonly RunShare[];
  /** The priors ranked among each other; the reference's prior first. */
  readonly amongPriors: Ranking;
  /** The position of each prior in `amongPriors.strategies`. */
  readonly places: readonly number[];
  /** Over which datasets, in words. */
  readonly scope: string;
}

/** The study over the RBF datasets, or over all datasets if no dataset has an RBF kernel; null unless two priors and the reference took part. */
export function priorStudy(results: Results): PriorStudy | null {
  const variants = priorVariants(results);
  if (!variants.some(({ strategy }) => strategy === results.reference)) return null;
  const numerical = results.datasets.filter(({ kernel }) => kernel === "rbf");
  const datasets = numerical.length > 0 ? numerical : results.datasets;
  const members = variants.map(({ strategy }) => strategy);
  const cards = variants.map(({ strategy, prior }) => ({ ...strategy, title: `prior ${prior}` }));
  const own = cards.filter(({ key }) => key === results.reference.key);
  const ordered = [...own, ...cards.filter((card) => !own.includes(card))];
  const amongPriors = rankingOf(results, "priors", datasets, ordered);
  if (amongPriors === null) return null;
  const rivals = rankedStrategies(results).filter((strategy) => !members.includes(strategy));
  return {
    priors: variants.map(({ prior }) => prior),
    amongOthers: members.map(
      (member) => rankingOf(results, "others", datasets, [member, ...rivals])?.meanRanks[0] ?? null,
    ),
    runs: cellShares(results, datasets, members),
    amongPriors,
    places: cards.map((card) => ordered.indexOf(card)),
    scope: numerical.length > 0 ? "the datasets with the RBF kernel" : "all datasets",
  };
}
