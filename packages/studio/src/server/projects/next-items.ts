// Questions for one window: the checks that are due, and between them the best items of a ranking that nobody else has. What is
// handed out is reserved in the same breath, so two windows that ask at once get different items. A window that works alone
// waits for a ranking that knows its last answer; several are served from the last one at once (decision 0290).
import { generator } from "@xpal/core";
import type { Ahead, Held, Next, Suggestion } from "../../protocol/messages.ts";
import { dueChecks, withChecks } from "./due-checks.ts";
import type { OpenProject } from "./open-project.ts";
import { pickItems } from "./pick-items.ts";
import type { Ranking } from "./ranked-items.ts";
import type { Reservations } from "./reservations.ts";

/** Another window may take what was just chosen; then the next best is asked for. */
const MAX_TRIES = 4;

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
  const { leases, ranked } = project;
  const { without = NONE } = options;
  if (window === undefined) {
    const checks = dueChecks(project, count, { taken: NONE, onScreen: null });
    const ranking = await rankedNow(project, checks, count, without, signal());
    const suggestions = withChecks(checks.map(asCheck), (ranking?.items ?? []).map(asBest));
    const sequence = ranking?.sequence ?? project.state.sequence;
    return { sequence, suggestions, open: project.openCount, inHand: 0, held: [], surplus: [] };
  }
  if (back.length > 0) await leases.change((reservations) => reservations.giveBack(window, back));
  for (let tries = 1; ; tries++) {
    const isAlone = ranked.isAlone(window) && !leases.known.hasOthers(window);
    const ranking = isAlone
      ? await rankedNow(project, checksOf(project, count, window, options, leases.known), count, without, signal())
      : await ranked.current(count);
    const next = await leases.change((reservations) =>
      nextOf(project, count, window, { ...options, ranking, isAlone }, reservations),
    );
    if (isAlone && next.suggestions.length === 0 && next.open > next.inHand && tries < MAX_TRIES) continue;
    return next;
  }
}

/** The best items of now beside the checks that are due; null where these are all. */
async function rankedNow(
  { ranked }: OpenProject,
  checks: readonly (number | null)[],
  count: number,
  without: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<Ranking | null> {
  const drawn = checks.filter((item) => item !== null);
  return drawn.length === count ? null : ranked.now(count - drawn.length, [...without, ...drawn], signal);
}

function asCheck(item: number | null): Suggestion | null {
  return item === null ? null : { item, from: "check" };
}

function asBest(item: number): Suggestion {
  return { item, from: "best" };
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

/** The next items of a window, reserved for it: checks that are due and what a ranking has. */
function nextOf(
  project: OpenProject,
  count: number,
  window: string,
  options: NextOptions & { readonly ranking: Ranking | null; readonly isAlone: boolean },
  reservations: Reservations,
): Next {
  const { itemCount, about, state } = project;
  const { sequence } = state;
  const { without = NONE, ranking, isAlone } = options;
  const due = checksOf(project, count, window, options, reservations);
  const drawn = new Set(due.filter((item) => item !== null));
  const own = new Set(reservations.enqueue(window, [...drawn])); // before others take the room
  const checks = due.map((item) => (item !== null && own.has(item) ? item : null));
  const chance = isAlone ? null : generator(about.seed, sequence);
  const isOpen = (item: number) => project.isOpen(item) && !without.has(item) && !drawn.has(item);
  const more = count - drawn.size;
  const { picked, wanted } =
    more === 0
      ? { picked: [], wanted: [] }
      : pickItems({ ranking, reservations, isOpen, itemCount, chance }, window, more);
  const isCurrent = ranking !== null && ranking.sequence >= sequence;
  const chosen = picked.map((item): Suggestion => {
    return isCurrent ? asBest(item) : { item, from: "queue", ...ageOf(project, ranking) };
  });
  const got = withChecks(checks.map(asCheck), chosen);
  reservations.enqueue(
    window,
    got.map(({ item }) => item),
  );
  return { sequence, ...given(project, reservations, { window, count, got, wanted: [...drawn, ...wanted] }) };
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
