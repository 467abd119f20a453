// What a few labels say of an item: frequencies from all of them but its own, by a kernel that has not seen its own label
// either. For the adaptive kernel that means to learn the weights anew for each item, from sums that are made once.
import { type AdaptiveKernel, Labels, type Matrix, matrix, type Pool } from "xpal";

/** Answers that are labels. */
export type Labelled = readonly (readonly [item: number, to: number])[];

/** A set of labels. */
export class LeftOut {
  readonly #pool: Pool;
  readonly #adaptive: AdaptiveKernel | null;
  readonly #labels = new Map<number, number>();
  /** For each labelled item the others' frequencies at it: members x classes. */
  readonly #sums = new Map<number, Matrix>();

  constructor(pool: Pool, labelled: Labelled) {
    this.#pool = pool;
    this.#adaptive = pool.kernel.name === "adaptive" ? (pool.kernel as AdaptiveKernel) : null;
    for (const [item, to] of labelled) this.#add(item, to);
  }

  /** Frequencies at an item from all labels but its own. */
  at(item: number): Float64Array {
    const others = [...this.#labels].filter(([other]) => other !== item);
    if (this.#adaptive !== null && others.length >= this.#adaptive.from)
      return this.#anew(item, this.#adaptive, others);
    const { kernel, features, classCount } = this.#pool; // the adaptive kernel is its base as long as it has not learnt
    const freq = new Float64Array(classCount);
    for (const [other, to] of others) freq[to] += kernel.similarity(features, item, features, other);
    return freq;
  }

  #add(item: number, to: number): void {
    if (this.#adaptive !== null) {
      const { features, classCount } = this.#pool;
      const bank = this.#adaptive.bankOn(features);
      const own = matrix(bank.members.length, classCount);
      const values = new Float64Array(bank.members.length);
      for (const [other, its] of this.#labels) {
        bank.valuesAt(features, item, other, values);
        const theirs = this.#sumsOf(other).data;
        for (let m = 0; m < values.length; m++) {
          own.data[m * classCount + its] += values[m];
          theirs[m * classCount + to] += values[m];
        }
      }
      this.#sums.set(item, own);
    }
    this.#labels.set(item, to);
  }

  #anew(item: number, adaptive: AdaptiveKernel, others: Labelled): Float64Array {
    const { features, classCount } = this.#pool;
    const bank = adaptive.bankOn(features);
    const own = this.#labels.get(item);
    const values = new Map(others.map(([other]) => [other, bank.valuesAt(features, item, other)]));
    const labelled = others.map(([other, to]) => [other, to, 1] as const);
    const labels = Labels.fromJSON(this.#pool, { labelled, skipped: [], discarded: [] });
    const weights = adaptive.weigh(labels, (other) => {
      const { rows, cols, data } = this.#sumsOf(other);
      if (own === undefined) return { rows, cols, data };
      const without = data.slice();
      values.get(other)?.forEach((value, m) => {
        without[m * cols + own] = Math.max(0, without[m * cols + own] - value);
      });
      return { rows, cols, data: without };
    });
    const freq = new Float64Array(classCount);
    for (const [other, to] of others) {
      values.get(other)?.forEach((value, m) => {
        freq[to] += (weights?.[m] ?? 0) * value;
      });
    }
    return freq;
  }

  #sumsOf(item: number): Matrix {
    return this.#sums.get(item) as Matrix;
  }
}
