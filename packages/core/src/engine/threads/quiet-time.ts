// A pause that ends as soon as something arrives: work ahead waits until questions have ceased, and no question waits for it.

/** Tells whether a while has passed without an arrival. */
export class QuietTime {
  readonly #pause: (ms: number) => Promise<void>;
  #arrivals = 0;
  #wake: (() => void) | undefined;

  /** @param pause Resolves after some time. */
  constructor(pause: (ms: number) => Promise<void>) {
    this.#pause = pause;
  }

  /** Something arrived: who waits is told at once. */
  arrived(): void {
    this.#arrivals++;
    this.#wake?.();
  }

  /** Resolves after this time, or when something arrives; to whether nothing did. */
  async passes(ms: number): Promise<boolean> {
    const before = this.#arrivals;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([this.#pause(ms), woken]);
    return this.#arrivals === before;
  }
}
