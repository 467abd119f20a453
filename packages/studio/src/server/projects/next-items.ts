// Questions for one window: what the model suggests, less what other windows have in hand. What is handed out is reserved
// in the same breath, so two windows that ask at once get different items.
import type { Ahead, Held, Next } from "../../protocol/messages.ts";
import type { OpenProject } from "./open-project.ts";

/** Another window may take what was just chosen; then the next best is asked for. */
const MOST_TRIES = 4;

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
  const { reservations } = project;
  if (window === undefined) {
    const { sequence, suggestions } = await project.ask("next", { count, without: [] }, signal);
    return { sequence, suggestions, open: project.openCount, inHand: 0, held: [] };
  }
  for (let tries = 1; ; tries++) {
    const without = [...reservations.ofOthers(window)];
    const { sequence, suggestions } = await project.ask("next", { count, without }, signal);
    const chosen = suggestions.filter(({ item }) => project.isOpen(item));
    const got = new Set(
      reservations.enqueue(
        window,
        chosen.map(({ item }) => item),
      ),
    );
    const inHand = reservations.ofOthers(window).size;
    const isLeft = project.openCount > inHand;
    if (got.size === 0 && isLeft && tries < MOST_TRIES) continue;
    const own = suggestions.filter(({ item }) => got.has(item));
    return { sequence, suggestions: own, open: project.openCount, inHand, held: [...reservations.of(window)] };
  }
}

/** What follows an answer to the item on screen; null when it is not this window's to show. */
export async function itemAhead(
  project: OpenProject,
  ask: { readonly item: number; readonly answer: number | null },
  window: string | undefined,
  signal: AbortSignal,
): Promise<Ahead> {
  const without = window === undefined ? [] : [...project.reservations.ofOthers(window)];
  const ahead = await project.ask("ahead", { ...ask, without }, signal);
  if (window === undefined || ahead.next === null) return ahead;
  return project.reservations.putAhead(window, ahead.next.item) ? ahead : { ...ahead, next: null };
}

/** What a window still has in hand after its connection or the server was gone. */
export function heldItems(project: OpenProject, window: string, held: Held): number[] {
  const items = held.items.filter((item) => item < project.itemCount);
  const shown = held.shown !== null && held.shown < project.itemCount ? held.shown : null;
  return project.reservations.hold(window, shown, items);
}
