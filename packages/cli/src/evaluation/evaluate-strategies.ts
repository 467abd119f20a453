// Strategies replayed on a fully labelled table, several times with other splits, and what that says. The replay is the
// laboratory's: a plan with one dataset, whose roles and kernels are those of the recipe that every command uses.

import type { EngineOptions, Kernel, StrategyEntry } from "@xpal/core";
import { applyRecipe, comparedColumns, type Recipe, repeatedRows, type Table, takeRows, UNLABELLED } from "@xpal/data";
import {
  datasetCard,
  datasetOf,
  labelsToKeep,
  meanCurve,
  meanOf,
  overCost,
  type Plan,
  pairedP,
  type RunRecord,
  replayPlan,
  type StrategyKernel,
  testCountOf,
} from "@xpal/lab";
import type { ProjectRisk } from "../project/project-risk.ts";
import { type Curve, finalError } from "../terminal/chart/curve.ts";

/** What to replay. */
export interface EvaluationPlan {
  readonly table: Table;
  /** Fitted to the whole table; rows without a label are left out. */
  readonly recipe: Recipe;
  /** The kernel of the whole table: whether it learns decides what xPAL counts. */
  readonly kernel: Kernel;
  /** The learned kernel on each split; by default it stays the recipe's. */
  readonly learning?: StrategyKernel;
  /** The bandwidth to use instead of the mean bandwidth rule. */
  readonly bandwidth?: number;
  /** Compare every open row over all rows of a large file, too. */
  readonly exact?: boolean;
  readonly strategies: readonly StrategyEntry[];
  /** What errors cost and what they are the mean of: what is chosen, decided and compared by. */
  readonly risk?: ProjectRisk;
  /** What the label of each labelled row costs: xPAL then chooses by gain per cost, and curves are over cost. */
  readonly labelCosts?: readonly number[];
  readonly budget: number;
  readonly repetitions: number;
  readonly seed: number;
  readonly engine: EngineOptions;
  readonly threads: number;
  /** Seconds since some moment. */
  readonly clock: () => number;
  readonly onStep: (done: number, strategy: string) => void;
}

/** The outcome of one strategy. */
export interface StrategyOutcome {
  readonly key: string;
  /** Where labels have costs: what was spent at the end of the curve, whose steps are then of cost. */
  readonly spent: number | null;
  /** The test error, or what is compared in its place. */
  readonly curve: Curve;
  /** The mean balanced error and macro F1 at the end of the curve. */
  readonly balancedError: number;
  readonly macroF1: number;
  /** All measures after 0, 1, 2, ... labels, per repetition. */
  readonly splits: readonly Readonly<Record<string, readonly number[]>>[];
  /** Area under the learning curve, per repetition. */
  readonly aulcs: readonly number[];
  readonly aulc: Interval;
  /** Against the first strategy: the p-value of the paired two-sided signed-rank test on the areas; null where all are equal. */
  readonly pValue: number | null;
  /** From how many labels on the first strategy stays at or below this one's last mean error; null if it ends above. */
  readonly firstNeeds: number | null;
}

