// Work that is done beside requests: one run at a time, and after it a pause, so that it takes a small part of the time.

/** A piece of work that is done again and again. */
export class Background {
  readonly #work: () => Promise<number | undefined>;
  readonly #share: number;
  #running: Promise<void> | null = null;
  #tookMs = 0;
  #notBefore = 0;

  /**
   * @param work Resolves with the milliseconds that it took, where that is not the time until it resolved.
   * @param share The part of the time that it may take.
   */
  constructor(work: () => Promise<number | undefined>, share = 1) {
    this.#work = work;
    this.#share = share;
  }

  /** How long the last run took. */
  get tookMs(): number {
    return this.#tookMs;
  }

  /** How long no run begins yet; 0 while one is under way. */
  get waitMs(): number {
    return this.#running === null ? Math.max(0, this.#notBefore - performance.now()) : 0;
  }

  /** Begins a run unless one is under way; resolves or rejects with it. In a pause nothing is begun. */
  start(): Promise<void> {
    if (this.waitMs > 0) return Promise.resolve();
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Something that took so long has done the same work: the pause begins. */
  pauseAfter(tookMs: number): void {
    this.#tookMs = tookMs;
    this.#notBefore = performance.now() + (tookMs * (1 - this.#share)) / this.#share;
  }

  async #run(): Promise<void> {
    const began = performance.now();
    const took = await this.#work(); // after a failure there is no pause: whoever asks next tries again
    this.pauseAfter(took ?? performance.now() - began);
  }
}
