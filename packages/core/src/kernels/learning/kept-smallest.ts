// The smallest few of many numbers, in order, without sorting them all.

/** Keeps the `count` smallest of the numbers that it is offered. */
export class KeptSmallest {
  readonly #kept: Float64Array;

  constructor(count: number) {
    this.#kept = new Float64Array(count);
    this.clear();
  }

  /** The largest of those kept; Infinity until enough were offered. */
  get largest(): number {
    return this.#kept[this.#kept.length - 1];
  }

  clear(): void {
    this.#kept.fill(Infinity);
  }

  offer(value: number): void {
    const kept = this.#kept;
    let at = kept.length - 1;
    if (!(value < kept[at])) return;
    for (; at > 0 && kept[at - 1] > value; at--) kept[at] = kept[at - 1];
    kept[at] = value;
  }
}
