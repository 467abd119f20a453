// The forest that some labels grow on one pool, as a further way to compare items in the learned kernel:
//
//   K_g(x, x') = s^(2g),   s the share of trees in which x and x' lie in the same leaf.
//
// It is grown on the items that were answered first, as metrics
// are fitted. A tree has seen the answers of its own items, so in the score of a member an item is compared by the trees
// that were not grown on it (out of bag); items that were answered since are compared by all trees. What flattery is
// left is met by a prior: the forest must explain the labels e^6 times better than what it replaces, and the more so the
// more items and classes there are (docs/decisions/0196, 0222).
import type { Features } from "../../features.ts";
import { type AnsweredItem, itemsInOrder, itemsOf, type Labels } from "../../labels.ts";
import { type Matrix, matrix, pickRows } from "../../matrix.ts";
import { exp } from "../exp.ts";
import { ln } from "../ln.ts";
import { classesIn } from "./classes-in.ts";
import { viewBy } from "./feature-view.ts";
import { type Forest, growForest, leavesOf, TREE_COUNT } from "./forest.ts";
import type { BankMember } from "./kernel-bank.ts";
import { LeafSharers } from "./leaf-sharers.ts";
import { type FittedMetric, sameItems } from "./learned-metrics.ts";
import { fittedCount, type LearningSchedule } from "./learning-schedule.ts";
import { distanceAt, leaves } from "./leaves.ts";
import type { MetricSpace } from "./metric-space.ts";

/** How leaves are compared. */
export const LEAF_KERNEL = leaves(TREE_COUNT);
/** Minus the logarithm of the prior: so much, and so much for each item that it was grown on and doubling of the classes. */
const PENALTY = 6;
const PENALTY_PER_ITEM = 0.1;
/** Trees on fewer items say next to nothing. */
const MIN_ITEMS = 10;
const ALL_TREES = Uint32Array.from({ length: TREE_COUNT }, (_, t) => t);
/** Forests that are remembered: more than an undo or a preview goes back. */
const KEPT = 4;

/** A forest that was grown, with the frequencies from which its members are scored. */
export interface FittedForest extends Pick<FittedMetric, "view" | "penalty" | "metric"> {
  /** q_i at a labelled item under each member, by trees that have not seen it: members x classes. */
  leftOut(labels: Labels, members: readonly BankMember[]): (index: number) => Matrix;
  /** The same by all trees. */
  byAllTrees(labels: Labels, members: readonly BankMember[]): (index: number) => Matrix;
}

/** A forest with what it was grown on, for a kernel elsewhere on the same pool. */
export interface RememberedForest {
  readonly name: "forest";
  readonly items: readonly AnsweredItem[];
  readonly outcome: Forest;
}

/** Forests on one pool. */
export class LearnedForest {
  readonly name = "forest" as const;
  readonly #space: MetricSpace;
  readonly #schedule: LearningSchedule;
  readonly #kept: (RememberedForest & { readonly fitted: FittedForest })[] = [];

  constructor(space: MetricSpace, schedule: LearningSchedule) {
    this.#space = space;
    this.#schedule = schedule;
  }

  /**
   * The forest in use at these labels, or the reason in words why no forest is in use.
   * @param count On how many of the first items it is grown, for one that is made ahead of use.
   */
  at(labels: Labels, count: number = fittedCount(labels.count, this.#schedule)): FittedForest | string {
    if (count < MIN_ITEMS) return "there are too few labels";
    const items = itemsInOrder(labels.first(count));
    if (classesIn(items) < 2) return `the first ${count} labels are of one class`;
    if (!this.#knows(items)) {
      const rows = pickRows(
        this.#space.pool,
        items.map(({ index }) => index),
      );
      this.remember({ name: "forest", items, outcome: growForest(rows, items, labels.classCount) });
    }
    const [fit] = this.#kept.splice(
      this.#kept.findIndex((kept) => sameItems(kept.items, items)),
      1,
    );
    this.#kept.unshift(fit);
    return fit.fitted;
  }

