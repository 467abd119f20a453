// NumPy's legacy RandomState, draw for draw: the printed numbers of the paper hang on its stream, so the laboratory
// repeats it. Method names are NumPy's. Everybody else is better served by the core's own generator.
import type { Generator } from "@xpal/core";
import { checkInteger, reject } from "@xpal/core/check";
import { mersenneTwister } from "./mersenne-twister.ts";

/** The largest seed that NumPy takes. */
const LARGEST_SEED = 2 ** 32 - 1;

/**
 * NumPy's legacy generator; it can be passed wherever the core wants a generator.
 * @throws XpalError if the seed is not an integer from 0 to 2^32 - 1.
 * @example new RandomState(1).randomSample(1)[0] // 0.417022004702574
 */
export class RandomState implements Generator {
  readonly #nextWord: () => number;

  constructor(seed: number) {
    checkInteger("RandomState", "seed", seed, 0, LARGEST_SEED);
    this.#nextWord = mersenneTwister(seed);
  }

  /** `random_sample(size)`: numbers from [0, 1) with 53 random bits. */
  randomSample(size: number): Float64Array {
    checkInteger("randomSample", "size", size, 0);
    return Float64Array.from({ length: size }, () => this.nextUnit());
  }

  /** `uniform(low, high, size)`: numbers from [low, high); a shape of several axes is filled row by row. */
  uniform(low: number, high: number, size: number): Float64Array {
    checkInteger("uniform", "size", size, 0);
    if (!Number.isFinite(high - low)) reject("uniform", "high - low", "must be finite", high - low);
    const numbers = new Float64Array(size);
    for (let i = 0; i < size; i++) numbers[i] = low + (high - low) * this.nextUnit();
    return numbers;
  }

  /** `randint(low, high)`: an integer from low to high - 1, by masked rejection. */
  randint(low: number, high: number): number {
    checkInteger("randint", "low", low, Number.MIN_SAFE_INTEGER);
    checkInteger("randint", "high", high, low + 1, low + 2 ** 32);
    return low + this.#upTo(high - low - 1);
  }

  /** `randint(0, bound, size)` as a bootstrap draws it: `size` indices below `bound`, with repetitions. */
  bootstrap(bound: number, size: number): Uint32Array {
    checkInteger("bootstrap", "size", size, 0);
    checkInteger("bootstrap", "bound", bound, 1, 2 ** 32);
    const drawn = new Uint32Array(size);
    for (let i = 0; i < size; i++) drawn[i] = this.#upTo(bound - 1);
    return drawn;
  }

  /** `permutation(n)`: 0 to n - 1 in random order, by Fisher and Yates from the end. */
  permutation(n: number): Uint32Array {
    checkInteger("permutation", "n", n, 0, LARGEST_SEED);
    const order = new Uint32Array(n);
    for (let i = 0; i < n; i++) order[i] = i;
    for (let i = n - 1; i > 0; i--) {
      const j = this.#upTo(i);
      const moved = order[i];
      order[i] = order[j];
      order[j] = moved;
    }
    return order;
  }

  /** `choice(n, size, replace=False)`: the head of a permutation. */
  choice(n: number, size: number): Uint32Array {
    checkInteger("choice", "size", size, 0, n);
    return this.permutation(n).slice(0, size);
  }

  /** Passes over this many draws of `randomSample` or `uniform`. */
  skip(size: number): void {
    for (let i = 0; i < 2 * size; i++) this.#nextWord();
  }

  nextIndex(bound: number): number {
    return this.randint(0, bound);
  }

  nextUnit(): number {
    const high = this.#nextWord() >>> 5;
    const low = this.#nextWord() >>> 6;
    return (high * 2 ** 26 + low) / 2 ** 53;
  }

  /** An integer from 0 to `most`: words cut to the bits of `most` until one fits. Nothing is drawn for 0. */
  #upTo(most: number): number {
    if (most === 0) return 0;
    const mask = 0xffffffff >>> Math.clz32(most);
    let drawn = (this.#nextWord() & mask) >>> 0;
    while (drawn > most) drawn = (this.#nextWord() & mask) >>> 0;
    return drawn;
  }
}
