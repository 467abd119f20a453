// Similarities of one item to all others, remembered within a bound: labels come and go, their columns stay useful.
import type { Pool } from "xpal";

/** At most this many numbers are remembered (160 MB); the oldest columns go first. */
const MOST_NUMBERS = 20_000_000;

/** The columns of one pool. */
export class Columns {
  readonly #pool: Pool;
  readonly #known = new Map<number, Float64Array>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** K(x, item) for every x of the pool. */
  of(item: number): Float64Array {
    const known = this.#known.get(item);
    if (known !== undefined) return known;
    const { kernel, features, size } = this.#pool;
    const column = new Float64Array(size);
    for (let x = 0; x < size; x++) column[x] = kernel.similarity(features, x, features, item);
    this.#known.set(item, column);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size * size <= MOST_NUMBERS || oldest === item) break;
      this.#known.delete(oldest);
    }
    return column;
  }
}
