// The classifier after each answer, for the learning curve. A label adds one column of similarities, so the whole
// curve costs as much as the last model; columns are remembered, so one more answer costs one column.
//
// What the model expects of itself is calibrated: a Parzen window with a wide kernel is far less sure than it is right
// (on the digits 38 % expected against 10 % true error after 30 labels), so its probabilities are sharpened by a power
// that is fitted to the answers so far (then 20 %).

import type { Pool } from "xpal";
import type { Columns } from "./columns.ts";
import { DEFAULT_PRIOR } from "./default-prior.ts";

const FEWEST_TO_CALIBRATE = 8;
const SHARPNESSES = [1, 1.2, 1.4, 1.7, 2, 2.4, 2.8, 3.4, 4, 5, 6, 8];

/** A point of the learning curve. */
export interface CurvePoint {
  readonly labels: number;
  /** The error that the model expects of itself. */
  readonly expected: number;
  /** The share of wrong predictions where the truth is known. */
  readonly real: number | null;
}

/** Follows the answers of one project. */
export class GrowingModel {
  readonly #pool: Pool;
  readonly #truth: Int32Array | null;
  readonly #columns: Columns;
  #answers: (readonly [item: number, to: number])[] = [];
  #freq: Float64Array;
  #points: CurvePoint[];

  constructor(pool: Pool, columns: Columns, truth: Int32Array | null) {
    this.#pool = pool;
    this.#columns = columns;
    this.#truth = truth;
    this.#freq = new Float64Array(pool.size * pool.classCount);
    this.#points = [this.#point(0)];
  }

  /** The curve after these answers in this order, beginning with no label. */
  curve(answers: readonly (readonly [item: number, to: number])[]): CurvePoint[] {
    const same = this.#answers.every(([item, to], at) => answers[at]?.[0] === item && answers[at]?.[1] === to);
    if (!same) this.#restart();
    for (const answer of answers.slice(this.#answers.length)) {
      this.#add(answer);
      this.#points.push(this.#point(this.#answers.length));
    }
    return [...this.#points];
  }

  #restart(): void {
    this.#answers = [];
    this.#freq = new Float64Array(this.#freq.length);
    this.#points = [this.#point(0)];
  }

  #add(answer: readonly [item: number, to: number]): void {
    const [item, to] = answer;
    const { size, classCount } = this.#pool;
    const column = this.#columns.of(item);
    for (let x = 0; x < size; x++) this.#freq[x * classCount + to] += column[x];
    this.#answers.push(answer);
  }

  #point(labels: number): CurvePoint {
    const { size, classCount } = this.#pool;
    const sharpness = this.#sharpness();
    let expected = 0;
    let wrong = 0;
    for (let x = 0; x < size; x++) {
      const k = this.#freq.subarray(x * classCount, (x + 1) * classCount);
      let best = 0;
      for (let y = 1; y < classCount; y++) if (k[y] > k[best]) best = y;
      expected += 1 - chanceOf(k, best, sharpness);
      if (this.#truth !== null && this.#truth[x] !== best) wrong++;
    }
    return { labels, expected: expected / size, real: this.#truth === null ? null : wrong / size };
  }

  /** The sharpness under which the answers so far, each predicted without itself, are the least surprising. */
  #sharpness(): number {
    if (this.#answers.length < FEWEST_TO_CALIBRATE) return 1;
    const { classCount, kernel, features } = this.#pool;
    const others = this.#answers.map(([item, to]) => {
      const k = this.#freq.slice(item * classCount, (item + 1) * classCount);
      k[to] = Math.max(0, k[to] - kernel.similarity(features, item, features, item));
      return { k, to };
    });
    let best = { surprise: Infinity, sharpness: 1 };
    for (const sharpness of SHARPNESSES) {
      let surprise = 0;
      for (const { k, to } of others) surprise -= Math.log(chanceOf(k, to, sharpness));
      if (surprise < best.surprise) best = { surprise, sharpness };
    }
    return best.sharpness;
  }
}

/** The chance of class y: frequencies with the prior, raised to a power and normalised. */
function chanceOf(k: Float64Array, y: number, sharpness: number): number {
  let total = 0;
  for (let c = 0; c < k.length; c++) total += (k[c] + DEFAULT_PRIOR) ** sharpness;
  return (k[y] + DEFAULT_PRIOR) ** sharpness / total;
}
