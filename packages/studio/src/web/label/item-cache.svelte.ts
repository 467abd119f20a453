// The contents of items, fetched once.
import type { ItemView } from "../../protocol/messages.ts";
import { fetchViews } from "../ui/fetch-views.ts";

/** Items by their number, as far as they are here. */
export class ItemCache {
  readonly #project: string;
  readonly #items = new Map<number, ItemView>();
  /** Goes up with what arrives, since the map is not reactive itself. */
  #version = $state(0);

  constructor(project: string) {
    this.#project = project;
  }

  get(item: number): ItemView | undefined {
    void this.#version;
    return this.#items.get(item);
  }

  has(item: number): boolean {
    return this.#items.has(item);
  }

  /** Fetches what is not here yet. */
  async fetch(wanted: readonly number[]): Promise<void> {
    const missing = [...new Set(wanted)].filter((item) => !this.#items.has(item));
    if (missing.length === 0) return;
    await fetchViews(this.#project, missing, (view) => this.#items.set(view.item, view));
    this.#version++;
  }
}
