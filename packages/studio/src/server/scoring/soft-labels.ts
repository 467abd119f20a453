// Labels of which some count for shares of the classes; the same object as long as nothing changes, so that engines see at
// once that they know it.
import type { Labels } from "@xpal/core";
import type { ClassShares } from "./scoring-calls.ts";

/** Keeps the shares of items and puts them onto labels. */
export class SoftLabels {
  readonly #classCount: number;
  readonly #shares = new Map<number, Float64Array>();
  #changes = 0;
  #of: { readonly hard: Labels; readonly soft: Labels } | null = null;

  constructor(classCount: number) {
    this.#classCount = classCount;
  }

  /** What an item counts for; null for its answer. */
  set(item: number, shares: ClassShares | null): void {
    if (shares === null && !this.#shares.has(item)) return;
    this.#of = null;
    this.#changes++;
    if (shares === null) {
      this.#shares.delete(item);
      return;
    }
    const all = new Float64Array(this.#classCount);
    for (const [place, share] of shares) all[place] = share;
    this.#shares.set(item, all);
  }

  /** How often it was said what items count for. */
  get changes(): number {
    return this.#changes;
  }

  /** The labels with the shares of their items. */
  of(hard: Labels): Labels {
    if (this.#of?.hard !== hard) this.#of = { hard, soft: this.onto(hard) };
    return this.#of.soft;
  }

  /** The same for labels that are asked about once. */
  onto(hard: Labels): Labels {
    const known = [...this.#shares].filter(([item]) => hard.has(item));
    return known.length === 0 ? hard : hard.withShares(known);
  }
}
