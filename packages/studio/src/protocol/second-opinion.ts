// Items that somebody else has answered, to be asked again: only what two people have answered tells how far they agree.
import type { StudioEvent } from "./events.ts";
import type { Folded } from "./fold.ts";
import { HIDDEN } from "./hidden.ts";

type Known = Pick<Folded, "facts" | "opinions" | "settings" | "sequence">;

/** The most people who are asked about one item; what they then still dispute, a reviewer decides. */
const MAX_OPINIONS = 5;

/**
 * Whether others have put an item into a class, perhaps without telling which, and this person has not answered.
 * @param count How many others: 1 for a second opinion.
 */
export function wantsOpinion(
  { facts, opinions }: Pick<Known, "facts" | "opinions">,
  item: number,
  name: string,
  count: number,
): boolean {
  const to = facts.get(item)?.to;
  const given = opinions.get(item);
  return (typeof to === "number" || to === HIDDEN) && given?.size === count && !given.has(name);
}

/** Whether an item may be asked of one more person: it has a class, few have answered it, and nobody has decided it in review. */
export function mayHaveFurther({ facts, opinions }: Pick<Known, "facts" | "opinions">, item: number): boolean {
  const fact = facts.get(item);
  // An answer to a question says why it was asked; a decision in review does not.
  const isDecided = fact?.asked === undefined && fact?.fromFile === undefined;
  return typeof fact?.to === "number" && !isDecided && (opinions.get(item)?.size ?? 0) < MAX_OPINIONS;
}

/**
 * Whether such an item is to be asked now, which happens as often as the settings say and depends on the state of the log
 * alone: a number from 0 up to 1 that says which, else null.
 */
export function asksAgain({ settings, sequence }: Pick<Known, "settings" | "sequence">): number | null {
  const share = settings.secondShare ?? 0;
  const draw = (Math.imul(sequence + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  return draw < share ? draw / share : null;
}

/** Whether a person may be asked about an item of somebody else: now and then by the settings, or because it is worth it. */
export function mayAskAgain({ settings, facts }: Pick<Known, "settings" | "facts">, name: string): boolean {
  if ((settings.secondShare ?? 0) > 0) return true;
  if (settings.weighAnswers === false) return false;
  for (const { by } of facts.values()) if (by !== name) return true;
  return false;
}

/** An answer that came after somebody else's, as an opinion beside it; anything else as it is. */
export function asFurtherOpinion(event: StudioEvent, { facts }: Pick<Folded, "facts">): StudioEvent {
  if (event.kind !== "answer") return event;
  const was = facts.get(event.body.item)?.event ?? null;
  const asked = was === null ? event.body.asked : { ...event.body.asked, from: "second" as const };
  return { ...event, body: { ...event.body, was, asked } };
}
