// The learned kernel: the labels weigh a bank of scales on several views of the features and on metrics that are
// learned from the labels themselves. docs/guide/learning.md gives the formulas beside which this is to be read, and the
// evidence. What it is depends on the answers and their order alone, so undoing and reading back repeat it to the bit.
import { reject } from "../../check.ts";
import type { Features } from "../../features.ts";
import { itemsInOrder, itemsOf, type Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Kernel } from "../kernel.ts";
import { evidence } from "./evidence.ts";
import { decorrelatedView, type FeatureView, givenView, rankView, whyOneView } from "./feature-view.ts";
import { type Fitter, fitAsDefined } from "./fit-problem.ts";
import { groupMixture } from "./group-mixture.ts";
import { groupWeights } from "./group-weights.ts";
import type { BankMember } from "./kernel-bank.ts";
import type { ColumnEvidence, ColumnWeight, GroupName, Learned, LearnedMetric, LearnedState } from "./learned.ts";
import { LEAF_KERNEL, LearnedForest, type RememberedForest } from "./learned-forest.ts";
import {
  type LearnedKernelOptions,
  type LearnedKernelSettings,
  learnedKernelSettings,
} from "./learned-kernel-options.ts";
import { LearnedMetrics, type MetricName, type RememberedMetric } from "./learned-metrics.ts";
import { neededCount, weighedCount } from "./learning-schedule.ts";
import { type MetricSpace, metricSpace } from "./metric-space.ts";
import { mixtureKernel } from "./mixture.ts";
import { checkPinnedInside, pinnedParameters, settingsToJSON } from "./pinned-columns.ts";
import { type ScaleBank, scaleBank } from "./scale-bank.ts";

/** A view or a learned metric with the bank of kernels on it. */
export interface LearnedGroup {
  readonly view: FeatureView;
  /** Makes the bank on the view's features and scores its members. */
  readonly bank: ScaleBank;
  /** What a metric's parameters cost, to be taken from its members' scores; 0 for a view. */
  readonly penalty: number;
  readonly metric?: LearnedMetric;
  /** The frequencies from which the members are scored; by default those of the bank without the item's own answers. */
  leftOut?(labels: Labels, members: readonly BankMember[]): (index: number) => Matrix;
  /** For a forest: the same frequencies as the bank has them, by all trees, some of which have seen the item. */
  byAllTrees?(labels: Labels, members: readonly BankMember[]): (index: number) => Matrix;
}

/** A fit or a forest, for this kernel elsewhere on the same pool. */
export type RememberedFit = RememberedMetric | RememberedForest;

/** The scores of the members of each group, whose comparison of all pairs takes most of the time of learning. */
export type GroupScores = readonly Float64Array[];

/** The learned kernel with its options. */
export interface LearnedKernel extends Kernel {
  readonly base: Kernel;
  readonly settings: LearnedKernelSettings;
  stateAt(pool: Features, labels: Labels): LearnedState;
  /** The views of a pool, which no label changes; "given" is the first. */
  viewsOn(pool: Features): readonly LearnedGroup[];
  /** Whether there are enough labels to learn from. */
  learnsAt(labels: Labels): boolean;
  /** How many labelled items it takes to learn, with the classes seen so far. */
  neededAt(labels: Labels): number;
  /** The groups that are used at these labels, each with the weights of its members; null while the base kernel is. */
  usedAt(pool: Features, labels: Labels, fit?: Fitter): readonly UsedGroup[] | null;
  /**
   * Makes the fits that will be used as soon as one more answer has come, so that it need not wait for them. What the
   * kernel is does not change.
   * @returns The metrics among them, so that they can be applied ahead too.
   */
  fitAhead(pool: Features, labels: Labels, fit?: Fitter): readonly LearnedGroup[];
  /** The latest fits, for this kernel elsewhere on the same pool, and taking over such fits. */
  fitsOn(pool: Features): readonly RememberedFit[];
  remember(pool: Features, fits: readonly RememberedFit[]): void;
  /** How the groups' members scored at some labels, if that is what was asked for last, and taking over such scores. */
  scoresOn(pool: Features, labels: Labels): GroupScores | null;
  rememberScores(pool: Features, labels: Labels, scores: GroupScores): void;
  /**
   * How much each column counts in the learned column weights, and how sure that is: five more fits. Null where there are
   * no column weights. The columns of a product's groups lie side by side.
   */
  columnsAt(pool: Features, labels: Labels, fit?: Fitter): readonly ColumnWeight[] | null;
  /**
   * Frequencies at the labelled items less those that the trees grown on an item owe to its own answers; null where no
   * forest takes part.
   * @param freq Without the items' own answers, items in ascending order x classes.
   */
  withoutOwnTrees(pool: Features, labels: Labels, freq: Matrix): Matrix | null;
  /**
   * What the answers say about original columns: whether they count, or cannot be judged yet. Null where no column is
   * weighed or there are too few labels.
   * @param columnOf For each column, the groups of a product side by side, the number of the original column it codes.
   */
  evidenceAt(pool: Features, labels: Labels, columnOf: ArrayLike<number>): readonly ColumnEvidence[] | null;
}

