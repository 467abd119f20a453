// What the other labels say of an item: frequencies from all labels but its own, by a kernel that has not seen its own
// label either. For the adaptive kernel that means to learn the weights anew for each item; the sums that this needs are
// kept from answer to answer, so it costs one comparison with each labelled item.
import { type AdaptiveKernel, type Kernel, Labels, type Matrix, matrix, type Pool } from "xpal";

/** Answers that are labels. */
export type Labelled = readonly (readonly [item: number, to: number])[];

/** With more labels one of them hardly moves the weights, and those of all labels serve. */
const MOST = 1024;

/** Follows a set of labels. */
export class LeftOut {
  readonly #pool: Pool;
  readonly #adaptive: AdaptiveKernel | null;
  readonly #labels = new Map<number, number>();
  /** For each labelled item the others' frequencies at it: members x classes. */
  readonly #sums = new Map<number, Matrix>();
  #keeps = false;

  constructor(pool: Pool, answers: Labelled = []) {
    this.#pool = pool;
    this.#adaptive = pool.kernel.name === "adaptive" ? (pool.kernel as AdaptiveKernel) : null;
    this.update(answers);
  }

  /** Takes over what changed. */
  update(answers: Labelled): void {
    const wanted = new Map(answers);
    const keep = this.#adaptive !== null && wanted.size <= MOST;
    if (keep !== this.#keeps) {
      this.#labels.clear();
      this.#sums.clear();
      this.#keeps = keep;
    }
    const lost = new Set<number>();
    for (const [item, to] of [...this.#labels]) {
      if (wanted.get(item) === to) continue;
      this.#labels.delete(item);
      this.#sums.delete(item);
      lost.add(to);
    }
    for (const to of lost) this.#sumAnew(to);
    for (const [item, to] of wanted) if (!this.#labels.has(item)) this.#add(item, to);
  }

  /**
   * Frequencies at an item from all labels but its own.
   * @param learnt The kernel as all labels have taught it.
   */
  at(item: number, learnt: Kernel): Float64Array {
    const adaptive = this.#adaptive;
    const others = this.#labels.size - (this.#labels.has(item) ? 1 : 0);
    if (adaptive !== null && others >= adaptive.from && this.#keeps) return this.#anew(item, adaptive);
    const kernel = adaptive === null ? this.#pool.kernel : others < adaptive.from ? adaptive.base : learnt;
    const { features, classCount } = this.#pool;
    const freq = new Float64Array(classCount);
    for (const [other, to] of this.#labels) {
      if (other !== item) freq[to] += kernel.similarity(features, item, features, other);
    }
    return freq;
  }

  #add(item: number, to: number): void {
    if (this.#adaptive !== null && this.#keeps) {
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

  /** Sums one class again: taking a label away by subtraction would leave traces in the last digits. */
  #sumAnew(to: number): void {
    if (this.#adaptive === null || !this.#keeps) return;
    const { features, classCount } = this.#pool;
    const bank = this.#adaptive.bankOn(features);
    const voters = [...this.#labels].filter(([, its]) => its === to).map(([item]) => item);
    const values = new Float64Array(bank.members.length);
    for (const [item, { data }] of this.#sums) {
      for (let m = 0; m < values.length; m++) data[m * classCount + to] = 0;
      for (const voter of voters) {
        if (voter === item) continue;
        bank.valuesAt(features, item, voter, values);
        for (let m = 0; m < values.length; m++) data[m * classCount + to] += values[m];
      }
    }
  }

  #anew(item: number, adaptive: AdaptiveKernel): Float64Array {
    const { features, classCount } = this.#pool;
    const bank = adaptive.bankOn(features);
    const own = this.#labels.get(item);
    const others = [...this.#labels].filter(([other]) => other !== item);
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
