// Mean ranks of strategies over datasets, and the reference against each other one, as in the paper's Figs. 4 to 6.

import { meanOf } from "../../mean-of.ts";
import type { DatasetCard, StrategyCard } from "../../records/experiment.ts";
import { fewestPairs } from "../statistics/min-pairs.ts";
import { criticalDifference, nemenyiGroups } from "../statistics/nemenyi.ts";
import { pairedP } from "../statistics/paired-p.ts";
import { countCodes, summarise, WIN_LEVEL, type WinsTiesLosses } from "../statistics/summary.ts";
import { rankedStrategies } from "./ranked-strategies.ts";
import type { Results } from "./results.ts";
import { isLeftOut, type SharedRepetitions, sharedRepetitions } from "./shared-repetitions.ts";

/** Ranks on a group of datasets; `x[strategy][dataset]` where there are two. */
export interface Ranking {
  /** The kernel that the datasets share, or "all". */
  readonly kernel: string;
  readonly datasets: readonly DatasetCard[];
  /** On each dataset of the group, those that are left out included. */
  readonly shared: readonly SharedRepetitions[];
  /** The reference first. */
  readonly strategies: readonly StrategyCard[];
  readonly ranks: readonly (readonly number[])[];
  readonly meanRanks: readonly number[];
  /** 3 to 1: the reference is better with p below .001, .01, .05; -1 to -3: the other is; 0: neither. */
  readonly significance: readonly (readonly number[])[];
  /** Of each strategy against the reference at p < .001; null where no dataset has enough repetitions for that, and all would be ties. */
  readonly winsTiesLosses: readonly WinsTiesLosses[] | null;
  /** Mean ranks closer than this cannot be told apart (Nemenyi, .05); null for a single dataset. */
  readonly criticalDifference: number | null;
  /** Bars of the critical-difference diagram: positions in `strategies`. */
  readonly groups: readonly (readonly number[])[];
}

/** One ranking per kernel, in the order of the datasets; kernels without a complete dataset are left out. */
export function rankingsByKernel(results: Results): Ranking[] {
  const kernels = [...new Set(results.datasets.map(({ kernel }) => kernel))];
  const ranked = rankedStrategies(results);
  return kernels.flatMap((kernel) => {
    const group = results.datasets.filter((dataset) => dataset.kernel === kernel);
    return rankingOf(results, kernel, group, ranked) ?? [];
  });
}

/** Ranks over the datasets on which all these strategies share half of the repetitions; null if there is no such dataset, or no second strategy. */
export function rankingOf(
  results: Results,
  kernel: string,
  group: readonly DatasetCard[],
  strategies: readonly StrategyCard[],
): Ranking | null {
  const keys = strategies.map(({ key }) => key);
  const shared = sharedRepetitions(results, group, strategies);
  const complete = group.flatMap((dataset, d) => {
    const areas = results.paired(dataset.name, keys);
    return areas === null || isLeftOut(shared[d]) ? [] : [{ dataset, summary: summarise([areas], pairedP) }];
  });
  if (complete.length === 0 || strategies.length < 2) return null;
  const ranks = strategies.map((_, s) => complete.map(({ summary }) => summary.meanRanks[s][0]));
  const significance = strategies.map((_, s) => complete.map(({ summary }) => summary.significanceCode[0][s]));
  const meanRanks = ranks.map(meanOf);
  const enough = shared.some(({ has }) => has >= fewestPairs(WIN_LEVEL));
  const difference = complete.length < 2 ? null : criticalDifference(strategies.length, complete.length);
  return {
    kernel,
    datasets: complete.map(({ dataset }) => dataset),
    shared,
    strategies,
    ranks,
    meanRanks,
    significance,
    winsTiesLosses: enough ? significance.map((codes) => countCodes(codes.map((code) => -code))) : null,
    criticalDifference: difference,
    groups: difference === null ? [] : nemenyiGroups(meanRanks, difference),
  };
}
