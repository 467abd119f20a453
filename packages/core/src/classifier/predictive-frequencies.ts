// The frequencies from which classes are predicted: those of the kernel, or where the pool has a predictor its probabilities
// times the number of labels, so that the prior on frequencies weighs next to nothing beside them.
import type { Features } from "../features.ts";
import { learnedPool } from "../kernels/learning/learned-pool.ts";
import { checkLabels, type Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";
import { checkPool, type Pool } from "../pool.ts";
import { checkedItems, frequenciesOf } from "./frequencies.ts";
import type { Predictor } from "./predictor.ts";

/**
 * What classes are predicted from, for each of the given items (by default those of the pool): items x classes. The kernel's
 * `frequencies`, or where the pool has a predictor and there are labels, but not too many, its probabilities times the number of labels.
 * @throws XpalError if the labels are of another pool or the features do not fit it.
 * @example ((pool) => [...predictiveFrequencies(pool, Labels.from(pool, [[1, "yes"]])).data])(createPool({ features: matrixFrom([[1, 0.5], [0.5, 1]]), kernel: "precomputed", classes: ["no", "yes"] })) // [0, 0.5, 0, 1]
 */
export function predictiveFrequencies(pool: Pool, labels: Labels, features?: Features): Matrix {
  checkPool("predictiveFrequencies", pool);
  checkLabels("predictiveFrequencies", labels, pool);
  const items = features === undefined ? pool.features : checkedItems("predictiveFrequencies", pool, features);
  return predictedOf(pool, labels, items) ?? frequenciesOf(learnedPool(pool, labels), labels, items);
}

/** What the predictor says of some items; null where the pool has none, no label, or too many. For callers that trust their arguments. */
export function predictedOf({ predictor, features: pool }: Pool, labels: Labels, items: Features): Matrix | null {
  if (!predictsAt(predictor, labels)) return null;
  return times(labels.count, predictor.probabilities(pool, labels, items));
}

/** The same of the labelled items, each without its own answers. */
export function predictedWithoutOwn({ predictor, features }: Pool, labels: Labels): Matrix | null {
  if (!predictsAt(predictor, labels)) return null;
  return times(labels.count, predictor.leftOut(features, labels));
}

/** Whether classes are predicted by the predictor, not by the kernel: there is one, and labels, but not too many for it. */
export function predictsAt(predictor: Predictor | null, labels: Labels): predictor is Predictor {
  return predictor !== null && labels.count > 0 && labels.count <= predictor.mostLabels;
}

function times(factor: number, m: Matrix): Matrix {
  return { ...m, data: m.data.map((value) => factor * value) };
}
