// Random items that measure the error, where several people work: so many per answer as the settings say. Which item is
// asked is drawn at random among the open ones; when one is due depends on the number of answers alone.

/** Audits that are owed at most, after a time in which nobody asked. */
const MOST_OWED = 5;

/** What is due of audits on one server. */
export class SharedAudits {
  #owed = 0;
  /** The audit that a window was given and has not answered. */
  readonly #given = new Map<string, number>();

  /** Answers have come in. */
  answered(count: number, share: number): void {
    this.#owed = Math.min(MOST_OWED, this.#owed + count * share);
  }

  /** The audit that a window has in hand, if it is still there. */
  heldBy(window: string, isHeld: (item: number) => boolean): number | null {
    const item = this.#given.get(window);
    if (item !== undefined && isHeld(item)) return item;
    this.#given.delete(window);
    return null;
  }

  /** Whether a window is to be given an audit now; it is then no longer owed. */
  claim(share: number): boolean {
    if (share >= 1) return true;
    if (this.#owed < 1) return false;
    this.#owed--;
    return true;
  }

  /** What became of a claim. */
  gave(window: string, item: number | null): void {
    if (item === null) this.#owed = Math.min(MOST_OWED, this.#owed + 1);
    else this.#given.set(window, item);
  }
}
