// Questions for one window: what the model suggests, less what other windows have in hand. What is handed out is reserved
// in the same breath, so two windows that ask at once get different items.
import type { Ahead, Held, Next, Suggestion } from "../../protocol/messages.ts";
import type { OpenProject } from "./open-project.ts";

/** Another window may take what was just chosen; then the next best is asked for. */
const MOST_TRIES = 4;
/** The most that somebody gets at once of what is at hand. */
const MOST_SPARE = 4;

/**
 * The next items for a window; for a client without one, whatever the model suggests.
 * @param signal Aborted when nobody waits any more.
 */
export async function nextItems(
  project: OpenProject,
  count: number,
  window: string | undefined,
  signal: AbortSignal,
): Promise<Next> {
  const { leases, suggested } = project;
  if (window === undefined) {
    const { sequence, suggestions } = await project.ask("next", { count, without: [] }, signal);
    return { sequence, suggestions, open: project.openCount, inHand: 0, held: [] };
  }
  for (let tries = 1; ; tries++) {
    const { sequence, suggestions } = await suggested.next(window, count, signal);
    const { got, inHand, held, open } = await leases.change((reservations) => {
      const chosen = suggestions.filter(({ item }) => project.isOpen(item));
      const own = new Set(
        reservations.enqueue(
          window,
          chosen.map(({ item }) => item),
        ),
      );
      const got: Suggestion[] = chosen.filter(({ item }) => own.has(item));
      for (const item of got.length === 0 ? suggested.spare : []) {
        if (!project.isOpen(item) || reservations.enqueue(window, [item]).length === 0) continue;
        got.push({ item, from: "queue" });
        if (got.length === Math.min(count, MOST_SPARE)) break;
      }
      const inHand = reservations.ofOthers(window).size;
      return { got, inHand, held: [...reservations.of(window)], open: project.openCount };
    });
    if (got.length === 0 && open > inHand && tries < MOST_TRIES) continue;
    return { sequence, suggestions: got, open, inHand, held };
  }
}

/** What follows an answer to the item on screen; null when it is not this window's to show. */
export async function itemAhead(
  project: OpenProject,
  ask: { readonly item: number; readonly answer: number | null },
  window: string | undefined,
  signal: AbortSignal,
): Promise<Ahead> {
  const { leases } = project;
  const without = window === undefined ? [] : [...leases.known.ofOthers(window)];
  const beside = window === undefined ? [] : leases.known.shownByOthers(window);
  const ahead = await project.ask("ahead", { ...ask, without, beside }, signal);
  const { next } = ahead;
  if (window === undefined || next === null) return ahead;
  const isOurs = await leases.change((reservations) => reservations.putAhead(window, next.item));
  return isOurs ? ahead : { ...ahead, next: null };
}

/** What a window still has in hand after its connection or the server was gone. */
export function heldItems(project: OpenProject, window: string, held: Held): Promise<number[]> {
  const items = held.items.filter((item) => item < project.itemCount);
  const shown = held.shown !== null && held.shown < project.itemCount ? held.shown : null;
  return project.leases.change((reservations) => reservations.hold(window, shown, items));
}
