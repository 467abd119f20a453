// Questions for one window: what the model suggests, less what other windows have in hand. What is handed out is reserved
// in the same breath, so two windows that ask at once get different items. A window that works alone waits for the model,
// which knows its last answer then; several are served from the last ranking at once (decision 0290).
import { generator } from "xpal";
import type { Ahead, Held, Next, Suggestion } from "../../protocol/messages.ts";
import type { OpenProject } from "./open-project.ts";
import { drawOpen, pickItems } from "./pick-items.ts";
import type { Reservations } from "./reservations.ts";

/** Another window may take what was just chosen; then the next best is asked for. */
const MOST_TRIES = 4;
const NOTHING = { picked: [], wanted: [] };
/** Audits begin after this many answers: before, there is no model to measure. */
const FIRST_AUDIT = 5;

const NONE: ReadonlySet<number> = new Set();

/** What is not asked for. */
export interface NextOptions {
  /** Items that are not wanted. */
  readonly without?: ReadonlySet<number>;
  /** Whether random audits are wanted; they are by default. */
  readonly audits?: boolean;
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
    const { sequence, suggestions } = await project.ask("next", { count, without: [] }, signal());
    return { sequence, suggestions, open: project.openCount, inHand: 0, held: [], surplus: [] };
  }
  if (back.length > 0) await project.leases.change((reservations) => reservations.giveBack(window, back));
  for (let tries = 1; project.ranked.isAlone(window) && !project.leases.known.hasOthers(window); tries++) {
    const next = await nextOfModel(project, count, window, signal(), options);
    if (next.suggestions.length === 0 && next.open > next.inHand && tries < MOST_TRIES) continue;
    return next;
  }
  return nextOfRanking(project, count, window, options);
}

/** What the model suggests now. */
async function nextOfModel(
  project: OpenProject,
  count: number,
  window: string,
  signal: AbortSignal,
  { without = NONE, audits = true }: NextOptions,
): Promise<Next> {
  const { sequence, suggestions } = await project.ask("next", { count, without: [...without] }, signal);
  return project.leases.change((reservations) => {
    const open = suggestions.filter(({ item }) => project.isOpen(item));
    const chosen = audits ? open : withoutAudits(open);
    const wanted = chosen.map(({ item }) => item);
    const own = new Set(reservations.enqueue(window, wanted));
    const got = chosen.filter(({ item }) => own.has(item));
    return { sequence, ...given(project, reservations, { window, count, got, wanted }) };
  });
}

/** What the last ranking has for one of several windows. */
async function nextOfRanking(
  project: OpenProject,
  count: number,
  window: string,
  { without = NONE, audits: hasAudits = true }: NextOptions,
): Promise<Next> {
  const { leases, ranked, audits, auditShare: share, itemCount } = project;
  const ranking = await ranked.current(count);
  const claimed =
    hasAudits &&
    itemCount - project.openCount >= FIRST_AUDIT &&
    audits.heldBy(window, (item) => leases.known.of(window).has(item)) === null &&
    audits.claim(share);
  let audit: number | null = null;
  try {
    return await leases.change((reservations) => {
      const { sequence } = project.state;
      const chance = generator(project.about.seed, 1_000_003 + sequence);
      const isOpen = (item: number) => project.isOpen(item) && !without.has(item);
      audit = audits.heldBy(window, (item) => reservations.of(window).has(item));
      let drawn = audit;
      if (audit === null && claimed) {
        const holders = reservations.holders();
        drawn = drawOpen(chance, itemCount, (item) => isOpen(item) && !holders.has(item));
        audit = drawn === null ? null : (reservations.enqueue(window, [drawn])[0] ?? null);
      }
      const more = share >= 1 && audit !== null ? 0 : count - (audit === null ? 0 : 1);
      const { picked, wanted } =
        more === 0 ? NOTHING : pickItems({ ranking, reservations, isOpen, itemCount, chance }, window, more);
      if (audit !== null) reservations.enqueue(window, [audit]); // it comes first
      const isCurrent = ranking !== null && ranking.sequence >= sequence;
      const got: Suggestion[] = picked
        .filter((item) => item !== audit)
        .map((item) => (isCurrent ? { item, from: "best" } : { item, from: "queue", ...ageOf(project, ranking) }));
      if (audit !== null) got.unshift({ item: audit, from: "audit" });
      const first = drawn === null ? [] : [drawn];
      return { sequence, ...given(project, reservations, { window, count, got, wanted: [...first, ...wanted] }) };
    });
  } finally {
    if (claimed) audits.gave(window, audit);
  }
}

/** A random item among the suggestions is one like others where nobody measures by it, and comes last. */
function withoutAudits(suggestions: readonly Suggestion[]): Suggestion[] {
  const random = suggestions
    .filter(({ from }) => from === "audit")
    .map(({ item }) => ({ item, from: "queue" as const }));
  return [...suggestions.filter(({ from }) => from !== "audit"), ...random];
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
  const without = window === undefined ? [] : [...leases.known.ofOthers(window)];
  const ahead = await project.ask("ahead", { ...ask, without, beside: without }, signal);
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