/** A group that is used, and the weights of its members, which sum to its share. */
export interface UsedGroup extends LearnedGroup {
  readonly weights: Float64Array;
}

/** With more columns a fit would keep people waiting; the full metric has the square of this many parameters. */
const MAX_COLUMNS: Readonly<Record<MetricName, number>> = {
  weights: 512,
  rankWeights: 512,
  full: 40,
  partWeights: 1024,
  forest: 512,
};
/** A forest has a number per item and tree. */
const MAX_FOREST_ITEMS = 20_000;
/** How fast the steps of a fit go, and within which bounds parameters stay. */
const WEIGHT_STEPS = { rate: 0.15, bounds: [-6, 4] } as const;
const METRIC_STEPS = { rate: 0.05, bounds: [-Infinity, Infinity] } as const;

/**
 * The learned kernel: the labels decide which columns, views and scales matter.
 * @throws XpalError if an option is out of range or unknown.
 * @example learnedKernel({ base: rbf({ bandwidth: 1 }) }).name // "learned"
 */
export function learnedKernel(options: LearnedKernelOptions): LearnedKernel {
  const settings = learnedKernelSettings(options);
  const { base } = settings;
  const known = new WeakMap<Features, OnePool>();
  const on = (pool: Features): OnePool => {
    const found = known.get(pool) ?? new OnePool(settings, pool);
    known.set(pool, found);
    return found;
  };
  return {
    name: "learned",
    base,
    settings,
    similarity: (a, i, b, j) => base.similarity(a, i, b, j),
    ...(base.distance === undefined ? {} : { distance: base.distance }),
    viewsOn: (pool) => on(pool).views,
    learnsAt: (labels) => labels.count >= neededCount(labels, settings),
    neededAt: (labels) => neededCount(labels, settings),
    usedAt: (pool, labels, fit) => on(pool).at(labels, fit)?.used ?? null,
    fitAhead: (pool, labels, fit) => on(pool).fitAhead(labels, fit),
    fitsOn: (pool) => on(pool).fits,
    remember: (pool, fits) => on(pool).remember(fits),
    scoresOn: (pool, labels) => on(pool).scoresOn(labels),
    rememberScores: (pool, labels, scores) => on(pool).rememberScores(labels, scores),
    columnsAt: (pool, labels, fit) => on(pool).columnsAt(labels, fit),
    withoutOwnTrees: (pool, labels, freq) => on(pool).withoutOwnTrees(labels, freq),
    evidenceAt: (pool, labels, columnOf) => on(pool).evidenceAt(labels, columnOf),
    stateAt(pool, labels) {
      const found = on(pool).at(labels);
      if (found === null) return { kernel: base, learned: null };
      return { kernel: found.kernel, learned: found.learned };
    },
    stateWithout(pool, labels, index) {
      const found = on(pool).without(labels, index);
      return found === null ? { kernel: base, learned: null } : { kernel: found.kernel, learned: found.learned };
    },
    check(who, features) {
      base.check(who, features);
      checkPinnedInside(who, settings.pinned, features);
    },
    toJSON: () => ({ name: "learned", ...settingsToJSON(settings), base: base.toJSON() }),
  };
}

