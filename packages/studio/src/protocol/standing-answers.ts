// What was said of an item and stands, in the order in which it was said. An answer that is taken back leaves the list, and one
// that is redone comes back to its place: what counts is then as if nothing else had been said, whoever took back what and
// when. (The page imports this file.)
import type { Answer } from "./events.ts";
import type { Fact } from "./fold.ts";

/** An answer, or that somebody has opened the item again. */
export type Said = Omit<Fact, "to"> & { readonly to: Answer };

/**
 * What counts, undefined for an open item: what was said last, except that a second opinion which is no class leaves the class that
 * others have said. The event is the last one all the same, since whoever may not know the answers of others cannot tell.
 */
export function lastOf(standing: readonly Said[]): Fact | undefined {
  if (standing.length === 0) return undefined;
  const last = standing[standing.length - 1];
  if (last.second === undefined || typeof last.to !== "string") return answered(last);
  const others = lastOf(standing.filter(({ by }) => by !== last.by));
  return typeof others?.to === "number" ? { ...others, event: last.event } : answered(last);
}

/** What a person says of the item. */
export function lastBy(standing: readonly Said[], name: string): Fact | undefined {
  return answered(standing.filter(({ by }) => by === name).pop());
}

/** Without one that is taken back. */
export function without(standing: readonly Said[], one: Said): readonly Said[] {
  return standing.filter((other) => other !== one);
}

/** With one that is redone. */
export function withAgain(standing: readonly Said[], one: Said): readonly Said[] {
  const later = standing.findIndex(({ order }) => order > one.order);
  return later < 0 ? [...standing, one] : [...standing.slice(0, later), one, ...standing.slice(later)];
}

function answered(said: Said | undefined): Fact | undefined {
  return said === undefined || said.to === null ? undefined : (said as Fact);
}
