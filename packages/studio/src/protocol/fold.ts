// The log folded into what is the case now. Pure and shared: the page folds ahead of the server while it is offline,
// and both must come to the same end.
import type { Answer, Asked, LoggedEvent, Settings } from "./events.ts";

/** What is known of an item that was answered. */
export interface Fact {
  readonly to: Exclude<Answer, null>;
  /** The event that decided it. */
  readonly event: string;
  readonly at: string;
  /** Its place in the order of answers. */
  readonly order: number;
  readonly seconds?: number | undefined;
  readonly asked?: Asked | undefined;
}

/** A change that can be taken back: for each item what it was before and after. */
interface Step {
  readonly event: string;
  readonly changes: readonly (readonly [item: number, before: Fact | undefined, after: Fact | undefined])[];
}

/** What is the case after some events. */
export interface Folded {
  sequence: number;
  readonly facts: Map<number, Fact>;
  /** What undo would take back is at the end of `done`, what redo would do again at the end of `undone`. */
  readonly done: Step[];
  readonly undone: Step[];
  settings: Settings;
}

/** Nothing has happened yet. */
export function nothing(): Folded {
  return { sequence: 0, facts: new Map(), done: [], undone: [], settings: {} };
}

/** Why an event cannot follow, or null when it can. */
export function refusalOf(state: Folded, event: Pick<LoggedEvent, "kind" | "body">, itemCount: number): string | null {
  switch (event.kind) {
    case "answer": {
      const { item, was } = event.body as { item: number; was: string | null };
      if (item >= itemCount) return `item ${item} is not one of ${itemCount}`;
      return (state.facts.get(item)?.event ?? null) === was ? null : `item ${item} was changed meanwhile`;
    }
    case "change": {
      const { items } = event.body as { items: number[] };
      const outside = items.find((item) => item >= itemCount);
      return outside === undefined ? null : `item ${outside} is not one of ${itemCount}`;
    }
    case "undo":
      return findStep(state.done, event.body) === undefined ? "there is nothing to undo under that id" : null;
    case "redo":
      return findStep(state.undone, event.body) === undefined ? "there is nothing to redo under that id" : null;
    default:
      return null;
  }
}

/** Takes one event in; returns the items whose fact changed. */
export function apply(state: Folded, event: LoggedEvent): number[] {
  state.sequence = Math.max(state.sequence, event.sequence);
  switch (event.kind) {
    case "answer":
      return decide(state, event, [[event.body.item, event.body.to]], true);
    case "change":
      return decide(
        state,
        event,
        event.body.items.map((item) => [item, event.body.to]),
        true,
      );
    case "import":
      return decide(state, event, event.body.answers, false);
    case "undo":
      return move(state.done, state.undone, state, event.body, (change) => [change[2], change[1]]);
    case "redo":
      return move(state.undone, state.done, state, event.body, (change) => [change[1], change[2]]);
    case "settings":
      state.settings = { ...state.settings, ...event.body };
      return [];
  }
}

function decide(
  state: Folded,
  event: Extract<LoggedEvent, { kind: "answer" | "change" | "import" }>,
  answers: readonly (readonly [number, Answer])[],
  undoable: boolean,
): number[] {
  const { seconds, asked } = event.kind === "answer" ? event.body : {};
  const changes = answers.map(([item, to]) => {
    const before = state.facts.get(item);
    const after =
      to === null ? undefined : { to, event: event.id, at: event.at, order: event.sequence, seconds, asked };
    put(state, item, after);
    return [item, before, after] as const;
  });
  if (undoable) {
    state.done.push({ event: event.id, changes });
    state.undone.length = 0;
  }
  return answers.map(([item]) => item);
}

/** Moves a step between the two lists; an item that was decided again since then is left as it is. */
function move(
  from: Step[],
  to: Step[],
  state: Folded,
  body: { of: string },
  ends: (change: Step["changes"][number]) => [Fact | undefined, Fact | undefined],
): number[] {
  const at = findStep(from, body);
  if (at === undefined) return [];
  const [step] = from.splice(at, 1);
  to.push(step);
  const changed: number[] = [];
  for (const change of step.changes) {
    const [now, then] = ends(change);
    if (state.facts.get(change[0])?.event !== now?.event) continue;
    put(state, change[0], then);
    changed.push(change[0]);
  }
  return changed;
}

function findStep(steps: readonly Step[], body: unknown): number | undefined {
  const at = steps.findLastIndex((step) => step.event === (body as { of: string }).of);
  return at < 0 ? undefined : at;
}

function put(state: Folded, item: number, fact: Fact | undefined): void {
  if (fact === undefined) state.facts.delete(item);
  else state.facts.set(item, fact);
}