/** A mean and the interval that holds the true one with 95 % confidence; null where there are too few repetitions for one. */
interface Interval {
  readonly mean: number;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** With one repetition there is no interval, and with two Student's is 13 standard errors wide to each side, which says nothing. */
export const MIN_FOR_INTERVAL = 3;

/** Replays every strategy on the same splits. */
export async function evaluateStrategies(evaluation: EvaluationPlan): Promise<StrategyOutcome[]> {
  const { threads, engine, clock, onStep, strategies, risk = {} } = evaluation;
  const [found] = await replayPlan(planOf(evaluation), { threads, engine, clock, onLabels: onStep });
  const byLabel = found.map((runs) => runs.map((run) => comparedCurve(run, risk)));
  const priced = evaluation.labelCosts === undefined ? null : pricedCurves(found, byLabel);
  const curves = priced?.curves ?? byLabel;
  const plain = priced === null && risk.lossMatrix === undefined && risk.measure !== "balanced";
  const areas = found.map((runs, s) => runs.map(({ aulc }, r) => (plain ? aulc : meanOf(curves[s][r]))));
  const last = (name: "balancedError" | "macroF1") => {
    const whole = found.map((runs) => runs.map(({ measures }) => measures?.[name] ?? [Number.NaN]));
    const ends = priced === null ? whole : pricedCurves(found, whole).curves;
    return ends.map((runs) => meanOf(runs.map((values) => values[values.length - 1])));
  };
  const [balanced, f1] = [last("balancedError"), last("macroF1")];
  const largest = risk.lossMatrix === undefined ? 1 : Infinity;
  return outcomes(strategies, curves, areas, [0, largest]).map((outcome, s) => ({
    ...outcome,
    spent: priced?.total ?? null,
    balancedError: balanced[s],
    macroF1: f1[s],
    splits: found[s].map(({ errors, measures }) => ({ error: errors, ...measures })),
  }));
}

/** The curves of all runs over what their labels cost. */
function pricedCurves(found: readonly RunRecord[][], curves: readonly (readonly number[])[][]) {
  const all = curves.flatMap((runs, s) =>
    runs.map((values, r) => ({ values, spent: found[s][r].measures?.spent ?? [...values.keys()] })),
  );
  const { curves: flat, total } = overCost(all);
  return { total, curves: curves.map((runs, s) => flat.slice(s * runs.length, (s + 1) * runs.length)) };
}

/** What strategies are compared by after 0, 1, 2, ... labels: the error, the balanced error, or the mean cost. */
function comparedCurve({ errors, measures }: RunRecord, { lossMatrix, measure }: ProjectRisk): readonly number[] {
  const other = lossMatrix !== undefined ? measures?.cost : measure === "balanced" ? measures?.balancedError : errors;
  return other ?? errors;
}

/** The largest number of labels that a split leaves to ask for. */
export function largestBudget(rows: number): number {
  return rows - testCountOf(rows);
}

/** A user's table may have classes that are too rare to be in both parts of a split, so splits are plain. */
function planOf({
  table,
  recipe,
  kernel,
  learning,
  strategies,
  risk = {},
  labelCosts,
  ...limits
}: EvaluationPlan): Plan {
  const { budget, repetitions, seed, bandwidth, exact } = limits;
  const { dataset } = datasetOf(recipe, table, table.source ?? "the table");
  const options = { budget, chance: "plain" as const, firstSeed: seed };
  return {
    ...{ title: dataset.name, reference: strategies[0].name, repetitions, budget, paper: false },
    measures: ["balancedError", "macroF1", ...(risk.lossMatrix === undefined ? [] : ["cost" as const])],
    datasets: [
      {
        dataset,
        card: datasetCard(dataset),
        options: {
          ...options,
          ...(bandwidth === undefined ? {} : { bandwidth }),
          ...(exact ? { exact } : {}),
          ...costsOf(risk, dataset.classes),
          ...(labelCosts === undefined ? {} : { labelCosts }),
          ...repeatsIn(table, recipe),
        },
      },
    ],
    strategies: strategies.map(({ name, title, optionsFor }) => {
      const options = optionsFor(kernel, risk.measure);
      const source = {
        kind: "library" as const,
        name,
        options,
        ...(learning === undefined ? {} : { kernel: learning }),
        ...(labelCosts !== undefined && name === "xpal" ? { perCost: true as const } : {}),
        ...(risk.measure === "balanced" ? { measure: risk.measure } : {}),
      };
      return { key: name, title, options, source };
    }),
  };
}

/** Which of the labelled rows equal an earlier one, if some do. */
function repeatsIn(table: Table, recipe: Recipe): { repeats?: number[] } {
  const { labels } = applyRecipe(recipe, table);
  const labelled = takeRows(
    table,
    Array.from(labels.keys()).filter((row) => labels[row] !== UNLABELLED),
  );
  const first = repeatedRows(labelled, comparedColumns(recipe));
  return first.some((earlier, row) => earlier !== row) ? { repeats: [...first] } : {};
}

/** The costs as a plan has them. */
function costsOf(
  { lossMatrix }: ProjectRisk,
  classes: readonly string[],
): Pick<Plan["datasets"][number]["options"], "costs"> {
  if (lossMatrix === undefined) return {};
  const { cols, data } = lossMatrix;
  return { costs: classes.map((_, y) => Array.from(data.subarray(y * cols, (y + 1) * cols))) };
}

function outcomes(
  strategies: readonly StrategyEntry[],
  curves: readonly (readonly ArrayLike<number>[])[],
  areas: readonly number[][],
  range: readonly [number, number],
): Omit<StrategyOutcome, "spent" | "balancedError" | "macroF1" | "splits">[] {
  const means = curves.map((repeated) => meanCurve(repeated, { range }));
  return strategies.map(({ name: key, title, symbol }, s) => {
    const { mean, lower, upper } = means[s];
    const hasInterval = curves[s].length >= MIN_FOR_INTERVAL;
    const curve: Curve = {
      key,
      name: title,
      mark: symbol[0].toLowerCase(),
      errors: mean,
      ...(hasInterval ? { lower, upper } : {}),
    };
    const area = meanCurve(
      areas[s].map((value) => [value]),
      { range },
    );
    return {
      key,
      curve,
      aulcs: areas[s],
      aulc: {
        mean: area.mean[0],
        lower: hasInterval ? area.lower[0] : null,
        upper: hasInterval ? area.upper[0] : null,
      },
      pValue: s === 0 ? null : pairedP(areas[0], areas[s]),
      firstNeeds: labelsToKeep(means[0].mean, finalError(curve)),
    };
  });
}
