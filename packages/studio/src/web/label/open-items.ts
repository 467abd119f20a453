// Which items are open, for somebody who is not told how others have answered: an answer whose class was retired counts no
// more, and the log as this person gets it cannot say so. The server asks only items that are open.
import type { Fact } from "../../protocol/fold.ts";
import { HIDDEN } from "../../protocol/hidden.ts";

/** The open items of a project as a window knows them. */
export class OpenItems {
  readonly #facts: () => ReadonlyMap<number, Fact>;
  /** The hidden answers that no longer count, by item. */
  readonly #overtaken = new Map<number, string>();

  constructor(facts: () => ReadonlyMap<number, Fact>) {
    this.#facts = facts;
  }

  readonly isOpen = (item: number): boolean => {
    const fact = this.#facts().get(item);
    return fact === undefined || this.#overtaken.get(item) === fact.event;
  };

  /** The server asks these items. */
  readonly opened = (items: readonly number[]): void => {
    for (const item of items) {
      const fact = this.#facts().get(item);
      if (fact?.to === HIDDEN) this.#overtaken.set(item, fact.event);
    }
  };
}