/** What was found at some labels. */
interface Found {
  readonly scores: GroupScores;
  readonly used: readonly UsedGroup[];
  readonly kernel: Kernel;
  readonly learned: Learned;
}

/** What the kernel knows of one pool. */
class OnePool {
  readonly #settings: LearnedKernelSettings;
  readonly #pool: Features;
  readonly #skipped: { name: GroupName; reason: string }[] = [];
  readonly #metrics: { readonly of: LearnedMetrics; readonly bank: ScaleBank }[] = [];
  #forest: { readonly of: LearnedForest; readonly bank: ScaleBank } | undefined;
  #views: readonly LearnedGroup[] | undefined;
  #last: { readonly labels: Labels; readonly found: Found } | undefined;
  #told: { readonly labels: Labels; readonly scores: GroupScores } | undefined;

  constructor(settings: LearnedKernelSettings, pool: Features) {
    this.#settings = settings;
    this.#pool = pool;
  }

  get views(): readonly LearnedGroup[] {
    this.#views ??= this.#prepare();
    return this.#views;
  }

  at(labels: Labels, fit: Fitter = fitAsDefined): Found | null {
    if (labels.count < neededCount(labels, this.#settings)) return null;
    const learnedFrom = this.#learnedFrom(labels);
    if (this.#last === undefined || !sameLabels(this.#last.labels, learnedFrom)) {
      this.#last = { labels: learnedFrom, found: this.#find(learnedFrom, fit) };
    }
    return this.#last.found;
  }

  /** The same without the answers of an item, but with the metrics that were fitted on all. */
  without(labels: Labels, index: number): Found | null {
    const learnedFrom = this.#learnedFrom(labels);
    if (!learnedFrom.has(index)) return this.at(labels);
    const rest = learnedFrom.remove(index);
    return rest.count < neededCount(rest, this.#settings) ? null : this.#mix(rest, learnedFrom);
  }

  fitAhead(labels: Labels, fit: Fitter = fitAsDefined): readonly LearnedGroup[] {
    const { fitAt, delay } = this.#settings;
    // With at least two answers more than were fitted on: the last one may only be tried, and would be fitted on in vain.
    const due = fitAt.find((count) => count + Math.min(1, delay) <= labels.count && labels.count < count + delay);
    // The next answer may be the first to learn from.
    if (due === undefined || labels.count + 1 < neededCount(labels, this.#settings)) return [];
    void this.views; // the metrics are known with them
    this.#fitMissing(labels, fit, due);
    this.#forest?.of.at(labels, due);
    return this.#metrics.flatMap(({ of, bank }) => {
      const fitted = of.fittedOn(labels, due);
      return fitted === null ? [] : [{ ...fitted, bank }];
    });
  }

  get fits(): readonly RememberedFit[] {
    const forest = this.#forest === undefined ? [] : [this.#forest];
    return [...this.#metrics, ...forest].flatMap(({ of }) => of.latest ?? []);
  }

  remember(fits: readonly RememberedFit[]): void {
    void this.views; // the metrics are known with them
    for (const fit of fits) {
      if (fit.name === "forest") this.#forest?.of.remember(fit);
      else this.#metrics.find(({ of }) => of.name === fit.name)?.of.remember(fit);
    }
  }

  scoresOn(labels: Labels): GroupScores | null {
    return this.#last !== undefined && sameLabels(this.#last.labels, this.#learnedFrom(labels))
      ? this.#last.found.scores
      : null;
  }

  rememberScores(labels: Labels, scores: GroupScores): void {
    this.#told = { labels: this.#learnedFrom(labels), scores };
  }

  columnsAt(labels: Labels, fit?: Fitter): readonly ColumnWeight[] | null {
    return this.at(labels, fit) === null ? null : (this.#weights?.columnsAt(this.#learnedFrom(labels), fit) ?? null);
  }

  withoutOwnTrees(labels: Labels, freq: Matrix): Matrix | null {
    const forest = this.at(labels)?.used.find(({ byAllTrees }) => byAllTrees !== undefined);
    if (forest?.leftOut === undefined || forest.byAllTrees === undefined) return null;
    const { bank, weights } = forest;
    const outside = forest.leftOut(labels, bank.members);
    const all = forest.byAllTrees(labels, bank.members);
    const corrected = { ...freq, data: freq.data.slice() };
    itemsOf(labels).forEach(({ index }, i) => {
      const [byOthers, byAll] = [outside(index), all(index)];
      for (let m = 0, at = 0; m < weights.length; m++) {
        for (let y = 0; y < freq.cols; y++, at++) {
          corrected.data[i * freq.cols + y] += weights[m] * (byOthers.data[at] - byAll.data[at]);
        }
      }
    });
    for (let at = 0; at < corrected.data.length; at++) corrected.data[at] = Math.max(0, corrected.data[at]);
    return corrected;
  }

  evidenceAt(labels: Labels, columnOf: ArrayLike<number>): readonly ColumnEvidence[] | null {
    if (this.at(labels) === null || this.#weights === undefined) return null;
    const { cols } = this.#weights.space.pool;
    if (columnOf.length !== cols)
      reject("learnedKernel", "columnOf", `must have one number for each of ${cols} columns`);
    return this.#weights.evidenceAt(this.#learnedFrom(labels), columnOf);
  }

  get #weights(): LearnedMetrics | undefined {
    return this.#metrics.find(({ of }) => of.name === "weights")?.of;
  }

  #learnedFrom(labels: Labels): Labels {
    const { fitAt, delay } = this.#settings;
    return labels.first(weighedCount(labels.count, { fitAt, delay }));
  }

  #find(labels: Labels, fit: Fitter): Found {
    void this.views; // the metrics are known with them
    this.#fitMissing(labels, fit);
    const told = this.#told !== undefined && sameLabels(this.#told.labels, labels) ? this.#told.scores : undefined;
    return this.#mix(labels, labels, told);
  }

  /**
   * What some labels teach with the metrics that are used at the same or at other labels.
   * @param told The members' scores where they are known.
   */
  #mix(labels: Labels, fittedFrom: Labels, told?: GroupScores): Found {
    const { views } = this;
    // Trees remember the answers they were grown on, so an item that is left out is judged without them.
    const forest = this.#forest === undefined || labels !== fittedFrom ? [] : [this.#forest];
    const metrics = [...this.#metrics, ...forest].map(({ of, bank }) => ({
      name: of.name,
      fitted: of.at(fittedFrom),
      bank,
    }));
    const groups: LearnedGroup[] = [...views];
    const skipped = [...this.#skipped];
    for (const { name, fitted, bank } of metrics) {
      if (typeof fitted === "string") skipped.push({ name, reason: fitted });
      else groups.push({ ...fitted, bank });
    }
    const own = told?.length === groups.length ? told : groups.map((group) => this.#scoresOf(group, labels));
    const scores = groups.map(({ penalty }, g) => own[g].map((score) => score - penalty));
    const { weights, evidences, evidence } = groupWeights(scores, this.#settings.leastShare);
    const used = groups.flatMap((group, g) =>
      weights[g].some((weight) => weight > 0) ? [{ ...group, weights: weights[g] }] : [],
    );
    const learned: Learned = {
      count: labels.count,
      evidence,
      groups: groups.map(({ view, bank, metric }, g) => ({
        name: view.name,
        members: bank.members,
        weights: weights[g],
        share: weights[g].reduce((sum, weight) => sum + weight, 0),
        evidence: evidences[g],
        ...(metric && { metric }),
      })),
      skipped,
    };
    const kernel = groupMixture(
      this.#settings.base,
      used.map(({ view, bank, weights: own }) => ({ view, mixture: mixtureKernel(bank.bankOn(view.features), own) })),
    );
    return { used, kernel, learned, scores: own };
  }

  #scoresOf({ bank, view, leftOut }: LearnedGroup, labels: Labels): Float64Array {
    if (leftOut !== undefined) return evidence(bank.members, labels, this.#settings, leftOut(labels, bank.members));
    return bank.scoresAt(view.features, labels);
  }

  #fitMissing(labels: Labels, fit: Fitter, count?: number): void {
    const missing = this.#metrics.flatMap(({ of }) => {
      const problem = of.missingAt(labels, count);
      return problem === null ? [] : [{ of, problem }];
    });
    const outcomes = fit(missing.map(({ problem }) => problem));
    for (const [m, { of }] of missing.entries()) of.learn(labels, outcomes[m], count);
  }

