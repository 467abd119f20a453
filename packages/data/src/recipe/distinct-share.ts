// Which share of many numbers is different, in little memory: the numbers with the rarest hashes are counted one by one, and
// each of them from its first occurrence on (adaptive sampling; Flajolet, Computing 43, 1990).

/** Up to this many different numbers the share is exact. */
const MAX_COUNTED = 10_000;

/**
 * Counts different numbers among those that are added.
 * @example
 * const numbers = new DistinctShare();
 * for (const value of [1, 2, 2, 3]) numbers.add(value);
 * numbers.share // 0.75
 */
export class DistinctShare {
  readonly #counts = new Map<number, number>();
  /** Numbers are counted if their hash begins with this many zero bits. */
  #zeros = 0;

  add(value: number): void {
    if (leadingZeros(value) < this.#zeros) return;
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1);
    while (this.#counts.size > MAX_COUNTED) {
      this.#zeros++;
      for (const known of this.#counts.keys()) if (leadingZeros(known) < this.#zeros) this.#counts.delete(known);
    }
  }

  /** How many different numbers there are; exact as long as they are few. */
  get count(): number {
    return this.#counts.size * 2 ** this.#zeros;
  }

  /** Different numbers by numbers; 1 of none. */
  get share(): number {
    let all = 0;
    for (const count of this.#counts.values()) all += count;
    return all === 0 ? 1 : this.#counts.size / all;
  }
}

/** Of a hash of a whole number: both halves of it, mixed as in MurmurHash3, so that numbers in a row do not stay together. */
function leadingZeros(value: number): number {
  let hash = (value | 0) ^ Math.imul(Math.floor(value / 2 ** 32) | 0, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return Math.clz32(hash ^ (hash >>> 16));
}
