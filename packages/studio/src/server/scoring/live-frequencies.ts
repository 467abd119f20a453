// Kernel frequencies at every item under the labels of now. A label adds one column; taking one away sums anew, because
// subtracting would leave traces in the last digits.
import type { Pool } from "xpal";
import type { Columns } from "./columns.ts";

/** Frequencies of one pool, items x classes. */
export class LiveFrequencies {
  readonly #pool: Pool;
  readonly #columns: Columns;
  readonly #labels = new Map<number, number>();
  #freq: Float64Array | null;

  constructor(pool: Pool, columns: Columns) {
    this.#pool = pool;
    this.#columns = columns;
    this.#freq = new Float64Array(pool.size * pool.classCount);
  }

  /** Gives an item a class, or null for none. */
  set(item: number, to: number | null): void {
    const before = this.#labels.get(item) ?? null;
    if (before === to) return;
    if (before !== null) {
      this.#labels.delete(item);
      this.#freq = null; // summed anew when next asked for
    }
    if (to === null) return;
    this.#labels.set(item, to);
    if (this.#freq !== null) this.#add(this.#freq, item, to);
  }

  /** The frequencies now, row by row. */
  get values(): Float64Array {
    if (this.#freq === null) {
      this.#freq = new Float64Array(this.#pool.size * this.#pool.classCount);
      for (const [item, to] of this.#labels) this.#add(this.#freq, item, to);
    }
    return this.#freq;
  }

  #add(freq: Float64Array, item: number, to: number): void {
    const { size, classCount } = this.#pool;
    const column = this.#columns.of(item);
    for (let x = 0; x < size; x++) freq[x * classCount + to] += column[x];
  }
}