  #prepare(): readonly LearnedGroup[] {
    const { base, localities, metrics } = this.#settings;
    const bank = this.#bankOf(base, localities);
    const views = this.#viewsOf();
    const space = metricSpace(base, this.#pool);
    const ranks = views.find(({ name }) => name === "ranks");
    for (const name of metrics) {
      const most = MAX_COLUMNS[name];
      const partOf = typeof space === "string" ? undefined : space.partOf;
      if (name === "partWeights" && partOf === undefined) continue; // one kind of columns has nothing to be weighed against
      if (typeof space === "string") this.#skipped.push({ name, reason: space });
      else if (space.pool.cols > most) this.#skipped.push({ name, reason: `it needs at most ${most} columns` });
      else if (name === "forest") this.#addForest(space);
      else if (name === "partWeights" && partOf !== undefined) this.#addMetric(name, { ...space, parameterOf: partOf });
      else if (name !== "rankWeights") this.#addMetric(name, space);
      else if (ranks === undefined) this.#skipped.push({ name, reason: "it needs the view by ranks" });
      else {
        const see: MetricSpace["see"] = (features) => ranks.see(features) as Matrix;
        this.#addMetric(name, { ...space, pool: ranks.features as Matrix, see });
      }
    }
    return views.map((view) => ({ view, bank, penalty: 0 }));
  }

