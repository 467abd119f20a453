// The log folded into what is the case now. Pure and shared: the page folds ahead of the server while it is offline,
// and both must come to the same end.
import { DEFAULT_ANNOTATOR } from "./annotator.ts";
import type { Answer, Asked, ImportedAnswer, ImportedDetails, LoggedEvent, Settings } from "./events.ts";

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
  /** Who gave the answer. */
  readonly by: string;
}

/**
 * A change that can be taken back: for each item what it was before and after, and what the person who changed it had
 * thought of it before.
 */
interface Step {
  readonly event: string;
  readonly by: string;
  readonly changes: readonly Change[];
}
type Change = readonly [item: number, before: Fact | undefined, after: Fact | undefined, ownBefore: Fact | undefined];

/** What is the case after some events. */
export interface Folded {
  sequence: number;
  /** The last answer of each item, whoever gave it: this is what the model learns from. */
  readonly facts: Map<number, Fact>;
  /** The last answer of each person to each item. */
  readonly opinions: Map<number, Map<string, Fact>>;
  /** What undo would take back is at the end of `done`, what redo would do again at the end of `undone`. */
  readonly done: Step[];
  readonly undone: Step[];
  settings: Settings;
}

/** Nothing has happened yet. */
export function nothing(): Folded {
  return { sequence: 0, facts: new Map(), opinions: new Map(), done: [], undone: [], settings: {} };
}

/** A state to go on from that leaves this one as it is: what is inside of the lists and maps is never changed. */
export function copyOf(state: Folded): Folded {
  const { facts, opinions, done, undone } = state;
  return { ...state, facts: new Map(facts), opinions: new Map(opinions), done: [...done], undone: [...undone] };
}

/** What an event names that a project does not have, or null. */
export function outsideOf(
  event: Pick<LoggedEvent, "kind" | "body">,
  { itemCount, classCount }: { readonly itemCount: number; readonly classCount: number },
): string | null {
  const answers = answersOf(event);
  const item = answers.find(([item]) => item >= itemCount)?.[0];
  if (item !== undefined) return `item ${item} is not one of ${itemCount}`;
  const to = answers.find(([, to]) => typeof to === "number" && to >= classCount)?.[1];
  return to === undefined ? null : `class ${to} is not one of ${classCount}`;
}

/** Why an event cannot follow, or null when it can. */
export function refusalOf(state: Folded, event: Pick<LoggedEvent, "kind" | "body">): string | null {
  switch (event.kind) {
    case "answer": {
      const { item, was } = event.body as { item: number; was: string | null };
      return (state.facts.get(item)?.event ?? null) === was ? null : `item ${item} was changed meanwhile`;
    }
    case "undo":
      return whyNotMoved(state.done, event.body, "undo");
    case "redo":
      return whyNotMoved(state.undone, event.body, "redo");
    default:
      return null;
  }
}

/** Everybody takes back and redoes what they did themselves. */
function whyNotMoved(steps: readonly Step[], body: unknown, what: "undo" | "redo"): string | null {
  const at = findStep(steps, body);
  if (at === undefined) return `there is nothing to ${what} under that id`;
  const by = (body as { by?: string }).by ?? DEFAULT_ANNOTATOR;
  return steps[at].by === by ? null : `this was done by ${steps[at].by}, who alone can ${what} it`;
}

/** The items that an event answers, and what it says of each. */
function answersOf({ kind, body }: Pick<LoggedEvent, "kind" | "body">): readonly ImportedAnswer[] {
  const { item, items, to, answers } = body as {
    item: number;
    items: readonly number[];
    to: Answer;
    answers: readonly ImportedAnswer[];
  };
  if (kind === "answer") return [[item, to]];
  if (kind === "change") return items.map((one) => [one, to]);
  return kind === "import" ? answers : [];
}

/** Takes one event in; returns the items whose fact changed. */
export function apply(state: Folded, event: LoggedEvent): number[] {
  state.sequence = Math.max(state.sequence, event.sequence);
  switch (event.kind) {
    case "answer":
    case "change":
      return decide(state, event, answersOf(event), true);
    case "import":
      return decide(state, event, event.body.answers, false);
    case "undo":
      return move(state.done, state.undone, state, event.body, ([, before, after, ownBefore]) => [
        after,
        before,
        after,
        ownBefore,
      ]);
    case "redo":
      return move(state.undone, state.done, state, event.body, ([, before, after, ownBefore]) => [
        before,
        after,
        ownBefore,
        after,
      ]);
    case "settings": {
      const { by: _, ...settings } = event.body;
      state.settings = { ...state.settings, ...settings };
      return [];
    }
  }
}

function decide(
  state: Folded,
  event: Extract<LoggedEvent, { kind: "answer" | "change" | "import" }>,
  answers: readonly ImportedAnswer[],
  undoable: boolean,
): number[] {
  const said: ImportedDetails = event.kind === "import" ? {} : event.body;
  const changes = answers.map(([item, to, details = said], place): Change => {
    const by = details.by ?? DEFAULT_ANNOTATOR;
    const before = state.facts.get(item);
    const ownBefore = state.opinions.get(item)?.get(by);
    const fact = {
      event: event.id,
      at: details.at ?? event.at,
      // What a file had keeps its order among itself.
      order: event.kind === "import" ? event.sequence - 1 + (place + 1) / answers.length : event.sequence,
      seconds: details.seconds,
      // A second opinion does not change why the item was asked in the first place.
      asked: details.asked?.from === "second" ? (before?.asked ?? details.asked) : details.asked,
      by,
    };
    const after = to === null ? undefined : { to, ...fact };
    put(state, item, after);
    putOwn(state, item, by, after);
    return [item, before, after, ownBefore];
  });
  if (undoable) {
    state.done.push({ event: event.id, by: said.by ?? DEFAULT_ANNOTATOR, changes });
    state.undone.length = 0;
  }
  return answers.map(([item]) => item);
}

type Ends = [now: Fact | undefined, then: Fact | undefined, ownNow: Fact | undefined, ownThen: Fact | undefined];

/** Moves a step between the two lists; an item that was decided again since then is left as it is. */
function move(
  from: Step[],
  to: Step[],
  state: Folded,
  body: { of: string },
  endsOf: (change: Change) => Ends,
): number[] {
  const at = findStep(from, body);
  if (at === undefined) return [];
  const [step] = from.splice(at, 1);
  to.push(step);
  const changed: number[] = [];
  for (const change of step.changes) {
    const [item] = change;
    const [now, then, ownNow, ownThen] = endsOf(change);
    if (state.opinions.get(item)?.get(step.by)?.event === ownNow?.event) putOwn(state, item, step.by, ownThen);
    if (state.facts.get(item)?.event !== now?.event) continue;
    put(state, item, then);
    changed.push(item);
  }
  return changed;
}

function findStep(steps: readonly Step[], body: unknown): number | undefined {
  for (let at = steps.length - 1; at >= 0; at--) if (steps[at].event === (body as { of: string }).of) return at;
  return undefined;
}

function put(state: Folded, item: number, fact: Fact | undefined): void {
  if (fact === undefined) state.facts.delete(item);
  else state.facts.set(item, fact);
}

function putOwn(state: Folded, item: number, by: string, fact: Fact | undefined): void {
  const opinions = new Map(state.opinions.get(item)); // the former one may belong to a copy
  if (fact === undefined) opinions.delete(by);
  else opinions.set(by, fact);
  if (opinions.size > 0) state.opinions.set(item, opinions);
  else state.opinions.delete(item);
}
