// One extremely randomised tree. Of each column that is looked at, one cut is drawn between the smallest and the largest
// value in the node; the cut whose two sides are the purest (Gini) is taken.
import type { LabelledItem } from "../labels.ts";
import type { Matrix } from "../matrix.ts";
import type { Generator } from "../random/generator.ts";

/** A tree: node 0 is the root. A leaf has column -1 and its number in `left`. */
export interface ExtraTree {
  readonly columns: Int32Array;
  /** Values up to this go left. */
  readonly cuts: Float64Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** The class shares of each leaf, leaf after leaf. */
  readonly shares: Float64Array;
}

/** What a tree is grown on. */
export interface ExtraTreeData {
  /** Of all items of the pool. */
  readonly points: Matrix;
  readonly items: readonly LabelledItem[];
  /** How often each of the items was drawn for this tree. */
  readonly drawn: Uint32Array;
  readonly classCount: number;
}

/** Grows a tree; at each node a root of the number of columns is looked at, those that do not vary not counted. */
export function growExtraTree(data: ExtraTreeData, chance: Generator): ExtraTree {
  const { points, items, drawn, classCount } = data;
  const { cols, data: values } = points;
  const tried = Math.max(1, Math.floor(Math.sqrt(cols)));
  const order = Uint32Array.from({ length: cols }, (_, d) => d);
  const own = Uint32Array.from(items.keys()).filter((i) => drawn[i] > 0);
  const most = 2 * own.length - 1; // each leaf holds at least one item
  const tree = {
    columns: new Int32Array(most).fill(-1),
    cuts: new Float64Array(most),
    left: new Int32Array(most),
    right: new Int32Array(most),
    shares: new Float64Array(own.length * classCount),
  };
  const total = new Float64Array(classCount);
  const low = new Float64Array(classCount);
  let nodes = 0;
  let leaves = 0;

  const valueAt = (i: number, column: number): number => values[items[i].index * cols + column];

  /** The classes of items from..to. */
  const countClasses = (from: number, to: number): number => {
    total.fill(0);
    let weight = 0;
    for (let at = from; at < to; at++) {
      const { weights } = items[own[at]];
      for (let y = 0; y < classCount; y++) total[y] += drawn[own[at]] * weights[y];
    }
    for (const count of total) weight += count;
    return weight;
  };

  /** The purity of both sides of a cut: the sum over the sides of the sum of squared counts over the count. */
  const purity = (from: number, to: number, column: number, cut: number): number => {
    low.fill(0);
    for (let at = from; at < to; at++) {
      const i = own[at];
      if (valueAt(i, column) > cut) continue;
      const { weights } = items[i];
      for (let y = 0; y < classCount; y++) low[y] += drawn[i] * weights[y];
    }
    let lowWeight = 0;
    let highWeight = 0;
    let lowSquares = 0;
    let highSquares = 0;
    for (let y = 0; y < classCount; y++) {
      const high = total[y] - low[y];
      lowWeight += low[y];
      highWeight += high;
      lowSquares += low[y] * low[y];
      highSquares += high * high;
    }
    return lowSquares / lowWeight + highSquares / highWeight;
  };

  const bestCut = (from: number, to: number): { column: number; cut: number } | null => {
    let best: { column: number; cut: number } | null = null;
    let purest = -1;
    let varied = 0;
    for (let looked = 0; looked < cols && varied < tried; looked++) {
      const other = looked + chance.nextIndex(cols - looked);
      const column = order[other];
      order[other] = order[looked];
      order[looked] = column;
      let smallest = Infinity;
      let largest = -Infinity;
      for (let at = from; at < to; at++) {
        const value = valueAt(own[at], column);
        if (value < smallest) smallest = value;
        if (value > largest) largest = value;
      }
      if (!(smallest < largest)) continue;
      varied++;
      const drawnCut = smallest + chance.nextUnit() * (largest - smallest);
      const cut = drawnCut < largest ? drawnCut : smallest; // rounding must not leave one side empty
      const found = purity(from, to, column, cut);
      if (found > purest) {
        purest = found;
        best = { column, cut };
      }
    }
    return best;
  };

  /** Moves the items up to the cut to the front; returns where the others begin. */
  const part = (from: number, to: number, column: number, cut: number): number => {
    let next = from;
    for (let at = from; at < to; at++) {
      const i = own[at];
      if (valueAt(i, column) > cut) continue;
      own[at] = own[next];
      own[next++] = i;
    }
    return next;
  };

  const grow = (from: number, to: number): number => {
    const node = nodes++;
    const weight = countClasses(from, to);
    const found = total.some((count) => count === weight) ? null : bestCut(from, to);
    if (found === null) {
      for (let y = 0; y < classCount; y++) tree.shares[leaves * classCount + y] = total[y] / weight;
      tree.left[node] = leaves++;
      return node;
    }
    tree.columns[node] = found.column;
    tree.cuts[node] = found.cut;
    const middle = part(from, to, found.column, found.cut);
    tree.left[node] = grow(from, middle);
    tree.right[node] = grow(middle, to);
    return node;
  };
  grow(0, own.length);
  return tree;
}

/** The number of the leaf that a row falls into. */
export function leafOf({ columns, cuts, left, right }: ExtraTree, { data, cols }: Matrix, row: number): number {
  let node = 0;
  while (columns[node] >= 0) node = data[row * cols + columns[node]] <= cuts[node] ? left[node] : right[node];
  return left[node];
}
