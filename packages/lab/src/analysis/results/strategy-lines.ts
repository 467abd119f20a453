// The strategies of an experiment in one line each, as a command prints them. Means are over the same datasets and
// repetitions for all lines: a strategy that failed on the hard datasets must not have the lowest area for it.
import { checkParts } from "xpal/check";
import { meanOf } from "../../mean-of.ts";
import type { Experiment } from "../../records/experiment.ts";
import { rankedStrategies } from "./ranked-strategies.ts";
import { rankingOf } from "./ranking.ts";
import { type Results, resultsOf } from "./results.ts";

/** A strategy summed up over all datasets and repetitions. */
export interface StrategyLine {
  readonly strategy: string;
  readonly title: string;
  /** The mean area under the learning curve over all datasets; null for a strategy that lacks runs on one of them. */
  readonly aulc: number | null;
  /** The mean rank as in the report; null for the baseline that knows all labels and for other priors of the reference. */
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

/** The mean areas of the strategies that have runs on all datasets; none where these share no repetition on one. */
function meanAreas({ datasets, strategies, cell, paired }: Results): Map<string, number> {
  const complete = strategies.map(({ key }) => key).filter((key) => datasets.every(({ name }) => cell(name, key)));
  const shared = datasets.map(({ name }) => paired(name, complete));
  if (shared.includes(null)) return new Map();
  return new Map(complete.map((key, s) => [key, meanOf((shared as number[][][]).map((areas) => meanOf(areas[s])))]));
}
