// The forest that some labels grow on one pool, as a further way to compare items in the learning kernel:
//
//   K_g(x, x') = s^(2g),   s the share of trees in which x and x' lie in the same leaf.
//
// It is grown on the items that were answered first, as metrics
// are fitted. A tree has seen the answers of its own items, so in the score of a member an item is compared by the trees
// that were not grown on it (out of bag); items that were answered since are compared by all trees. What flattery is
// left is met by a prior: the forest must explain the labels e^6 times better than what it replaces.
import type { Features } from "../../features.ts";
import type { LabelledItem, Labels } from "../../labels.ts";
import { type Matrix, matrix, pickRows } from "../../matrix.ts";
import { exp } from "../exp.ts";
import { viewBy } from "./feature-view.ts";
import { type Forest, growForest, leavesOf, TREE_COUNT } from "./forest.ts";
import type { BankMember } from "./kernel-bank.ts";
import { fittedCount, type LearningSchedule } from "./learning-schedule.ts";
import { type FittedMetric, sameItems } from "./learnt-metrics.ts";
import { distanceAt, leaves } from "./leaves.ts";
import type { MetricSpace } from "./metric-space.ts";

/** How leaves are compared. */
export const LEAF_KERNEL = leaves(TREE_COUNT);
/** Minus the logarithm of the prior: so much, and so much for each item that it was grown on. */
const PENALTY = 6;
const PENALTY_PER_ITEM = 0.1;
/** Trees on fewer items say next to nothing. */
const FEWEST_ITEMS = 10;
/** Forests that are remembered: more than an undo or a preview goes back. */
const KEPT = 4;

/** A forest that was grown, with the frequencies from which its members are scored. */
export interface FittedForest extends Pick<FittedMetric, "view" | "penalty" | "metric"> {
  /** q_i at a labelled item under each member, by trees that have not seen it: members x classes. */
  leftOut(labels: Labels, members: readonly BankMember[]): (index: number) => Matrix;
}

/** Forests on one pool. */
export class LearntForest {
  readonly name = "forest";
  readonly #space: MetricSpace;
  readonly #schedule: LearningSchedule;
  readonly #kept: { readonly items: readonly LabelledItem[]; readonly fitted: FittedForest }[] = [];

  constructor(space: MetricSpace, schedule: LearningSchedule) {
    this.#space = space;
    this.#schedule = schedule;
  }

  /**
   * The forest in use at these labels, or the reason in words why no forest is in use.
   * @param count On how many of the first items it is grown, for one that is made ahead of use.
   */
  at(labels: Labels, count: number = fittedCount(labels.count, this.#schedule)): FittedForest | string {
    if (count < FEWEST_ITEMS) return "there are too few labels";
    const items = labels.first(count).inOrder;
    if (!varies(items)) return `the first ${count} labels are of one class`;
    const known = this.#kept.findIndex((fit) => sameItems(fit.items, items));
    const fit = known < 0 ? { items, fitted: this.#fit(items, labels.classCount) } : this.#kept.splice(known, 1)[0];
    this.#kept.unshift(fit);
    this.#kept.length = Math.min(KEPT, this.#kept.length);
    return fit.fitted;
  }

  #fit(items: readonly LabelledItem[], classCount: number): FittedForest {
    const { pool, given, see } = this.#space;
    const rows = pickRows(
      pool,
      items.map(({ index }) => index),
    );
    const forest = growForest(rows, items, classCount);
    const places = new Map(items.map(({ index }, place) => [index, place]));
    const agreements = new Agreements(forest, pool, places);
    return {
      view: viewBy("forest", given, (features: Features) => leavesOf(forest, see(features))),
      penalty: PENALTY + PENALTY_PER_ITEM * items.length,
      metric: { fittedOn: items.length, columnWeights: forest.importance, stopped: false },
      leftOut: (labels, members) => leftOutBy(agreements, labels, members),
    };
  }
}

/** In how many of the trees that have not seen an item it shares a leaf with others. */
class Agreements {
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

  /** The trees by which an item is judged. */
  treesFor(index: number): Uint32Array {
    const known = this.#trees.get(index);
    if (known !== undefined) return known;
    const place = this.#places.get(index);
    const all = Uint32Array.from({ length: TREE_COUNT }, (_, t) => t);
    const trees = place === undefined ? all : all.filter((t) => this.#forest.seen[t * this.#places.size + place] === 0);
    this.#trees.set(index, trees);
    return trees;
  }

  count(index: number, other: number, trees: Uint32Array): number {
    const own = this.#leavesOf(index);
    const theirs = this.#leavesOf(other);
    let same = 0;
    for (let k = 0; k < trees.length; k++) if (own[trees[k]] === theirs[trees[k]]) same++;
    return same;
  }

  #leavesOf(index: number): Float64Array {
    const known = this.#leaves.get(index) ?? leavesOf(this.#forest, pickRows(this.#pool, [index])).data;
    this.#leaves.set(index, known);
    return known;
  }
}

function leftOutBy(agreements: Agreements, labels: Labels, members: readonly BankMember[]): (index: number) => Matrix {
  const { classCount } = labels;
  const found = matrix(members.length, classCount);
  const tables = new Map<number, Float64Array[]>();
  return (index) => {
    const trees = agreements.treesFor(index);
    const values = tables.get(trees.length) ?? members.map(({ scale }) => powers(scale, trees.length));
    tables.set(trees.length, values);
    found.data.fill(0);
    for (const { index: other, counts } of labels.labelled) {
      if (other === index) continue;
      const same = agreements.count(index, other, trees);
      for (let m = 0; m < members.length; m++) {
        for (let y = 0; y < classCount; y++) found.data[m * classCount + y] += counts[y] * values[m][same];
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

function varies(items: readonly LabelledItem[]): boolean {
  const first = items[0].counts.findIndex((count) => count > 0);
  return items.some(({ counts }) => counts.some((count, y) => count > 0 && y !== first));
}
