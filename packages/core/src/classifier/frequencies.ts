// Kernel frequency estimates [1, Def. 2]: the similarity-weighted number of labels of each class at each point.
// Sums run over the labelled items in ascending order, whatever the order of the answers, so that taking a label back
// restores the very bits; the fast engine sums in the same order.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import type { Features } from "../features.ts";
import { checkFeatures, unremembered } from "../features.ts";
import { learnedPool } from "../kernels/learning/learned-pool.ts";
import { checkComparable } from "../kernels/similarities.ts";
import { similarityOf } from "../kernels/similarity-of.ts";
import { checkLabels, itemsOf, type Labels } from "../labels.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { checkPool, type Pool } from "../pool.ts";

/**
 * k_x^L for each of the given items (by default those of the pool): items x classes.
 * @throws XpalError if the labels are of another pool or the features do not fit it.
 * @example ((pool) => [...frequencies(pool, Labels.from(pool, [[1, "yes"]])).data])(createPool({ features: matrixFrom([[1, 0.5], [0.5, 1]]), kernel: "precomputed", classes: ["no", "yes"] })) // [0, 0.5, 0, 1]
 */
export function frequencies(pool: Pool, labels: Labels, features?: Features): Matrix {
  checkPool("frequencies", pool);
  checkLabels("frequencies", labels, pool);
  const items = features === undefined ? pool.features : checkedItems("frequencies", pool, features);
  return frequenciesOf(learnedPool(pool, labels), labels, items);
}

/** The items that a caller passes, checked and unremembered; rejects those that cannot be compared with the pool's. */
export function checkedItems(who: string, pool: Pool, features: Features): Features {
  if (features === pool.features || features === pool.evaluation.features) return features; // checked when the pool was made
  checkFeatures(who, "features", features);
  checkComparable(who, "features", features, pool.features);
  pool.kernel.check(who, features);
  return unremembered(features);
}

/** The same for callers that trust their arguments and have asked the labels for the kernel. k_{x,y} = sum over labelled (x', y) of K(x, x') [1, Def. 2]. */
export function frequenciesOf(pool: Pool, labels: Labels, features: Features): Matrix {
  if (pool.kernel.frequencies) return pool.kernel.frequencies(features, pool.features, labels, pool.classCount);
  const freq = matrix(features.rows, pool.classCount);
  for (let x = 0; x < features.rows; x++) {
    for (const { index, weights } of itemsOf(labels)) {
      const w = similarityOf(pool.kernel, features, x, pool.features, index);
      for (let y = 0; y < weights.length; y++) if (weights[y] > 0) freq.data[x * freq.cols + y] += weights[y] * w;
    }
  }
  return freq;
}
