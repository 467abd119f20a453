// Rounds of reading, learning and telling, one at a time. Whatever asks for a round while one is under way gets one more
// after it, however many ask. A failed round is said and tried again after a pause that grows.

/** What the loop works with. */
export interface LoopParts {
  readonly round: () => Promise<void>;
  /** Told of a round that failed; it is tried again. */
  readonly onFailure: (error: Error) => void;
  /** Milliseconds after a first failure; each further pause is twice as long, up to a minute. */
  readonly firstPauseMs?: number;
}

const LONGEST_PAUSE_MS = 60_000;

/** Does rounds when asked. */
export class LearningLoop {
  readonly #parts: LoopParts;
  #wanted = false;
  #working: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #closed = false;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  /** Asks for a round; returns at once. */
  nudge(): void {
    if (this.#closed) return;
    this.#wanted = true;
    if (this.#timer !== undefined) return; // it waits after a failure, and goes on by itself
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  /** Resolves when no round is under way or wanted, or the last one failed. */
  async idle(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  /** Begins no further round, and waits for the one that is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.idle();
  }

  async #work(): Promise<void> {
    while (this.#wanted && !this.#closed) {
      this.#wanted = false;
      try {
        await this.#parts.round();
        this.#failures = 0;
      } catch (error) {
        if (this.#closed) return;
        this.#parts.onFailure(error as Error);
        const pause = Math.min(LONGEST_PAUSE_MS, (this.#parts.firstPauseMs ?? 1000) * 2 ** this.#failures++);
        this.#timer = setTimeout(() => {
          this.#timer = undefined;
          this.nudge();
        }, pause);
        return;
      }
    }
  }
}
