// Items that somebody else has answered, to be asked again: only what two people have answered tells how far they agree.
import type { StudioEvent } from "./events.ts";
import type { Folded } from "./fold.ts";
import { HIDDEN } from "./hidden.ts";

type Known = Pick<Folded, "facts" | "opinions" | "settings" | "sequence">;

/** Whether one other person has put an item into a class, perhaps without telling which, and nobody else has answered. */
export function wantsSecondOpinion({ facts, opinions }: Known, item: number, name: string): boolean {
  const to = facts.get(item)?.to;
  const given = opinions.get(item);
  return (typeof to === "number" || to === HIDDEN) && given?.size === 1 && !given.has(name);
}

/** Now and then such an item, else null. Whether and which depends on the state of the log alone. */
export function secondOpinion(state: Known, name: string, shown: number): number | null {
  const share = state.settings.secondShare ?? 0;
  const draw = (Math.imul(state.sequence + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  if (draw >= share) return null;
  const items = [...state.facts.keys()].filter((item) => item !== shown && wantsSecondOpinion(state, item, name));
  return items[Math.floor((draw / share) * items.length)] ?? null;
}

/** An answer that came after somebody else's, as an opinion beside it; anything else as it is. */
export function asFurtherOpinion(event: StudioEvent, { facts }: Pick<Folded, "facts">): StudioEvent {
  if (event.kind !== "answer") return event;
  const was = facts.get(event.body.item)?.event ?? null;
  const asked = was === null ? event.body.asked : { ...event.body.asked, from: "second" as const };
  return { ...event, body: { ...event.body, was, asked } };
}
