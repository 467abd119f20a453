// Strategies replayed on a fully labelled table, several times with other splits, and what that says. The replay is the
// laboratory's: a plan with one dataset, whose roles and kernels are those of the recipe that every command uses.

import type { Recipe, Table } from "@xpal/data";
import {
  datasetCard,
  datasetOf,
  labelsToReach,
  meanCurve,
  type Plan,
  replayPlan,
  type StrategyKernel,
  testCountOf,
  wilcoxon,
} from "@xpal/lab";
import type { EngineOptions, Kernel, StrategyEntry } from "xpal";
import { type Curve, finalError } from "../terminal/chart/learning-curves.ts";

/** What to replay. */
export interface EvaluationPlan {
  readonly table: Table;
  /** Fitted to the whole table; rows without a label are left out. */
  readonly recipe: Recipe;
  /** The kernel of the whole table: whether it learns decides what xPAL counts. */
  readonly kernel: Kernel;
  /** The kernel that learns on each split; by default it stays the recipe's. */
  readonly learning?: StrategyKernel;
  /** Instead of the mean bandwidth rule's. */
  readonly bandwidth?: number;
  readonly strategies: readonly StrategyEntry[];
  readonly budget: number;
  readonly repetitions: number;
  readonly seed: number;
  readonly engine: EngineOptions;
  readonly threads: number;
  /** Seconds since some moment. */
  readonly clock: () => number;
  readonly onStep: (done: number, strategy: string) => void;
}

/** What came of one strategy. */
export interface StrategyOutcome {
  readonly key: string;
  readonly curve: Curve;
  /** Area under the learning curve, per repetition. */
  readonly aulcs: readonly number[];
  readonly aulc: Interval;
  /** Against the first strategy: the p-value of the paired two-sided signed-rank test on the areas; null where all are equal. */
  readonly pValue: number | null;
  /** How many labels the first strategy needs for this one's last mean error; null when it does not get there. */
  readonly firstNeeds: number | null;
}

/** A mean and the interval that holds the true one with 95 % confidence. */
interface Interval {
  readonly mean: number;
  readonly lower: number;
  readonly upper: number;
}

/** Replays every strategy on the same splits. */
export async function evaluateStrategies(evaluation: EvaluationPlan): Promise<StrategyOutcome[]> {
  const { threads, engine, clock, onStep, strategies } = evaluation;
  const [found] = await replayPlan(planOf(evaluation), { threads, engine, clock, onLabels: onStep });
  const curves = found.map((runs) => runs.map(({ testErrors }) => testErrors));
  const areas = found.map((runs) => runs.map(({ aulc }) => aulc));
  return outcomes(strategies, curves, areas);
}

/** The largest number of labels that a split leaves to ask for. */
export function largestBudget(rows: number): number {
  return rows - testCountOf(rows);
}

/** A user's table may have classes that are too rare to be in both parts of a split, so splits are plain. */
function planOf({ table, recipe, kernel, learning, strategies, ...limits }: EvaluationPlan): Plan {
  const { budget, repetitions, seed, bandwidth } = limits;
  const { dataset } = datasetOf(recipe, table, table.source ?? "the table");
  const options = { budget, chance: "plain" as const, firstSeed: seed };
  return {
    ...{ title: dataset.name, reference: strategies[0].name, repetitions, budget, paper: false, measures: [] },
    datasets: [
      {
        dataset,
        card: datasetCard(dataset),
        options: { ...options, ...(bandwidth === undefined ? {} : { bandwidth }) },
      },
    ],
    strategies: strategies.map(({ name, title, optionsFor }) => {
      const options = optionsFor(kernel);
      const source = { kind: "library" as const, name, options };
      return { key: name, title, options, source: learning === undefined ? source : { ...source, kernel: learning } };
    }),
  };
}

function outcomes(
  strategies: readonly StrategyEntry[],
  curves: readonly Float64Array[][],
  areas: readonly number[][],
): StrategyOutcome[] {
  const means = curves.map((repeated) => meanCurve(repeated));
  return strategies.map(({ name: key, title, symbol }, s) => {
    const { mean, lower, upper } = means[s];
    const curve: Curve = {
      name: title,
      mark: symbol[0].toLowerCase(),
      errors: mean,
      ...(curves[s].length > 1 ? { lower, upper } : {}),
    };
    const area = meanCurve(areas[s].map((value) => [value]));
    return {
      key,
      curve,
      aulcs: areas[s],
      aulc: { mean: area.mean[0], lower: area.lower[0], upper: area.upper[0] },
      pValue: s === 0 ? null : pairedTest(areas[0], areas[s]),
      firstNeeds: labelsToReach(means[0].mean, finalError(curve)),
    };
  });
}

function pairedTest(first: readonly number[], other: readonly number[]): number | null {
  return first.every((value, r) => value === other[r]) ? null : wilcoxon(first, other).pValue;
}
