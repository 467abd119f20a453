// How often something may fail, or happen, within a time. Kept in memory: a restart forgives.

/** Counts events per key over a sliding time. */
export class Attempts {
  readonly #most: number;
  readonly #ms: number;
  readonly #now: () => number;
  readonly #times = new Map<string, number[]>();

  constructor(most: number, ms: number, now: () => number) {
    this.#most = most;
    this.#ms = ms;
    this.#now = now;
  }

  /** Seconds to wait before the next one; 0 when it may happen now. */
  waitOf(key: string): number {
    const times = this.#recent(key);
    if (times.length < this.#most) return 0;
    return Math.max(1, Math.ceil((times[times.length - this.#most] + this.#ms - this.#now()) / 1000));
  }

  add(key: string): void {
    const times = this.#recent(key);
    times.push(this.#now());
    this.#times.delete(key); // the most recent key last
    this.#times.set(key, times.slice(-this.#most));
    if (this.#times.size > 10_000) this.#times.delete(this.#times.keys().next().value as string);
  }

  /** Takes back the last one that was added. */
  takeBack(key: string): void {
    this.#times.get(key)?.pop();
  }

  forget(key: string): void {
    this.#times.delete(key);
  }

  #recent(key: string): number[] {
    const now = this.#now();
    const times = this.#times.get(key) ?? [];
    // The clock may have been set back: what happened before would count until it is that late again.
    for (const [place, at] of times.entries()) if (at > now) times[place] = now;
    return times.filter((at) => at > now - this.#ms);
  }
}
