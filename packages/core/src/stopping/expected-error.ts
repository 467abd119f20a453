// The error that the model expects of itself. A Parzen window with a wide kernel is far less sure than it is right (on
// the digits 39 % expected against 10 % true error after 30 labels), so its probabilities are sharpened by a power that
// is fitted to the answers so far, each predicted without itself. That stays rough: too high while hard items are asked for, too
// low where a kernel was fitted to the same answers or people answer carelessly. Checks measure what this only estimates.
import { checkInteger, reject } from "../check.ts";
import { checkMatrix, checkNumbers } from "../check-numbers.ts";
import { decision } from "../classifier/decide.ts";
import { DEFAULT_PRIOR } from "../classifier/priors.ts";
import { checkLabels, itemsOf, type Labels } from "../labels.ts";
import { type Matrix, row } from "../matrix.ts";
import { checkPool, type Pool } from "../pool.ts";
import { decidingLoss } from "../predictor/deciding-loss.ts";
import { atLabelled, kernelLeftOut } from "../predictor/left-out-frequencies.ts";
import { predictedWithoutOwn, predictsAt } from "../predictor/predictive-frequencies.ts";
import { tooEarly } from "./thresholds.ts";

const MIN_TO_CALIBRATE = 8;
const SHARPNESSES = [1, 1.2, 1.4, 1.7, 2, 2.4, 2.8, 3.4, 4, 5, 6, 8];

/**
 * The model's estimate of its error: the expected share of wrong predictions among some items (by default all of the pool), given
 * the predictive frequencies that these labels make. Null while `tooEarly` gives a reason.
 * @throws XpalError if the labels or the frequencies are not of the pool, or an item is not.
 * @example ((pool) => expectedError(pool, matrixFrom([[0, 0], [0, 0]]), Labels.none(pool)))(createPool({ features: matrixFrom([[1, 0], [0, 1]]), kernel: "precomputed", classes: ["no", "yes"] })) // null
 */
export function expectedError(pool: Pool, freq: Matrix, labels: Labels, items?: ArrayLike<number>): number | null {
  checkItems("expectedError", pool, freq, labels, items);
  if (tooEarly(pool, labels) !== null) return null;
  return meanOver(pool, freq, labels, items, (chance, decided) => 1 - chance(decided));
}

/**
 * What a prediction is expected to cost among some items (by default all of the pool), given the predictive frequencies that
 * these labels make; without costs the expected error.
 * @throws XpalError if the labels or the frequencies are not of the pool, or an item is not.
 * @example ((pool) => expectedCost(pool, matrixFrom([[0, 0], [0, 0]]), Labels.none(pool)))(createPool({ features: matrixFrom([[1, 0], [0, 1]]), kernel: "precomputed", classes: ["no", "yes"], lossMatrix: matrixFrom([[0, 1], [4, 0]]) })) // 2
 */
export function expectedCost(pool: Pool, freq: Matrix, labels: Labels, items?: ArrayLike<number>): number {
  checkItems("expectedCost", pool, freq, labels, items);
  const { lossMatrix: loss, lossUnit } = pool;
  return meanOver(pool, freq, labels, items, (chance, decided) => {
    if (loss === null) return lossUnit * (1 - chance(decided));
    let cost = 0;
    for (let y = 0; y < loss.rows; y++) cost += chance(y) * row(loss, y)[decided];
    return cost;
  });
}

/** The mean over items of what is told of the chances of their classes and of the class that is decided. */
function meanOver(
  pool: Pool,
  freq: Matrix,
  labels: Labels,
  items: ArrayLike<number> | undefined,
  tell: (chance: (y: number) => number, decided: number) => number,
): number {
  const sharpness = sharpnessFor(pool, freq, labels);
  const loss = decidingLoss(pool, labels, freq);
  const count = items?.length ?? freq.rows;
  let expected = 0;
  for (let i = 0; i < count; i++) {
    const k = row(freq, items?.[i] ?? i);
    expected += tell((y) => chanceOf(k, y, sharpness), decision(k, loss));
  }
  return expected / count;
}

function checkItems(who: string, pool: Pool, freq: Matrix, labels: Labels, items?: ArrayLike<number>): void {
  checkState(who, pool, freq, labels);
  if (items === undefined) return;
  checkNumbers(who, "items", items);
  if (items.length === 0) reject(who, "items", "must not be empty", items);
  for (let i = 0; i < items.length; i++) checkInteger(who, `items[${i}]`, items[i], 0, freq.rows - 1);
}

/**
 * The predictive frequencies at each labelled item without its own answers, in the order of `labels.labelled`: what the
 * other labels say of it. Items x classes.
 * @throws XpalError if the labels or the frequencies are not of the pool.
 * @example ((pool) => [...leftOutFrequencies(pool, matrixFrom([[1, 0.5], [0.5, 1]]), Labels.from(pool, [[0, "no"], [1, "yes"]])).data])(createPool({ features: matrixFrom([[1, 0.5], [0.5, 1]]), kernel: "precomputed", classes: ["no", "yes"] })) // [0, 0.5, 0.5, 0]
 */
export function leftOutFrequencies(pool: Pool, freq: Matrix, labels: Labels): Matrix {
  checkState("leftOutFrequencies", pool, freq, labels);
  return leftOutOf(pool, freq, labels);
}

function leftOutOf(pool: Pool, freq: Matrix, labels: Labels): Matrix {
  return predictedWithoutOwn(pool, labels) ?? kernelLeftOut(pool, labels, atLabelled(freq, labels));
}

function checkState(who: string, pool: Pool, freq: Matrix, labels: Labels): void {
  checkPool(who, pool);
  checkLabels(who, labels, pool);
  checkMatrix(who, "freq", freq, "not negative");
  if (freq.rows !== pool.size || freq.cols !== pool.classCount) {
    reject(who, "freq", `must be ${pool.size} x ${pool.classCount}`, `${freq.rows} x ${freq.cols}`);
  }
}

/** The sharpness under which the answers so far, each predicted without itself, are the least surprising. */
function sharpnessFor(pool: Pool, freq: Matrix, labels: Labels): number {
  // A predictor is calibrated by its own fit; sharpened once more, it expected 15 % of errors where it made 25 %.
  if (labels.count < MIN_TO_CALIBRATE || predictsAt(pool.predictor, labels)) return 1;
  const left = leftOutOf(pool, freq, labels);
  const others = itemsOf(labels).map((item, at) => ({ k: row(left, at), to: item.weights }));
  let best = { surprise: Infinity, sharpness: 1 };
  for (const sharpness of SHARPNESSES) {
    let surprise = 0;
    for (const { k, to } of others) {
      for (let y = 0; y < k.length; y++) if (to[y] > 0) surprise -= to[y] * Math.log(chanceOf(k, y, sharpness));
    }
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
