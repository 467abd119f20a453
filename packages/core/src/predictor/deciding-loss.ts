// The loss that decides, where the predictive frequencies of all items are known: under the balanced measure the shares of the
// classes are those that the predictions have over the evaluation set, with its weights. Snapshot.lossMatrix is the same.

import { lossAt } from "../classifier/measure.ts";
import type { Labels } from "../labels.ts";
import { type Matrix, pickRows } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import { predictiveFrequencies } from "./predictive-frequencies.ts";

/** The loss that decides at some labels; null for the zero-one loss. `freq` are predictive frequencies: items x classes. */
export function decidingLoss(pool: Pool, labels: Labels, freq: Matrix): Matrix | null {
  return lossAt(pool, labels, () => {
    const { isPool, indices, features } = pool.evaluation;
    if (isPool) return freq;
    return indices === null ? predictiveFrequencies(pool, labels, features) : pickRows(freq, indices);
  });
}
