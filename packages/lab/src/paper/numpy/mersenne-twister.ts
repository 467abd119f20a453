// The Mersenne Twister MT19937 (Matsumoto and Nishimura, "Mersenne Twister: a 623-dimensionally equidistributed uniform
// pseudo-random number generator", ACM TOMACS 8, 1998), seeded by the authors' init_genrand as NumPy does for an integer.

const SIZE = 624;
const MIDDLE = 397;
const TWIST = 0x9908b0df;

/** The 32-bit words of the generator for a seed from 0 to 2^32 - 1, one per call. */
export function mersenneTwister(seed: number): () => number {
  const state = seededState(seed);
  let at = SIZE;
  return () => {
    if (at === SIZE) {
      renew(state);
      at = 0;
    }
    return temper(state[at++]);
  };
}

function seededState(seed: number): Uint32Array {
  const state = new Uint32Array(SIZE);
  state[0] = seed;
  for (let i = 1; i < SIZE; i++) {
    const previous = state[i - 1];
    state[i] = Math.imul(previous ^ (previous >>> 30), 1812433253) + i;
  }
  return state;
}

/** The next 624 words, in place: each from itself, its neighbour and the word 397 further on. */
function renew(state: Uint32Array): void {
  for (let i = 0; i < SIZE; i++) {
    const next = state[i + 1 < SIZE ? i + 1 : 0];
    const joined = (state[i] & 0x80000000) | (next & 0x7fffffff);
    const far = state[i + MIDDLE < SIZE ? i + MIDDLE : i + MIDDLE - SIZE];
    state[i] = far ^ (joined >>> 1) ^ (joined & 1 ? TWIST : 0);
  }
}

function temper(word: number): number {
  let y = word;
  y ^= y >>> 11;
  y ^= (y << 7) & 0x9d2c5680;
  y ^= (y << 15) & 0xefc60000;
  return (y ^ (y >>> 18)) >>> 0;
}
