// Questions for one window: what the model suggests, less what other windows have in hand. What is handed out is reserved
// in the same breath, so two windows that ask at once get different items. A window that works alone waits for the model,
// which knows its last answer then; several are served from the last ranking at once (decision 0290).
import { generator } from "@xpal/core";
import type { Ahead, Held, Next, Suggestion } from "../../protocol/messages.ts";
import { dueChecks, withChecks } from "./due-checks.ts";
import type { OpenProject } from "./open-project.ts";
import { pickItems } from "./pick-items.ts";
import type { Reservations } from "./reservations.ts";

/** Another window may take what was just chosen; then the next best is asked for. */
const MAX_TRIES = 4;
const NOTHING = { picked: [], wanted: [] };

const NONE: ReadonlySet<number> = new Set();

/** What is not asked for. */
export interface NextOptions {
  /** Items that are not wanted. */
  readonly without?: ReadonlySet<number>;
  /** Whether checks are wanted; they are by default. */
  readonly checks?: boolean;
}

/**
 * The next items for a window; for a client without one, whatever the model suggests.
 * @param signal Gives one that is aborted when nobody waits any more; asked for only where somebody may have to wait.
 * @param back What the window gives back, before it is given anything.
 */
export async function nextItems(
  project: OpenProject,
  count: number,
  window: string | undefined,
  signal: () => AbortSignal,
  back: readonly number[] = [],
  options: NextOptions = {},
): Promise<Next> {
  if (window === undefined) {
    const checks = dueChecks(project, count, { taken: NONE, onScreen: null });
    const { sequence, suggestions } = await suggestionsOf(project, checks, count, NONE, signal());
    return { sequence, suggestions, open: project.openCount, inHand: 0, held: [], surplus: [] };
  }
  if (back.length > 0) await project.leases.change((reservations) => reservations.giveBack(window, back));
  for (let tries = 1; project.ranked.isAlone(window) && !project.leases.known.hasOthers(window); tries++) {
    const next = await nextOfModel(project, count, window, signal(), options);
    if (next.suggestions.length === 0 && next.open > next.inHand && tries < MAX_TRIES) continue;
    return next;
  }
  return nextOfRanking(project, count, window, options);
}

/** The checks of some questions, and what the model suggests between them. */
async function suggestionsOf(
  project: OpenProject,
  checks: readonly (number | null)[],
  count: number,
  without: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<{ sequence: number; suggestions: Suggestion[] }> {
  const drawn = checks.filter((item) => item !== null);
  const { sequence, suggestions } =
    drawn.length === count
      ? { sequence: project.state.sequence, suggestions: [] }
      : await project.ask("next", { count: count - drawn.length, without: [...without, ...drawn] }, signal);
  return { sequence, suggestions: withChecks(checks.map(asCheck), suggestions) };
}

function asCheck(item: number | null): Suggestion | null {
  return item === null ? null : { item, from: "check" };
}

/** The checks among the next questions of a window. */
function checksOf(
  project: OpenProject,
  count: number,
  window: string,
  { checks = true }: NextOptions,
  reservations: Reservations,
): (number | null)[] {
  const asker = { taken: reservations.ofOthers(window), onScreen: reservations.shownOf(window) };
  return checks ? dueChecks(project, count, asker) : [];
}

/** What the model suggests now. */
async function nextOfModel(
  project: OpenProject,
  count: number,
  window: string,
  signal: AbortSignal,
  options: NextOptions,
): Promise<Next> {
  const checks = checksOf(project, count, window, options, project.leases.known);
  const { sequence, suggestions } = await suggestionsOf(project, checks, count, options.without ?? NONE, signal);
  return project.leases.change((reservations) => {
    const chosen = suggestions.filter(({ item }) => project.isOpen(item));
    const wanted = chosen.map(({ item }) => item);
    const own = new Set(reservations.enqueue(window, wanted));
    const got = chosen.filter(({ item }) => own.has(item));
    return { sequence, ...given(project, reservations, { window, count, got, wanted }) };
  });
}

/** What the last ranking has for one of several windows. */
async function nextOfRanking(project: OpenProject, count: number, window: string, options: NextOptions): Promise<Next> {
  const { leases, ranked, itemCount } = project;
  const { without = NONE } = options;
  const ranking = await ranked.current(count);
  return leases.change((reservations) => {
    const { sequence } = project.state;
    const due = checksOf(project, count, window, options, reservations);
    const drawn = new Set(due.filter((item) => item !== null));
    const own = new Set(reservations.enqueue(window, [...drawn])); // before others take the room
    const checks = due.map((item) => (item !== null && own.has(item) ? item : null));
    const chance = generator(project.about.seed, sequence);
    const isOpen = (item: number) => project.isOpen(item) && !without.has(item) && !drawn.has(item);
    const more = count - drawn.size;
    const { picked, wanted } =
      more === 0 ? NOTHING : pickItems({ ranking, reservations, isOpen, itemCount, chance }, window, more);
    const isCurrent = ranking !== null && ranking.sequence >= sequence;
    const chosen = picked.map((item): Suggestion => {
      return isCurrent ? { item, from: "best" } : { item, from: "queue", ...ageOf(project, ranking) };
    });
    const got = withChecks(checks.map(asCheck), chosen);
    reservations.enqueue(
      window,
      got.map(({ item }) => item),
    );
    return { sequence, ...given(project, reservations, { window, count, got, wanted: [...drawn, ...wanted] }) };
  });
}

/** How much a ranking does not know: events since it was made, and seconds. */
function ageOf(
  project: OpenProject,
  ranking: { sequence: number; at: number } | null,
): Pick<Suggestion, "behind" | "age"> {
  if (ranking === null) return {};
  const seconds = Math.max(0, (project.now() - ranking.at) / 1000);
  return { behind: project.state.sequence - ranking.sequence, age: Math.round(seconds * 10) / 10 };
}

/** What a window wanted and what it got of that; where it got nothing, what it has already. */
function given(
  project: OpenProject,
  reservations: Reservations,
  { window, count, got, wanted }: { window: string; count: number; got: readonly Suggestion[]; wanted: number[] },
): Omit<Next, "sequence"> {
  const held = [...reservations.of(window)];
  // What follows the item on screen would be free when another one is there; what is handed out stays.
  const had = got.length > 0 ? [] : reservations.enqueue(window, held.slice(0, count));
  return {
    suggestions: [...got, ...had.map((item): Suggestion => ({ item, from: "queue" }))],
    open: project.openCount,
    inHand: reservations.ofOthers(window).size,
    held,
    surplus: reservations.surplus(window, wanted),
  };
}

/** What follows an answer to the item on screen; null when it is not this window's to show. */
export async function itemAhead(
  project: OpenProject,
  ask: { readonly item: number; readonly answer: number | null },
  window: string | undefined,
  signal: AbortSignal,
): Promise<Ahead> {
  const { leases } = project;
  const others = window === undefined ? NONE : leases.known.ofOthers(window);
  const [check = null] = dueChecks(project, 1, { taken: others, onScreen: ask.item });
  const without = [...others];
  const ahead: Ahead =
    check === null
      ? await project.ask("ahead", { ...ask, without, beside: without }, signal)
      : { sequence: project.state.sequence, item: ask.item, next: { item: check, from: "check" } };
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