  /** The forest that was used or grown last. */
  get latest(): RememberedForest | undefined {
    return this.#kept[0];
  }

  /** Takes over a forest that was grown here or elsewhere. */
  remember({ items, outcome }: RememberedForest): void {
    if (this.#knows(items)) return;
    this.#kept.unshift({ name: "forest", items, outcome, fitted: this.#fitted(items, outcome) });
    this.#kept.length = Math.min(KEPT, this.#kept.length);
  }

  #knows(items: readonly AnsweredItem[]): boolean {
    return this.#kept.some((fit) => sameItems(fit.items, items));
  }

  #fitted(items: readonly AnsweredItem[], forest: Forest): FittedForest {
    const { pool, given, see } = this.#space;
    const places = new Map(items.map(({ index }, place) => [index, place]));
    const judges = new Judges(forest, pool, places);
    return {
      view: viewBy("forest", given, (features: Features) => leavesOf(forest, see(features))),
      penalty: PENALTY + PENALTY_PER_ITEM * items.length * (ln(classesIn(items)) / Math.LN2),
      metric: { fittedOn: items.length, columnWeights: forest.importance, stopped: false },
      leftOut: (labels, members) => leftOutBy((index) => judges.treesFor(index), judges, labels, members),
      byAllTrees: (labels, members) => leftOutBy(() => ALL_TREES, judges, labels, members),
    };
  }
}

/** Which trees judge an item, and its leaves in them. */
class Judges {
  readonly #forest: Forest;
  readonly #pool: Matrix;
  readonly #places: ReadonlyMap<number, number>;
  readonly #leaves = new Map<number, Float64Array>();
  readonly #trees = new Map<number, Uint32Array>();

  constructor(forest: Forest, pool: Matrix, places: ReadonlyMap<number, number>) {
    this.#forest = forest;
    this.#pool = pool;
    this.#places = places;
  }

  /** The trees by which an item is judged: those that have not seen it. */
  treesFor(index: number): Uint32Array {
    const known = this.#trees.get(index);
    if (known !== undefined) return known;
    const place = this.#places.get(index);
    const trees =
      place === undefined ? ALL_TREES : ALL_TREES.filter((t) => this.#forest.seen[t * this.#places.size + place] === 0);
    this.#trees.set(index, trees);
    return trees;
  }

  leavesOf(index: number): Float64Array {
    const known = this.#leaves.get(index) ?? leavesOf(this.#forest, pickRows(this.#pool, [index])).data;
    this.#leaves.set(index, known);
    return known;
  }
}

/** The frequencies at a labelled item without its own answers, by some trees. */
function leftOutBy(
  treesFor: (index: number) => Uint32Array,
  judges: Judges,
  labels: Labels,
  members: readonly BankMember[],
): (index: number) => Matrix {
  const { classCount } = labels;
  const labelled = itemsOf(labels);
  const found = matrix(members.length, classCount);
  const tables = new Map<number, Float64Array[]>();
  const sharers = new LeafSharers(labelled.map(({ index }) => judges.leavesOf(index)));
  return (index) => {
    const trees = treesFor(index);
    const values = tables.get(trees.length) ?? members.map(({ scale }) => powers(scale, trees.length));
    tables.set(trees.length, values);
    const same = sharers.counts(judges.leavesOf(index), trees);
    found.data.fill(0);
    for (let place = 0; place < labelled.length; place++) {
      const { index: other, counts } = labelled[place];
      if (other === index || same[place] === 0) continue; // no tree agrees: all powers are 0
      for (let y = 0; y < classCount; y++) {
        if (counts[y] === 0) continue;
        for (let m = 0; m < members.length; m++) {
          found.data[m * classCount + y] += counts[y] * values[m][same[place]];
        }
      }
    }
    return found;
  };
}

/** K_g for each number of trees that agree; no tree says nothing. */
function powers(scale: number, treeCount: number): Float64Array {
  return Float64Array.from({ length: treeCount + 1 }, (_, same) => {
    return treeCount === 0 ? 0 : exp(-scale * distanceAt(treeCount - same, treeCount));
  });
}
