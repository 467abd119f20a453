// Labels of which some count for shares of the classes; the same object as long as nothing changes, so that engines see at
// once that they know it.
import type { Labels } from "xpal";
import type { ClassShares } from "./scoring-calls.ts";

/** Keeps the shares of items and puts them onto labels. */
export class SoftLabels {
  readonly #classCount: number;
  readonly #shares = new Map<number, Float64Array>();
  #of: { readonly hard: Labels; readonly soft: Labels } | null = null;

  constructor(classCount: number) {
    this.#classCount = classCount;
  }

  /** What an item counts for; null for its answer. */
  set(item: number, shares: ClassShares | null): void {
    this.#of = null;
    if (shares === null) {
      this.#shares.delete(item);
      return;
    }
    const all = new Float64Array(this.#classCount);
    for (const [place, share] of shares) all[place] = share;
    this.#shares.set(item, all);
  }

  /** The labels with the shares of their items. */
  of(hard: Labels): Labels {
    if (this.#shares.size === 0) return hard;
    if (this.#of?.hard !== hard) {
      const known = [...this.#shares].filter(([item]) => hard.has(item));
      this.#of = { hard, soft: hard.withShares(known) };
    }
    return this.#of.soft;
  }
}
