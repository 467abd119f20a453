// The metrics that some labels teach on one pool: fitted from zero on the items that were answered first, as many as
// the schedule says. A fit is remembered, so that it is made once while labels come in, and undoing finds the last ones.
import { type AnsweredItem, itemsInOrder, type Labels } from "../../labels.ts";
import { type Matrix, matrix, pickRows } from "../../matrix.ts";
import { exp } from "../exp.ts";
import { gammaOf } from "../gamma-of.ts";
import { classesIn } from "./classes-in.ts";
import { columnEvidence } from "./column-evidence.ts";
import { type FeatureView, viewBy } from "./feature-view.ts";
import { chargeFactor } from "./fit-charge.ts";
import { type FitOutcome, type FitProblem, type Fitter, fitAsDefined } from "./fit-problem.ts";
import { transformed } from "./full-metric.ts";
import { answersOf } from "./label-score.ts";
import type { ColumnEvidence, ColumnWeight, LearnedMetric } from "./learned.ts";
import { fittedCount, type LearningSchedule } from "./learning-schedule.ts";
import type { FitOptions } from "./metric-fit.ts";
import type { MetricSpace } from "./metric-space.ts";

/** The kinds of metric: a weight per column, one per column's ranks, one per part of a product, any linear map, or a forest. */
export type MetricName = "weights" | "rankWeights" | "full" | "partWeights" | "forest";

/** How metrics are fitted. */
export interface MetricOptions {
  readonly schedule: LearningSchedule;
  readonly shareWeight: number;
  readonly fit: FitOptions;
}

/** A metric that was fitted: the view in which the space's base kernel measures by it. */
export interface FittedMetric {
  readonly view: FeatureView;
  /** What it is charged for having been fitted (fit-charge.ts). */
  readonly penalty: number;
  readonly metric: LearnedMetric;
}

/** Refits for the range of a weight; below this weight a column counts for next to nothing. */
const FOLDS = 5;
const IGNORED = 0.25;
/** The evidence for columns compares all pairs of this many of the first items. */
const MAX_TESTED = 150;
/** Fits that are remembered per kind: more than an undo or a preview goes back. */
const KEPT = 4;

/** Metrics of one kind on one pool. */
export class LearnedMetrics {
  readonly name: RememberedMetric["name"];
  readonly space: MetricSpace;
  readonly #options: MetricOptions;
  #refitted: { readonly items: readonly AnsweredItem[]; readonly weights: readonly Float64Array[] } | undefined;
  readonly #kept: Kept[] = [];

  constructor(name: RememberedMetric["name"], space: MetricSpace, options: MetricOptions) {
    this.name = name;
    this.space = space;
    this.#options = options;
  }

  /** The fit on the first `count` items, by default those of the metric in use, if it is not known; null where it is. */
  missingAt(labels: Labels, count?: number): FitProblem | null {
    const items = this.#itemsAt(labels, count);
    return items === null || this.#find(items) >= 0 ? null : this.#problem(items, labels.classCount);
  }

  /** Takes over what came of `missingAt`. */
  learn(labels: Labels, outcome: FitOutcome, count?: number): void {
    const items = this.#itemsAt(labels, count);
    if (items !== null) this.remember({ name: this.name, items, outcome });
  }

  /** The metric that was fitted on the first `count` items, where that is known. */
  fittedOn(labels: Labels, count: number): FittedMetric | null {
    const known = this.#kept.find((fit) => sameItems(fit.items, this.#itemsAt(labels, count) ?? []));
    return known === undefined || typeof known.fitted === "string" ? null : known.fitted;
  }

  /** The fit that was used or made last. */
  get latest(): RememberedMetric | undefined {
    return this.#kept[0];
  }

  /** Takes over a fit that was made elsewhere. */
  remember({ items, outcome }: RememberedMetric): void {
    if (this.#find(items) >= 0) return;
    this.#keep({ name: this.name, items, outcome, fitted: this.#fitted(outcome, items) });
  }

  /** The metric in use at these labels, or the reason in words why there is no metric. */
  at(labels: Labels): FittedMetric | string {
    const missing = this.missingAt(labels);
    if (missing !== null) this.learn(labels, fitAsDefined([missing])[0]);
    const items = this.#itemsAt(labels);
    if (items === null) return "there are too few labels";
    const [fit] = this.#kept.splice(this.#find(items), 1);
    this.#keep(fit);
    return fit.fitted;
  }

  /**
   * How much each column of the space counts, with the range over fits that each leave out a fifth of the items; null
   * where no metric is used.
   */
  columnsAt(labels: Labels, fit: Fitter = fitAsDefined): readonly ColumnWeight[] | null {
    const fitted = this.at(labels);
    if (typeof fitted === "string") return null;
    const { columnWeights: weights, fittedOn } = fitted.metric;
    const others = this.#refits(itemsInOrder(labels.first(fittedOn)), labels.classCount, fit);
    return Array.from(weights, (weight, d) => {
      const low = Math.min(weight, ...others.map((other) => other[d]));
      const high = Math.max(weight, ...others.map((other) => other[d]));
      return { weight, low, high, ignored: high < IGNORED };
    });
  }

  /**
   * What the answers say about original columns, each coded by some columns of the space; null where there are too few
   * labels.
   */
  evidenceAt(labels: Labels, columnOf: ArrayLike<number>): readonly ColumnEvidence[] | null {
    const fittedOn = fittedCount(labels.count, this.#options.schedule);
    if (fittedOn === 0) return null;
    const refits = this.#refits(itemsInOrder(labels.first(fittedOn)), labels.classCount, fitAsDefined);
    const items = itemsInOrder(labels.first(Math.min(MAX_TESTED, fittedOn)));
    return columnEvidence({
      x: scaledRows(this.space, items),
      answers: answersOf(items, labels.classCount, this.#options.shareWeight),
      weightsFor: (item) => refits[item % FOLDS],
      columnOf,
    });
  }

  /** Column weights of fits that each leave out a fifth of some items: fold k is without the items k, k + 5, ... */
  #refits(items: readonly AnsweredItem[], classCount: number, fit: Fitter): readonly Float64Array[] {
    if (this.#refitted === undefined || !sameItems(this.#refitted.items, items)) {
      const problems = Array.from({ length: FOLDS }, (_, fold) =>
        this.#problem(
          items.filter((_item, i) => i % FOLDS !== fold),
          classCount,
        ),
      );
      const weights = fit(problems).map((outcome) => {
        const refitted = this.#fitted(outcome, items);
        const { cols } = this.space.pool;
        return typeof refitted === "string" ? new Float64Array(cols).fill(1) : refitted.metric.columnWeights;
      });
      this.#refitted = { items, weights };
    }
    return this.#refitted.weights;
  }

  /** The items that are fitted on at these labels; null while there are too few. */
  #itemsAt(labels: Labels, count = fittedCount(labels.count, this.#options.schedule)): readonly AnsweredItem[] | null {
    return count === 0 ? null : itemsInOrder(labels.first(count));
  }

