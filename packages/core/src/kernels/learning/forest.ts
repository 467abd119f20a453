// A small random forest (Breiman, "Random forests", Machine Learning 45, 2001) as a way to compare items: two items are
// the more alike, the more trees put them into the same leaf. Each tree is grown on items drawn with replacement and
// looks at a random root of the number of columns at each node. All draws follow from the number of items.
import type { AnsweredItem } from "../../labels.ts";
import { type Matrix, matrix, pickRows } from "../../matrix.ts";
import { generator } from "../../random/generator.ts";
import { growTree, leafOf, type Tree } from "./grow-tree.ts";
import { RankedColumns } from "./ranked-columns.ts";

/** A forest, and which items its trees have seen. */
export interface Forest {
  readonly trees: readonly Tree[];
  /** Trees x items: 1 where a tree was grown on an item. */
  readonly seen: Uint8Array;
  /** The share of the impurity that splits of each column removed, times the number of columns: 1 on average. */
  readonly importance: Float64Array;
}

/** Trees of a forest. */
export const TREE_COUNT = 100;

/**
 * A forest on labelled items.
 * @param rows One row per item, in the items' order.
 */
export function growForest(rows: Matrix, items: readonly AnsweredItem[], classCount: number): Forest {
  const count = items.length;
  const answers = items.flatMap(({ counts }, item) =>
    Array.from(counts, (times, y) => ({ item, y, times })).filter(({ times }) => times > 0),
  );
  const answered = pickRows(
    rows,
    answers.map(({ item }) => item),
  );
  const ranked = new RankedColumns(answered);
  const classes = Uint32Array.from(answers, ({ y }) => y);
  const removed = new Float64Array(rows.cols);
  const tried = Math.max(1, Math.floor(Math.sqrt(rows.cols)));
  const seen = new Uint8Array(TREE_COUNT * count);
  const trees = Array.from({ length: TREE_COUNT }, (_, t) => {
    const chance = generator(count, t);
    const drawn = new Uint32Array(count);
    for (let draw = 0; draw < count; draw++) drawn[chance.nextIndex(count)]++;
    drawn.forEach((times, i) => {
      seen[t * count + i] = times > 0 ? 1 : 0;
    });
    const counts = Float64Array.from(answers, ({ item, times }) => drawn[item] * times);
    const own = Array.from(answers.keys()).filter((a) => counts[a] > 0);
    return growTree({ rows: answered, ranked, classes, counts, classCount, removed }, own, tried, chance);
  });
  const total = removed.reduce((sum, part) => sum + part, 0);
  return { trees, seen, importance: removed.map((part) => (total > 0 ? (part / total) * rows.cols : 1)) };
}

/** The leaf of each row in each tree: rows x trees. */
export function leavesOf({ trees }: Forest, rows: Matrix): Matrix {
  const leaves = matrix(rows.rows, trees.length);
  for (let t = 0; t < trees.length; t++) {
    for (let i = 0; i < rows.rows; i++) leaves.data[i * trees.length + t] = leafOf(trees[t], rows, i);
  }
  return leaves;
}