  #addMetric(name: Exclude<MetricName, "forest">, space: MetricSpace): void {
    const { steps, shareWeight, weightWidth, metricWidth, fitAt, delay, scales, scaleWidth, pinned } = this.#settings;
    const own = name === "full" ? { ...METRIC_STEPS, width: metricWidth } : { ...WEIGHT_STEPS, width: weightWidth };
    const of = new LearnedMetrics(name, space, {
      schedule: { fitAt, delay },
      shareWeight,
      fit: { ...own, steps, scales, scaleWidth, pinned: pinnedParameters(name, space, pinned) },
    });
    this.#metrics.push({ of, bank: this.#bankOf(space.base, [0]) });
  }

  #addForest(space: MetricSpace): void {
    const { fitAt, delay, pinned } = this.#settings;
    const tooMany = space.pool.rows > MAX_FOREST_ITEMS ? `it needs at most ${MAX_FOREST_ITEMS} items` : null;
    const reason = pinned.length > 0 ? "its trees cannot be made to look at pinned columns" : tooMany;
    if (reason !== null) this.#skipped.push({ name: "forest", reason });
    else this.#forest = { of: new LearnedForest(space, { fitAt, delay }), bank: this.#bankOf(LEAF_KERNEL, [0]) };
  }

  #viewsOf(): FeatureView[] {
    const { base, views, shrinkage } = this.#settings;
    const one = base.name === "rbf" ? whyOneView(this.#pool) : `the kernel ${base.name} has one view`;
    const reason = one ?? (metricSpace(base, this.#pool) === "numbers are too large" ? "numbers are too large" : null);
    const pool = this.#pool as Matrix;
    return views.flatMap((name) => {
      if (name === "given") return [givenView(this.#pool)];
      if (reason !== null) this.#skipped.push({ name, reason });
      if (reason !== null) return [];
      return [name === "ranks" ? rankView(pool) : decorrelatedView(pool, shrinkage)];
    });
  }

  #bankOf(base: Kernel, localities: readonly number[]): ScaleBank {
    const { scales, neighbour, shareWeight, scaleWidth } = this.#settings;
    return scaleBank({ base, scales, localities, neighbour, shareWeight, scaleWidth });
  }
}

function sameLabels(a: Labels, b: Labels): boolean {
  if (a === b) return true;
  if (a.count !== b.count) return false;
  const [one, other] = [itemsInOrder(a), itemsInOrder(b)];
  return one.every(({ index, counts }, i) => {
    return index === other[i].index && counts.every((count, y) => count === other[i].counts[y]);
  });
}
