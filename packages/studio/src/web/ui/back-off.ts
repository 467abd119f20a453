// How long to wait before the next try. The times double up to a limit, and chance spreads them, so that the pages of a
// server that comes back do not all ask at once.

/** Waiting times that grow from try to try. */
export class BackOff {
  readonly #first: number;
  readonly #most: number;
  readonly #chance: () => number;
  #tries = 0;

  /** @param chance A number from 0 to 1, drawn again for each time. */
  constructor(first = 400, most = 30_000, chance: () => number = Math.random) {
    this.#first = first;
    this.#most = most;
    this.#chance = chance;
  }

  /** Milliseconds to wait now: between half of the doubled time and all of it. */
  next(): number {
    const full = Math.min(this.#most, this.#first * 2 ** Math.min(this.#tries++, 20));
    return full * (0.5 + 0.5 * this.#chance());
  }

  /** Something worked: begin small again. */
  reset(): void {
    this.#tries = 0;
  }
}
