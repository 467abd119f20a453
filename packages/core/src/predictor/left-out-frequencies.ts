// Kernel frequencies at the labelled items without their own answers: what the other labels say of each.

import { frequenciesOf } from "../classifier/frequencies.ts";
import { chosenItems } from "../features.ts";
import { isLearnedKernel } from "../kernels/learning/is-learned-kernel.ts";
import { learnedPool } from "../kernels/learning/learned-pool.ts";
import { similarityOf } from "../kernels/similarity-of.ts";
import { itemsOf, type Labels } from "../labels.ts";
import { type Matrix, matrix, row } from "../matrix.ts";
import type { Pool } from "../pool.ts";

/** Frequencies at the labelled items, in ascending order: rows of those at the pool. */
export function atLabelled(freq: Matrix, labels: Labels): Matrix {
  const found = matrix(labels.count, freq.cols);
  itemsOf(labels).forEach(({ index }, i) => {
    row(found, i).set(row(freq, index));
  });
  return found;
}

/**
 * Labelled items in ascending order x classes.
 * @param freq The frequencies at the labelled items with their own answers; summed here where they are not known.
 */
export function kernelLeftOut(pool: Pool, labels: Labels, freq = summed(pool, labels)): Matrix {
  const { kernel, features } = pool;
  const left = { ...freq, data: freq.data.slice() };
  itemsOf(labels).forEach(({ index, weights }, i) => {
    const k = row(left, i);
    // An item is as similar to itself under every scale and locality as under the kernel to start from.
    const own = similarityOf(kernel, features, index, features, index);
    for (let y = 0; y < k.length; y++) if (weights[y] > 0) k[y] = Math.max(0, k[y] - weights[y] * own);
  });
  return (isLearnedKernel(kernel) && kernel.withoutOwnTrees(features, labels, left)) || left;
}

function summed(pool: Pool, labels: Labels): Matrix {
  const indices = Uint32Array.from(itemsOf(labels), ({ index }) => index);
  return frequenciesOf(learnedPool(pool, labels), labels, chosenItems(pool.features, indices));
}
