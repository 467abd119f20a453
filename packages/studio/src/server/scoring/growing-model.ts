// The classifier after each answer, for the learning curve. A label adds one column of similarities, so the whole
// curve costs as much as the last model; columns are remembered, so one more answer costs one column.

import type { Pool } from "xpal";
import { DEFAULT_PRIOR } from "./default-prior.ts";

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
  readonly #columns = new Map<number, Float64Array>();
  #answers: (readonly [item: number, to: number])[] = [];
  #freq: Float64Array;
  #points: CurvePoint[];

  constructor(pool: Pool, truth: Int32Array | null) {
    this.#pool = pool;
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
    const column = this.#columnOf(item);
    for (let x = 0; x < size; x++) this.#freq[x * classCount + to] += column[x];
    this.#answers.push(answer);
  }

  #columnOf(item: number): Float64Array {
    const known = this.#columns.get(item);
    if (known !== undefined) return known;
    const { kernel, features, size } = this.#pool;
    const column = Float64Array.from({ length: size }, (_, x) => kernel.similarity(features, x, features, item));
    this.#columns.set(item, column);
    return column;
  }

  #point(labels: number): CurvePoint {
    const { size, classCount } = this.#pool;
    let expected = 0;
    let wrong = 0;
    for (let x = 0; x < size; x++) {
      const start = x * classCount;
      let best = 0;
      let total = 0;
      for (let y = 0; y < classCount; y++) {
        const k = this.#freq[start + y];
        total += k;
        if (k > this.#freq[start + best]) best = y;
      }
      expected += 1 - (this.#freq[start + best] + DEFAULT_PRIOR) / (total + classCount * DEFAULT_PRIOR);
      if (this.#truth !== null && this.#truth[x] !== best) wrong++;
    }
    return { labels, expected: expected / size, real: this.#truth === null ? null : wrong / size };
  }
}
