// The paper's summary of an experiment: means, spreads, mean ranks, and strategy 0 against each other one by one-sided
// Wilcoxon tests over the repetitions. A result is significant at .05, .01, .001 (code 1, 2, 3); the other side is
// asked only when the first is not.
import { checkFiniteNumbers, reject } from "@xpal/core/check";
import { meanOf } from "../../mean-of.ts";
import { averageRanks } from "./average-ranks.ts";
import { wilcoxon } from "./wilcoxon.ts";

/** AULC by dataset, strategy and repetition; strategy 0 is the one compared with the others. */
export type Performances = readonly (readonly ArrayLike<number>[])[];

/** How often strategy 0 was better or worse beyond doubt (code 3, code -3), and the rest. */
export interface WinsTiesLosses {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** The summary; `x[dataset][strategy]` unless said otherwise. */
export interface Summary {
  readonly mean: number[][];
  /** Population standard deviation over the repetitions. */
  readonly std: number[][];
  /** Per dataset, the strategy with the lowest mean; the first of equal ones. */
  readonly bestStrategy: number[];
  /** `meanRanks[strategy][dataset]`: ranks within a repetition, averaged over the repetitions. */
  readonly meanRanks: number[][];
  readonly meanRanksOverDatasets: number[];
  /** The p-value of "strategy 0 is lower"; null against itself and where all differences are zero. */
  readonly pLess: (number | null)[][];
  readonly pGreater: (number | null)[][];
  readonly significanceCode: number[][];
  readonly winsTiesLosses: WinsTiesLosses[];
}

/** The p-value of a claim about the first of two samples; null where they are equal. */
type PairedTest = (own: ArrayLike<number>, other: ArrayLike<number>, claim: "less" | "greater") => number | null;

/**
 * Summarises an experiment as the paper's tables do.
 * @param test By default the paper's, with the conventions of SciPy for any number of repetitions.
 * @throws XpalError if datasets differ in the number of strategies, or strategies in that of repetitions.
 */
export function summarise(performances: Performances, test: PairedTest = paperTest): Summary {
  checkPerformances(performances);
  const strategies = performances[0].map((_, s) => s);
  const datasetRanks = performances.map(meanRanksWithin);
  const pLess = performances.map((dataset) =>
    strategies.map((s) => (s === 0 ? null : test(dataset[0], dataset[s], "less"))),
  );
  const pGreater = performances.map((dataset) =>
    strategies.map((s) => (s === 0 ? null : test(dataset[0], dataset[s], "greater"))),
  );
  const significanceCode = pLess.map((ps, d) => ps.map((less, s) => significance(less, pGreater[d][s])));
  const means = performances.map((dataset) => dataset.map(meanOf));
  return {
    mean: means,
    std: performances.map((dataset) => dataset.map(populationStd)),
    bestStrategy: means.map((values) => values.indexOf(Math.min(...values))),
    meanRanks: strategies.map((s) => datasetRanks.map((ranks) => ranks[s])),
    meanRanksOverDatasets: strategies.map((s) => meanOf(datasetRanks.map((ranks) => ranks[s]))),
    pLess,
    pGreater,
    significanceCode,
    winsTiesLosses: strategies.map((s) => countCodes(significanceCode.map((codes) => codes[s]))),
  };
}

/** The level at which a result counts as a win or a loss. */
export const WIN_LEVEL = 0.001;

/** 3, 2, 1 for `less` below .001, .01, .05; otherwise -3, -2, -1 for `greater`; 0 where neither is. */
export function significance(less: number | null, greater: number | null): number {
  return stars(less) || -stars(greater) || 0;
}

function stars(p: number | null): number {
  if (p === null || !(p < 0.05)) return 0;
  if (p < WIN_LEVEL) return 3;
  return p < 0.01 ? 2 : 1;
}

function checkPerformances(performances: Performances): void {
  if (!Array.isArray(performances) || performances.length === 0) {
    reject("summarise", "performances", "must be a list of datasets that is not empty", performances);
  }
  const strategyCount = performances[0]?.length;
  const repetitionCount = performances[0]?.[0]?.length;
  performances.forEach((dataset: Performances[number], d: number) => {
    if (!Array.isArray(dataset) || dataset.length !== strategyCount || dataset.length === 0) {
      reject("summarise", `performances[${d}]`, `must have ${strategyCount} strategies`, dataset?.length);
    }
    dataset.forEach((values: ArrayLike<number>, s: number) => {
      checkFiniteNumbers("summarise", `performances[${d}][${s}]`, values);
      if (values.length === repetitionCount) return;
      reject("summarise", `performances[${d}][${s}]`, `must have ${repetitionCount} repetitions`, values.length);
    });
  });
}

function meanRanksWithin(dataset: Performances[number]): number[] {
  const sums = dataset.map(() => 0);
  const repetitionCount = dataset[0].length;
  for (let r = 0; r < repetitionCount; r++) {
    averageRanks(dataset.map((values) => values[r])).forEach((rank, s) => {
      sums[s] += rank;
    });
  }
  return sums.map((sum) => sum / repetitionCount);
}

function paperTest(own: ArrayLike<number>, other: ArrayLike<number>, claim: "less" | "greater"): number | null {
  if (Array.from(other).every((value, r) => value === own[r])) return null;
  return wilcoxon(own, other, { alternative: claim }).pValue;
}

/** Wins, ties and losses of significance codes: 3 and -3 are what the strictest test says. */
export function countCodes(codes: readonly number[]): WinsTiesLosses {
  const wins = codes.filter((code) => code === 3).length;
  const losses = codes.filter((code) => code === -3).length;
  return { wins, ties: codes.length - wins - losses, losses };
}

function populationStd(values: ArrayLike<number>): number {
  const centre = meanOf(values);
  return Math.sqrt(meanOf(Array.from(values, (value) => (value - centre) ** 2)));
}
