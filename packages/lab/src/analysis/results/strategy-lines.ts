// The strategies of an experiment in one line each, as a command prints them. Means are over the same datasets and
// repetitions for all lines: a strategy that failed on the hard datasets must not have the lowest area for it.
import { checkParts } from "@xpal/core/check";
import { meanOf } from "../../mean-of.ts";
import type { Experiment, StrategyCard } from "../../records/experiment.ts";
import { costlyDatasets } from "./costly-datasets.ts";
import { rankedStrategies, unrankedStrategies, unrankedText } from "./ranked-strategies.ts";
import { rankingOf } from "./ranking.ts";
import { type Results, resultsOf } from "./results.ts";
import { fewerText, isLeftOut, sharedRepetitions } from "./shared-repetitions.ts";

/** A strategy summed up over all datasets and repetitions. */
export interface StrategyLine {
  readonly strategy: string;
  readonly title: string;
  /** The mean area under the learning curve over all datasets; null for a strategy that lacks a tenth of the runs, or a dataset. */
  readonly aulc: number | null;
  /** The mean rank as in the report; null for strategies that are not ranked. */
  readonly rank: number | null;
}

/**
 * All strategies that have runs, in the experiment's order. Only repetitions that they share count.
 * @throws XpalError if there is no run of the reference.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * const options = { out: `${folder}/lines`, threads: 1, owner: "me", now: Date.now, machine: "laptop", report: { maps: false } };
 * const { experiment } = await runExperiment(plan, options);
 * strategyLines(experiment).map(({ title }) => title) // ["xPAL", "RAND"]
 */
export function strategyLines(experiment: Experiment): StrategyLine[] {
  checkParts("strategyLines", "experiment", experiment, "an experiment", ["datasets", "strategies", "records"]);
  const results = resultsOf(experiment);
  const areas = meanAreas(results);
  const ranking = rankingOf(results, "all", results.datasets, rankedStrategies(results));
  const ranks = new Map(ranking?.strategies.map(({ key }, s) => [key, ranking.meanRanks[s]]));
  return experiment.strategies.flatMap(({ key }) => {
    const card = results.strategies.find((one) => one.key === key);
    if (card === undefined) return [];
    return [{ strategy: key, title: card.title, aulc: areas.get(key) ?? null, rank: ranks.get(key) ?? null }];
  });
}

/**
 * What readers of the lines must know beside them: over which repetitions they are where runs are missing, and where errors
 * have costs that they do not count.
 * @throws XpalError if there is no run of the reference.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * const options = { out: `${folder}/remarks`, threads: 1, owner: "me", now: Date.now, machine: "laptop", report: { maps: false } };
 * const { experiment } = await runExperiment(plan, options);
 * lineRemarks(experiment) // []
 */
export function lineRemarks(experiment: Experiment): string[] {
  checkParts("lineRemarks", "experiment", experiment, "an experiment", ["datasets", "strategies", "records"]);
  const results = resultsOf(experiment);
  const behindMeans = sharedRepetitions(results, results.datasets, completeStrategies(results));
  const means = behindMeans.some(isLeftOut) ? "" : fewerText(behindMeans);
  const ranks = fewerText(sharedRepetitions(results, results.datasets, rankedStrategies(results)));
  const unranked = unrankedText(unrankedStrategies(results));
  const costly = costlyDatasets(results);
  return [
    ...(unranked === "" ? [] : [unranked]),
    ...(means === ""
      ? []
      : [
          `Mean areas are over the repetitions that all strategies with a mean area have: ${means}. The report's table of areas has all runs of each strategy.`,
        ]),
    ...(ranks === "" ? [] : [`Mean ranks are over the repetitions that all ranked strategies have: ${ranks}.`]),
    ...(costly.length === 0
      ? []
      : [
          `Errors have costs on ${costly.join(", ")}: areas and ranks count every error as one; the report compares costs under "Other measures".`,
        ]),
  ];
}

/** Those that have nearly all runs, and some on every dataset. */
function completeStrategies(results: Results): StrategyCard[] {
  const { datasets, strategies, cell } = results;
  const unranked = unrankedStrategies(results).map(({ strategy }) => strategy);
  return strategies.filter((one) => !unranked.includes(one) && datasets.every(({ name }) => cell(name, one.key)));
}

/** The mean areas of these strategies; none where they share too few repetitions on a dataset. */
function meanAreas(results: Results): Map<string, number> {
  const { datasets, paired } = results;
  const strategies = completeStrategies(results);
  if (sharedRepetitions(results, datasets, strategies).some(isLeftOut)) return new Map();
  const complete = strategies.map(({ key }) => key);
  const shared = datasets.map(({ name }) => paired(name, complete));
  return new Map(complete.map((key, s) => [key, meanOf((shared as number[][][]).map((areas) => meanOf(areas[s])))]));
}
