// One tree of a forest: splits of single columns until every leaf holds answers of one class or equal rows (Breiman,
// "Random forests", Machine Learning 45, 2001). Impurity is compared by sums of squared counts, which are integers, so
// that equal data and draws give equal trees in every runtime.
import type { Matrix } from "../../matrix.ts";
import type { Generator } from "../../random/generator.ts";
import type { RankedColumns } from "./ranked-columns.ts";

/** A tree: node 0 is the root. A leaf has column -1 and its number in `left`. */
export interface Tree {
  readonly columns: readonly number[];
  /** Values up to this go left. */
  readonly thresholds: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** What a tree is grown on: answers, several to an item that was given several classes. */
export interface TreeData {
  /** One row per answer. */
  readonly rows: Matrix;
  readonly ranked: RankedColumns;
  /** The class of each answer, and how often it counts in this tree. */
  readonly classes: Uint32Array;
  readonly counts: Float64Array;
  readonly classCount: number;
  /** How much impurity the splits of each column removed; grows. */
  readonly removed: Float64Array;
}

interface Split {
  readonly column: number;
  readonly threshold: number;
  readonly rank: number;
  /** The sum over both sides of the sum of squared counts over the count. */
  readonly score: number;
}

/** A tree on some answers; at each node at least `tried` columns that vary are looked at, drawn at random. */
export function growTree(data: TreeData, answers: readonly number[], tried: number, chance: Generator): Tree {
  const tree = { columns: [] as number[], thresholds: [] as number[], left: [] as number[], right: [] as number[] };
  const search = new SplitSearch(data, tried, chance);
  const own = Uint32Array.from(answers);
  let leaves = 0;
  const grow = (from: number, to: number): number => {
    const node = tree.columns.length;
    const split = search.best(own.subarray(from, to));
    tree.columns.push(split?.column ?? -1);
    tree.thresholds.push(split?.threshold ?? 0);
    tree.left.push(split === null ? leaves++ : 0);
    tree.right.push(0);
    if (split === null) return node;
    const middle = from + part(own.subarray(from, to), data.ranked.ranksOf(split.column), split.rank);
    tree.left[node] = grow(from, middle);
    tree.right[node] = grow(middle, to);
    return node;
  };
  grow(0, own.length);
  return tree;
}

/** The number of the leaf that a row falls into. */
export function leafOf({ columns, thresholds, left, right }: Tree, { data, cols }: Matrix, row: number): number {
  let node = 0;
  while (columns[node] >= 0) node = data[row * cols + columns[node]] <= thresholds[node] ? left[node] : right[node];
  return left[node];
}

/** Moves the answers up to a rank to the front; returns how many they are. */
function part(answers: Uint32Array, ranks: Uint32Array, rank: number): number {
  let low = 0;
  for (let at = 0; at < answers.length; at++) {
    const answer = answers[at];
    if (ranks[answer] > rank) continue;
    answers[at] = answers[low];
    answers[low++] = answer;
  }
  return low;
}

class SplitSearch {
  readonly #data: TreeData;
  readonly #tried: number;
  readonly #chance: Generator;
  readonly #columns: Uint32Array;
  readonly #total: Float64Array;
  readonly #left: Float64Array;

  constructor(data: TreeData, tried: number, chance: Generator) {
    this.#data = data;
    this.#tried = tried;
    this.#chance = chance;
    this.#columns = Uint32Array.from({ length: data.rows.cols }, (_, d) => d);
    this.#total = new Float64Array(data.classCount);
    this.#left = new Float64Array(data.classCount);
  }

  /** The best split of some answers; null where they are of one class or have equal rows. */
  best(answers: Uint32Array): Split | null {
    const { classes, counts, removed } = this.#data;
    const columns = this.#columns;
    this.#total.fill(0);
    for (let at = 0; at < answers.length; at++) this.#total[classes[answers[at]]] += counts[answers[at]];
    let weight = 0;
    let squares = 0;
    for (const count of this.#total) {
      weight += count;
      squares += count * count;
    }
    if (squares === weight * weight) return null;
    let best: Split | null = null;
    let varied = 0;
    for (let drawn = 0; drawn < columns.length && varied < this.#tried; drawn++) {
      const other = drawn + this.#chance.nextIndex(columns.length - drawn);
      const column = columns[other];
      columns[other] = columns[drawn];
      columns[drawn] = column;
      const split = this.#bestOf(column, answers, weight, squares);
      if (split === null) continue;
      varied++;
      if (best === null || split.score > best.score) best = split;
    }
    if (best !== null) removed[best.column] += best.score - squares / weight;
    return best;
  }

  /** The best split by one column; null where it does not vary among the answers. */
  #bestOf(column: number, answers: Uint32Array, weight: number, squares: number): Split | null {
    const { ranked, classes, counts, rows } = this.#data;
    const ranks = ranked.ranksOf(column);
    const order = ranked.sorted(column, answers);
    const total = this.#total;
    const left = this.#left.fill(0);
    let leftWeight = 0;
    let leftSquares = 0;
    let rightSquares = squares;
    let most = -1;
    let place = -1;
    for (let at = 0; at + 1 < order.length; at++) {
      const answer = order[at];
      const y = classes[answer];
      const count = counts[answer];
      leftSquares += count * (2 * left[y] + count);
      rightSquares += count * (count - 2 * (total[y] - left[y]));
      left[y] += count;
      leftWeight += count;
      if (ranks[answer] === ranks[order[at + 1]]) continue;
      const score = leftSquares / leftWeight + rightSquares / (weight - leftWeight);
      if (score <= most) continue;
      most = score;
      place = at;
    }
    if (place < 0) return null;
    const valueAt = (at: number) => rows.data[order[at] * rows.cols + column];
    const threshold = between(valueAt(place), valueAt(place + 1));
    return { column, threshold, rank: ranks[order[place]], score: most };
  }
}

/** The middle of two values; the lower one where the middle rounds to the upper one. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle < high ? middle : low;
}
