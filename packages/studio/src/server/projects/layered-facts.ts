// Facts over others that stay as they are: what a few answers would make of a state, without a copy of all of it.
import type { Fact } from "../../protocol/fold.ts";

/** A map that reads through to another one and keeps its own changes. Only for single items: it cannot be iterated. */
export class LayeredFacts extends Map<number, Fact> {
  readonly #below: ReadonlyMap<number, Fact>;
  readonly #removed = new Set<number>();

  constructor(below: ReadonlyMap<number, Fact>) {
    super();
    this.#below = below;
  }

  override get(item: number): Fact | undefined {
    return super.get(item) ?? (this.#removed.has(item) ? undefined : this.#below.get(item));
  }

  override has(item: number): boolean {
    return this.get(item) !== undefined;
  }

  override set(item: number, fact: Fact): this {
    this.#removed?.delete(item);
    return super.set(item, fact);
  }

  override delete(item: number): boolean {
    const had = this.has(item);
    this.#removed.add(item);
    super.delete(item);
    return had;
  }
}
