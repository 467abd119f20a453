// Seeded randomness. All chance in the library comes from a generator that the caller passes, so the same seed gives
// the same bytes in every runtime. The algorithm is xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom
// number generators", ACM TOMS 47, 2021), seeded by splitmix32: 32-bit integers only, hence exact everywhere.
import { checkInteger, reject } from "../check.ts";

/** A source of chance. The lab passes NumPy's generator through the same interface. */
export interface Generator {
  /** An integer from 0 to bound - 1, each equally likely. */
  nextIndex(bound: number): number;
  /** A number from [0, 1) with 53 random bits. */
  nextUnit(): number;
}

/** The four 32-bit words that a seeded generator continues from. */
export type GeneratorState = readonly [number, number, number, number];

/** A generator whose state can be written down and taken up again. */
export interface SeededGenerator extends Generator {
  state(): GeneratorState;
}

/**
 * A generator for a seed; the same seed gives the same numbers everywhere.
 * @param stream Independent sequences of one seed, for instance one per step of a run.
 * @throws XpalError if the seed is not a non-negative safe integer or the stream not one below 2^32.
 * @example generator(1).nextIndex(1) // 0
 */
export function generator(seed: number, stream = 0): SeededGenerator {
  checkInteger("generator", "seed", seed, 0);
  checkInteger("generator", "stream", stream, 0, 2 ** 32 - 1);
  const high = scramble(Math.floor(seed / 2 ** 32) + 1) ^ scramble(stream ^ 0x5bf03635);
  let counter = ((seed >>> 0) ^ high) >>> 0;
  const word = () => {
    counter = (counter + 0x9e3779b9) >>> 0;
    return scramble(counter ^ stream);
  };
  return resume([word(), word(), word(), word() | 1]);
}

/** Mixes the bits of a word; no two words give the same. */
export function scramble(word: number): number {
  let z = word >>> 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return (z ^ (z >>> 15)) >>> 0;
}

/**
 * A generator that continues where another one's `state()` was taken.
 * @throws XpalError if the state is not four 32-bit words, or all of them are 0.
 * @example restoreGenerator(generator(1).state()).nextUnit() === generator(1).nextUnit() // true
 */
export function restoreGenerator(state: GeneratorState): SeededGenerator {
  if (!Array.isArray(state) || state.length !== 4)
    reject("restoreGenerator", "state", "must be four integers of 32 bits", state);
  for (const [i, word] of state.entries()) {
    checkInteger("restoreGenerator", `state[${i}]`, word, 0, 2 ** 32 - 1);
  }
  if (state.every((word) => word === 0)) reject("restoreGenerator", "state", "must not be all zeros", "0, 0, 0, 0");
  return resume(state);
}

function resume([a, b, c, d]: GeneratorState): SeededGenerator {
  const next = () => {
    const scrambled = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return scrambled;
  };
  return {
    nextIndex(bound) {
      checkInteger("nextIndex", "bound", bound, 1, 2 ** 32);
      const limit = 2 ** 32 - (2 ** 32 % bound); // words at or above it would favour small results
      let drawn = next();
      while (drawn >= limit) drawn = next();
      return drawn % bound;
    },
    nextUnit() {
      const high = next() >>> 5;
      const low = next() >>> 6;
      return (high * 2 ** 26 + low) / 2 ** 53;
    },
    state: () => [a >>> 0, b >>> 0, c >>> 0, d >>> 0],
  };
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
