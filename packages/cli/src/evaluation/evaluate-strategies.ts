// Strategies replayed on a fully labelled table, several times with other splits, and what that says.

import { aulc, labelsToReach, meanCurve, wilcoxon } from "@xpal/lab";
import type { EngineOptions } from "xpal";
import type { NamedStrategy } from "../project/strategies.ts";
import { repeatAll } from "../simulation/repeat-all.ts";
import { type LabelledRows, TEST_SHARE, tableTask } from "../simulation/table-task.ts";
import { type Curve, finalError } from "../terminal/chart/learning-curves.ts";

/** What to replay. */
export interface EvaluationPlan extends LabelledRows {
  readonly strategies: readonly NamedStrategy[];
  readonly budget: number;
  readonly repetitions: number;
  readonly seed: number;
  readonly engine: EngineOptions;
  readonly threads: number;
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
export async function evaluateStrategies(plan: EvaluationPlan): Promise<StrategyOutcome[]> {
  let done = 0;
  const repeated = await repeatAll({
    count: plan.repetitions,
    threads: plan.threads,
    make: (r) => {
      const task = tableTask(plan, plan.seed + r);
      const { budget, engine } = plan;
      const strategies = plan.strategies.map(({ key }) => key);
      return { task: { ...task, kernel: task.kernel.toJSON() }, strategies, budget, seed: plan.seed + r, engine };
    },
    onStep: (strategy) => plan.onStep(++done, strategy),
  });
  return outcomes(
    plan.strategies,
    plan.strategies.map((_, s) => repeated.map((curves) => curves[s])),
  );
}

/** The largest number of labels that a split leaves to ask for. */
export function largestBudget(rows: number): number {
  return rows - Math.ceil(TEST_SHARE * rows);
}

function outcomes(strategies: readonly NamedStrategy[], curves: Float64Array[][]): StrategyOutcome[] {
  const areas = curves.map((repeated) => repeated.map(aulc));
  const means = curves.map((repeated) => meanCurve(repeated));
  return strategies.map(({ key, name, mark }, s) => {
    const { mean, lower, upper } = means[s];
    const curve: Curve = { name, mark, errors: mean, ...(curves[s].length > 1 ? { lower, upper } : {}) };
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
