// Extremely randomised trees (Geurts, Ernst and Wehenkel, Machine Learning 63, 2006) with bootstrap samples: at each node a
// random cut of each of a few random columns, of which the purest is taken, until a leaf holds one class or equal rows.
// A probability is the mean over the trees of the class shares in the leaf. A labelled item is predicted without its own
// answers by the trees that were not grown on it (out of bag). All draws follow from the number of labelled items.
import { checkInteger, checkOptions, reject } from "../check.ts";
import { itemsOf, type Labels } from "../labels.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { generator } from "../random/generator.ts";
import { densePoints, whyNotDense } from "./dense-points.ts";
import { type ExtraTree, growExtraTree, leafOf } from "./grow-extra-tree.ts";
import type { FittedPredictor, Predictor } from "./predictor.ts";

/** How many trees are grown. */
export interface ExtraTreesOptions {
  /** 20 by default. */
  readonly trees?: number;
}

/** With 50 the area under the error curve was no lower, over 28 + 10 sets. */
const TREES = 20;

/**
 * Predicts by extremely randomised trees on the columns of the features.
 * @throws XpalError if an option is out of range or unknown.
 * @example extraTrees().name // "extraTrees"
 */
export function extraTrees(options: ExtraTreesOptions = {}): Predictor {
  checkOptions("extraTrees", options, ["trees"]);
  const { trees: count = TREES } = options;
  checkInteger("extraTrees", "trees", count, 1, 10_000);
  const predictor: Predictor = {
    name: "extraTrees",
    usesKernel: false,
    fit: ({ features, labels }) => fitted(densePoints(features), labels, count),
    fixedOn: () => predictor,
    check(who, features) {
      const reason = whyNotDense(features);
      if (reason !== null) reject(who, "predictor", `must not be trees: ${reason}`, "extraTrees");
    },
    toJSON: () => ({ name: "extraTrees", ...(count === TREES ? {} : { trees: count }) }),
  };
  return predictor;
}

function fitted(points: Matrix, labels: Labels, count: number): FittedPredictor {
  const items = itemsOf(labels);
  const trees: ExtraTree[] = [];
  const leftOut = matrix(items.length, labels.classCount);
  const judges = new Uint32Array(items.length);
  for (let t = 0; t < count; t++) {
    const chance = generator(items.length, t);
    const drawn = new Uint32Array(items.length);
    for (let draw = 0; draw < items.length; draw++) drawn[chance.nextIndex(items.length)]++;
    const tree = growExtraTree({ points, items, drawn, classCount: labels.classCount }, chance);
    trees.push(tree);
    items.forEach(({ index }, i) => {
      if (drawn[i] > 0) return;
      judges[i]++;
      addLeaf(leftOut, i, tree, points, index);
    });
  }
  for (let i = 0; i < items.length; i++) divide(leftOut, i, judges[i]);
  return {
    leftOut,
    probabilities: (features) => probabilitiesOf(trees, densePoints(features), labels.classCount),
    describe: () => "extremely randomised trees",
  };
}

function probabilitiesOf(trees: readonly ExtraTree[], points: Matrix, classCount: number): Matrix {
  const p = matrix(points.rows, classCount);
  const { data, cols } = points;
  for (const { columns, cuts, left, right, shares } of trees) {
    for (let i = 0; i < points.rows; i++) {
      let node = 0;
      while (columns[node] >= 0) node = data[i * cols + columns[node]] <= cuts[node] ? left[node] : right[node];
      const leaf = left[node] * classCount;
      for (let y = 0; y < classCount; y++) p.data[i * classCount + y] += shares[leaf + y];
    }
  }
  for (let i = 0; i < points.rows; i++) divide(p, i, trees.length);
  return p;
}

/** Adds the class shares of a point's leaf to a row. */
function addLeaf({ data, cols }: Matrix, row: number, tree: ExtraTree, points: Matrix, index: number): void {
  const leaf = leafOf(tree, points, index);
  for (let y = 0; y < cols; y++) data[row * cols + y] += tree.shares[leaf * cols + y];
}

/** The mean over so many trees; uniform where no tree judges. */
function divide({ data, cols }: Matrix, row: number, trees: number): void {
  for (let y = 0; y < cols; y++) data[row * cols + y] = trees === 0 ? 1 / cols : data[row * cols + y] / trees;
}
