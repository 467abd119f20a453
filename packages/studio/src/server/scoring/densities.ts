// How typical an item is: its mean similarity to the others, relative to the most typical of a sample.
import { generator, type Pool } from "@xpal/core";

const SAMPLE = 400;

/** Densities of one pool, against a fixed sample of it. */
export class Densities {
  readonly #pool: Pool;
  readonly #sample: Uint32Array;
  #largest: number | undefined;

  constructor(pool: Pool) {
    this.#pool = pool;
    const draw = generator(0);
    const all = pool.size <= SAMPLE;
    this.#sample = Uint32Array.from({ length: Math.min(SAMPLE, pool.size) }, (_, i) =>
      all ? i : draw.nextIndex(pool.size),
    );
  }

  /** From 0 (alone) to 1 (as typical as can be). */
  of(item: number): number {
    this.#largest ??= this.#sample.reduce((most, other) => Math.max(most, this.#mean(other)), 0);
    return this.#largest === 0 ? 0 : Math.min(1, this.#mean(item) / this.#largest);
  }

  #mean(item: number): number {
    const { kernel, features } = this.#pool;
    let sum = 0;
    for (const other of this.#sample) if (other !== item) sum += kernel.similarity(features, item, features, other);
    return sum / this.#sample.length;
  }
}
