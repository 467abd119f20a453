// The error that the model expects of itself. A Parzen window with a wide kernel is far less sure than it is right (on
// the digits 39 % expected against 10 % true error after 30 labels), so its probabilities are sharpened by a power that
// is fitted to the answers so far, each predicted without itself. Those were asked for because they were hard, so what
// comes out is still too high more often than not; audit items measure what this only estimates. Decision 0055.
import { DEFAULT_PRIOR, decide, type Matrix, type Pool } from "xpal";
import type { Labelled } from "./labels-of.ts";

const FEWEST_TO_CALIBRATE = 8;
const SHARPNESSES = [1, 1.2, 1.4, 1.7, 2, 2.4, 2.8, 3.4, 4, 5, 6, 8];

/** The expected share of wrong predictions, given the frequencies that these answers make. */
export function expectedError(pool: Pool, { rows, cols, data }: Matrix, answers: Labelled): number {
  const sharpness = sharpnessFor(pool, data, answers);
  let expected = 0;
  for (let x = 0; x < rows; x++) {
    const k = data.subarray(x * cols, (x + 1) * cols);
    expected += 1 - chanceOf(k, decide(k, pool.lossMatrix ?? undefined), sharpness);
  }
  return expected / rows;
}

/** The frequencies at a labelled item without its own answer. */
export function withoutOwn({ features, kernel, classCount }: Pool, data: Float64Array, item: number, to: number) {
  const k = data.slice(item * classCount, (item + 1) * classCount);
  // An item is as similar to itself under every scale and locality as under the kernel to start from.
  k[to] = Math.max(0, k[to] - kernel.similarity(features, item, features, item));
  return k;
}

/** The sharpness under which the answers so far, each predicted without itself, are the least surprising. */
function sharpnessFor(pool: Pool, data: Float64Array, answers: Labelled): number {
  if (answers.length < FEWEST_TO_CALIBRATE) return 1;
  const others = answers.map(([item, to]) => ({ k: withoutOwn(pool, data, item, to), to }));
  let best = { surprise: Infinity, sharpness: 1 };
  for (const sharpness of SHARPNESSES) {
    let surprise = 0;
    for (const { k, to } of others) surprise -= Math.log(chanceOf(k, to, sharpness));
    if (surprise < best.surprise) best = { surprise, sharpness };
  }
  return best.sharpness;
}

/** The chance of class y: frequencies with the prior, raised to a power and normalised. */
function chanceOf(k: Float64Array, y: number, sharpness: number): number {
  let total = 0;
  for (let c = 0; c < k.length; c++) total += (k[c] + DEFAULT_PRIOR) ** sharpness;
  return (k[y] + DEFAULT_PRIOR) ** sharpness / total;
}
