// Hands out items of a ranking to one window of several: the best that nobody else has, and nothing that is nearly the same
// as what somebody has in hand.
import type { Generator } from "@xpal/core";
import type { Ranking } from "./ranked-items.ts";
import type { Reservations } from "./reservations.ts";

/** What is picked from. */
export interface Pickable {
  readonly ranking: Ranking | null;
  readonly reservations: Reservations;
  readonly isOpen: (item: number) => boolean;
  readonly itemCount: number;
  /** Draws items where the ranking has none; null for whoever asks again then. */
  readonly chance: Generator | null;
}

/** What a window should have, best first, and what it got of that. */
export interface Picked {
  readonly wanted: readonly number[];
  readonly picked: readonly number[];
}

/** Reserves up to `count` items for a window, best first; what it has in hand already counts. */
export function pickItems(
  { ranking, reservations, isOpen, itemCount, chance }: Pickable,
  window: string,
  count: number,
): Picked {
  const holders = reservations.holders();
  const isOurs = (item: number) => isOpen(item) && (holders.get(item) ?? window) === window;
  const free = (ranking?.items ?? []).filter(isOurs);
  const taken = new Set(holders.keys());
  const apart: number[] = [];
  for (const item of free) {
    if (apart.length === count) break;
    if (ranking?.twins.get(item)?.some((twin) => taken.has(twin) && isOpen(twin))) continue;
    taken.add(item);
    apart.push(item);
  }
  // Something like it is better than nothing to do.
  const ranked = apart.length > 0 ? apart : free.slice(0, count);
  const drawn = ranked.length > 0 || chance === null ? null : drawOpen(chance, itemCount, isOurs);
  const wanted = drawn === null ? ranked : [drawn];
  return { wanted, picked: reservations.enqueue(window, wanted) };
}

/** Tries before all items are looked through. */
const TRIES = 100;

/** One of the items that fit, each as likely as any other; null if none does. */
export function drawOpen(chance: Generator, itemCount: number, fits: (item: number) => boolean): number | null {
  if (itemCount === 0) return null;
  for (let tries = 0; tries < TRIES; tries++) {
    const item = chance.nextIndex(itemCount);
    if (fits(item)) return item;
  }
  const fitting = Array.from({ length: itemCount }, (_, item) => item).filter(fits);
  return fitting.length === 0 ? null : fitting[chance.nextIndex(fitting.length)];
}
