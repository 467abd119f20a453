// The random items that programs were given to measure the model, so that their labels count as audits. Kept in memory: after a
// restart, or at another server, such a label counts as any other.
import type { Asked } from "../../protocol/events.ts";

/** What programs have in hand to measure by. */
export class HandedAudits {
  readonly #items = new Map<string, Set<number>>();

  /** A program was given items; `isOpen` says which ones still have no answer. */
  gave(
    project: string,
    token: string,
    given: readonly { readonly item: number; readonly from: Asked["from"] }[],
    isOpen: (item: number) => boolean,
  ): void {
    const items = new Set([...this.of(project, token)].filter(isOpen));
    for (const { item, from } of given) {
      if (from === "audit") items.add(item);
      // What the model chooses later is no random item any more.
      else if (from === "best") items.delete(item);
    }
    if (items.size > 0) this.#items.set(keyOf(project, token), items);
    else this.#items.delete(keyOf(project, token));
  }

  of(project: string, token: string): ReadonlySet<number> {
    return this.#items.get(keyOf(project, token)) ?? new Set();
  }
}

function keyOf(project: string, token: string): string {
  return JSON.stringify([project, token]);
}
