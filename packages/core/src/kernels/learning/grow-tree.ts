// One tree of a forest: splits of single columns until every leaf holds answers of one class or equal rows (Breiman,
// "Random forests", Machine Learning 45, 2001). Impurity is compared by sums of squared counts, which are integers, so
// that equal data and draws give equal trees in every runtime.
import type { Matrix } from "../../matrix.ts";
import type { Generator } from "../../random/generator.ts";

/** A tree: node 0 is the root. A leaf has column -1 and its number in `left`. */
export interface Tree {
  readonly columns: readonly number[];
  /** Values up to this go left. */
  readonly thresholds: readonly number[];
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** What a tree is grown on. */
export interface TreeData {
  /** One row per item. */
  readonly rows: Matrix;
  /** The place of each value among the distinct values of its column; columns x items. */
  readonly ranks: Uint32Array;
  /** Items x classes: how often each item counts for each class in this tree; 0 for an item that was not drawn. */
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

/** A tree on the items that count; at each node at least `tried` columns that vary are looked at, drawn at random. */
export function growTree(data: TreeData, items: readonly number[], tried: number, chance: Generator): Tree {
  const tree = { columns: [] as number[], thresholds: [] as number[], left: [] as number[], right: [] as number[] };
  const search = new SplitSearch(data, tried, chance);
  let leaves = 0;
  const grow = (own: readonly number[]): number => {
    const node = tree.columns.length;
    const split = search.best(own);
    tree.columns.push(split?.column ?? -1);
    tree.thresholds.push(split?.threshold ?? 0);
    tree.left.push(split === null ? leaves++ : 0);
    tree.right.push(0);
    if (split === null) return node;
    const goesLeft = (i: number) => data.ranks[split.column * data.rows.rows + i] <= split.rank;
    tree.left[node] = grow(own.filter(goesLeft));
    tree.right[node] = grow(own.filter((i) => !goesLeft(i)));
    return node;
  };
  grow(items);
  return tree;
}

/** The number of the leaf that a row falls into. */
export function leafOf({ columns, thresholds, left, right }: Tree, { data, cols }: Matrix, row: number): number {
  let node = 0;
  while (columns[node] >= 0) node = data[row * cols + columns[node]] <= thresholds[node] ? left[node] : right[node];
  return left[node];
}

/** Items are packed with their ranks into one number to sort by. */
const MOST_ITEMS = 2 ** 16;

class SplitSearch {
  readonly #data: TreeData;
  readonly #tried: number;
  readonly #chance: Generator;
  readonly #order: Uint32Array;
  readonly #keys: Uint32Array;
  readonly #total: Float64Array;
  readonly #left: Float64Array;

  constructor(data: TreeData, tried: number, chance: Generator) {
    const { rows, cols } = data.rows;
    this.#data = data;
    this.#tried = tried;
    this.#chance = chance;
    this.#order = Uint32Array.from({ length: cols }, (_, d) => d);
    this.#keys = new Uint32Array(rows);
    this.#total = new Float64Array(data.classCount);
    this.#left = new Float64Array(data.classCount);
  }

  /** The best split of some items; null where they are of one class or have equal rows. */
  best(items: readonly number[]): Split | null {
    const { counts, classCount, removed } = this.#data;
    this.#total.fill(0);
    for (const i of items) for (let y = 0; y < classCount; y++) this.#total[y] += counts[i * classCount + y];
    let weight = 0;
    let squares = 0;
    for (const count of this.#total) {
      weight += count;
      squares += count * count;
    }
    if (squares === weight * weight) return null;
    let best: Split | null = null;
    let varied = 0;
    for (let drawn = 0; drawn < this.#order.length && varied < this.#tried; drawn++) {
      const other = drawn + this.#chance.nextIndex(this.#order.length - drawn);
      const column = this.#order[other];
      this.#order[other] = this.#order[drawn];
      this.#order[drawn] = column;
      const split = this.#bestOf(column, items, weight, squares);
      if (split === null) continue;
      varied++;
      if (best === null || split.score > best.score) best = split;
    }
    if (best !== null) removed[best.column] += best.score - squares / weight;
    return best;
  }

  /** The best split by one column; null where it does not vary among the items. */
  #bestOf(column: number, items: readonly number[], weight: number, squares: number): Split | null {
    const { ranks, counts, classCount, rows } = this.#data;
    const keys = this.#keys.subarray(0, items.length);
    for (let at = 0; at < keys.length; at++) keys[at] = ranks[column * rows.rows + items[at]] * MOST_ITEMS + items[at];
    sort(keys);
    this.#left.fill(0);
    let leftWeight = 0;
    let leftSquares = 0;
    let rightSquares = squares;
    let most = -1;
    let place = -1;
    for (let at = 0; at + 1 < keys.length; at++) {
      const item = keys[at] % MOST_ITEMS;
      for (let y = 0; y < classCount; y++) {
        const count = counts[item * classCount + y];
        if (count === 0) continue;
        const right = this.#total[y] - this.#left[y];
        leftSquares += count * (2 * this.#left[y] + count);
        rightSquares += count * (count - 2 * right);
        this.#left[y] += count;
        leftWeight += count;
      }
      if (keys[at] >>> 16 === keys[at + 1] >>> 16) continue;
      const score = leftSquares / leftWeight + rightSquares / (weight - leftWeight);
      if (score <= most) continue;
      most = score;
      place = at;
    }
    if (place < 0) return null;
    const valueAt = (key: number) => rows.data[(key % MOST_ITEMS) * rows.cols + column];
    return {
      column,
      threshold: between(valueAt(keys[place]), valueAt(keys[place + 1])),
      rank: keys[place] >>> 16,
      score: most,
    };
  }
}

/** The middle of two values; the lower one where the middle rounds to the upper one. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle < high ? middle : low;
}

/** Short lists are sorted faster by insertion. */
const SHORT = 12;

function sort(keys: Uint32Array): void {
  if (keys.length > SHORT) {
    keys.sort();
    return;
  }
  for (let at = 1; at < keys.length; at++) {
    const key = keys[at];
    let to = at;
    for (; to > 0 && keys[to - 1] > key; to--) keys[to] = keys[to - 1];
    keys[to] = key;
  }
}