  #find(items: readonly AnsweredItem[]): number {
    return this.#kept.findIndex((fit) => sameItems(fit.items, items));
  }

  #keep(fit: Kept): void {
    this.#kept.unshift(fit);
    this.#kept.length = Math.min(KEPT, this.#kept.length);
  }

  #problem(items: readonly AnsweredItem[], classCount: number): FitProblem {
    const { shareWeight, fit } = this.#options;
    return {
      full: this.name === "full",
      rows: scaledRows(this.space, items),
      parameterOf: this.space.parameterOf,
      answers: answersOf(items, classCount, shareWeight),
      options: fit,
    };
  }

  #fitted({ theta, stopped, improved, charge }: FitOutcome, items: readonly AnsweredItem[]): FittedMetric | string {
    const { space, name } = this;
    const fittedOn = items.length;
    if (!improved || charge === Infinity) {
      const met = stopped ? "met numbers out of range before it found anything" : "found nothing";
      return `a fit on ${fittedOn} items ${met} better than the given columns`;
    }
    const turn = name === "full" ? (x: Matrix) => transformed(bounded(x), theta) : scaledBy(space, theta);
    const view = viewBy(name, space.given, (features) => turn(space.see(features)));
    const weights = name === "full" ? rowSquares(space.pool.cols, theta) : columnsOf(space, theta);
    const penalty = charge * chargeFactor(classesIn(items), fittedOn, theta.length);
    return { view, penalty, metric: { fittedOn, columnWeights: weights, stopped } };
  }
}

/** A fit with what it was made from, for a kernel elsewhere on the same pool. */
export interface RememberedMetric {
  readonly name: Exclude<MetricName, "forest">;
  readonly items: readonly AnsweredItem[];
  readonly outcome: FitOutcome;
}

/** A fit that is remembered. */
interface Kept extends RememberedMetric {
  readonly fitted: FittedMetric | string;
}

/** The labelled rows, times the root of gamma. */
function scaledRows({ base, pool }: MetricSpace, items: readonly AnsweredItem[]): Matrix {
  const root = Math.sqrt(gammaOf(base.bandwidth));
  const rows = pickRows(
    pool,
    items.map(({ index }) => index),
  );
  return { ...rows, data: rows.data.map((value) => root * value) };
}

/** e^theta of each column. */
function columnsOf({ parameterOf }: MetricSpace, theta: Float64Array): Float64Array {
  return Float64Array.from(parameterOf, (parameter) => exp(theta[parameter]));
}

/** Columns times e^(theta / 2), so that squared differences are weighed by e^theta. */
function scaledBy({ parameterOf }: MetricSpace, theta: Float64Array): (x: Matrix) => Matrix {
  const factors = Float64Array.from(parameterOf, (parameter) => exp(theta[parameter] / 2));
  return (x) => {
    const scaled = matrix(x.rows, x.cols);
    for (let row = 0, at = 0; row < x.rows; row++) {
      for (let d = 0; d < x.cols; d++, at++) scaled.data[at] = x.data[at] * factors[d];
    }
    return scaled;
  };
}

/** How much a squared difference in one column alone counts: the squared length of its row of I + Delta. */
function rowSquares(cols: number, delta: Float64Array): Float64Array {
  return Float64Array.from({ length: cols }, (_, d) => {
    let sum = 0;
    for (let k = 0; k < cols; k++) {
      const value = delta[d * cols + k] + (k === d ? 1 : 0);
      sum += value * value;
    }
    return sum;
  });
}

/** New items may have any numbers; beyond these they are as far as can be anyway, and sums of them would not be numbers. */
function bounded(x: Matrix): Matrix {
  const most = 1e100;
  if (x.data.every((value) => value <= most && value >= -most)) return x;
  return { ...x, data: x.data.map((value) => Math.min(most, Math.max(-most, value))) };
}

/** Whether two lists hold the same items with the same answers in the same order. */
export function sameItems(a: readonly AnsweredItem[], b: readonly AnsweredItem[]): boolean {
  return (
    a.length === b.length &&
    a.every(({ index, counts }, i) => {
      const other = b[i];
      return (
        index === other.index && (counts === other.counts || counts.every((count, y) => count === other.counts[y]))
      );
    })
  );
}
