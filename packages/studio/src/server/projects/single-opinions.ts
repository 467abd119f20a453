// The items that one person alone has put into a class, kept up to date as answers come in: looking for them among all
// answers would take longer with every answer.
import type { Folded } from "../../protocol/fold.ts";

/** The items with one opinion. */
export class SingleOpinions {
  readonly #state: Pick<Folded, "facts" | "opinions">;
  readonly #items: number[] = [];
  readonly #places = new Map<number, number>();

  constructor(state: Pick<Folded, "facts" | "opinions">) {
    this.#state = state;
    for (const item of state.opinions.keys()) this.update(item);
  }

  /** An item may have been answered, or an answer taken back. */
  update(item: number): void {
    const { facts, opinions } = this.#state;
    const isSingle = typeof facts.get(item)?.to === "number" && opinions.get(item)?.size === 1;
    const place = this.#places.get(item);
    if (isSingle && place === undefined) {
      this.#places.set(item, this.#items.length);
      this.#items.push(item);
    } else if (!isSingle && place !== undefined) {
      const last = this.#items.pop() as number;
      this.#places.delete(item);
      if (last === item) return;
      this.#items[place] = last;
      this.#places.set(last, place);
    }
  }

  /** The first that fits from a point of the list on, given as a share of it; at most so many are looked at. */
  find(from: number, most: number, fits: (item: number) => boolean): number | null {
    const { length } = this.#items;
    const begin = Math.floor(from * length);
    for (let at = 0; at < Math.min(most, length); at++) {
      const item = this.#items[(begin + at) % length];
      if (fits(item)) return item;
    }
    return null;
  }
}
