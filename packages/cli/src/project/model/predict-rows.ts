// Class, probability and distance for the rows of a table. The distance is that to the nearest labelled row in
// bandwidths: sqrt(-2 ln K), which for the RBF kernel is the distance divided by the bandwidth. A row is far when it is
// farther from all labelled rows than any labelled row is from its nearest labelled neighbour: the labels say little about it.

import {
  type ClassName,
  costsOf,
  type Features,
  generator,
  type Kernel,
  type Learner,
  type Matrix,
  predictionsOf,
} from "@xpal/core";
import { applyRecipe, type Model, type Notice, type Table } from "@xpal/data";

/** What is predicted for a row. */
export interface RowPrediction {
  /** The data row, from 0. */
  readonly row: number;
  readonly class: string;
  readonly probability: number;
  /** What the class is expected to cost, where errors have costs. */
  readonly cost?: number;
  /** To the nearest labelled row, in bandwidths; null where the similarity is zero. */
  readonly distance: number | null;
  readonly far: boolean;
}

/** Predicts the rows of a table. */
export async function predictRows(
  { recipe, learner }: Model,
  table: Table,
): Promise<{ predictions: RowPrediction[]; notices: readonly Notice[] }> {
  const { features, notices } = applyRecipe(recipe, withoutLabel(recipe, table));
  const now = learner.at();
  const probabilities = await now.probabilities(features);
  const classes = await now.decide(probabilities);
  return { predictions: described(learner, features, classes, probabilities, 0, farthestFellow(learner)), notices };
}

/**
 * Predicts the rows of a file piece by piece. A tie between classes is decided by the seed and by where its piece begins,
 * so that it does not matter which pieces came before.
 * @returns What is predicted for a piece whose first row has this number.
 */
export async function piecePredictor({
  recipe,
  learner,
}: Model): Promise<(table: Table, start: number) => Promise<RowPrediction[]>> {
  const limit = farthestFellow(learner);
  const lossMatrix = (await learner.at().lossMatrix()) ?? undefined;
  return async (table, start) => {
    const { features } = applyRecipe(recipe, withoutLabel(recipe, table));
    const probabilities = await learner.probabilities(features);
    const decided = predictionsOf(probabilities, generator(learner.seed, start), lossMatrix);
    const classes = Array.from(decided, (y) => learner.pool.classes[y]);
    return described(learner, features, classes, probabilities, start, limit);
  };
}

function withoutLabel({ label }: Model["recipe"], table: Table): Table {
  return { ...table, columns: table.columns.filter(({ name }) => name !== label?.column) };
}

function described(
  learner: Learner,
  features: Features,
  classes: readonly ClassName[],
  { cols, data }: Matrix,
  start: number,
  limit: number,
): RowPrediction[] {
  const costs = costsOf(learner.pool);
  return classes.map((name, i): RowPrediction => {
    const distance = nearest(learner, features, i);
    const called = learner.pool.classes.indexOf(name);
    return {
      row: start + i,
      class: String(name),
      probability: data[i * cols + called],
      ...(costs === null ? {} : { cost: expectedCost(data.subarray(i * cols, (i + 1) * cols), costs, called) }),
      distance: Number.isFinite(distance) ? distance : null,
      far: distance > limit,
    };
  });
}

/** What calling a class costs, over the chances of the true ones. */
function expectedCost(chances: Float64Array, { data, cols }: Matrix, called: number): number {
  return chances.reduce((sum, chance, y) => sum + chance * data[y * cols + called], 0);
}

/** The largest distance of a labelled row to its nearest labelled neighbour. */
function farthestFellow(learner: Learner): number {
  let most = 0;
  for (const { index } of learner.labels.labelled) {
    const distance = nearest(learner, learner.pool.features, index, index);
    if (Number.isFinite(distance)) most = Math.max(most, distance);
  }
  return most;
}

/** The distance of an item to the nearest labelled row, one of them left out. */
function nearest({ pool, labels }: Learner, items: Features, i: number, except = -1): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { index } of labels.labelled) {
    if (index !== except) least = Math.min(least, distance(pool.kernel, items, i, pool.features, index));
  }
  return least;
}

function distance(kernel: Kernel, a: Features, i: number, b: Features, j: number): number {
  const d = kernel.distance?.(a, i, b, j) ?? -Math.log(kernel.similarity(a, i, b, j));
  return Math.sqrt(2 * Math.max(0, d));
}
