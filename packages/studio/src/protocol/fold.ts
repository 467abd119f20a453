// The log folded into the current state. Pure and shared: the page folds ahead of the server while it is offline,
// and both must reach the same state.
import type { CheckCounts } from "@xpal/core";
import { DEFAULT_ANNOTATOR, isProgram } from "./annotator.ts";
import { checkShareOf } from "./check-share.ts";
import { type ClassStep, changeOfClasses, moveClasses } from "./class-steps.ts";
import { type ClassChange, type ClassState, countsFor, firstClasses, NO_CLASS } from "./classes.ts";
import type { ColumnUse } from "./columns.ts";
import type { Answer, Asked, ImportedAnswer, ImportedDetails, LoggedEvent, Settings } from "./events.ts";
import { lastBy, lastOf, type Said, withAgain, without } from "./standing-answers.ts";

/** What is known of an item that was answered. */
export interface Fact {
  readonly to: Exclude<Answer, null>;
  /** The last event that said something of the item, which is another one where a second opinion stands beside the answer. */
  readonly event: string;
  readonly at: string;
  /** Its position in the order of answers. */
  readonly order: number;
  readonly seconds?: number | undefined;
  readonly asked?: Asked | undefined;
  /** Of an item that was drawn at random to measure: when it was answered first, and what was predicted before that. */
  readonly drawn?: { readonly order: number; readonly predicted?: number | undefined } | undefined;
  /** Who gave the answer. */
  readonly by: string;
  /** A second opinion, and what its author said of the item later: where it is no class, it does not count against one. */
  readonly second?: true | undefined;
  /** The label was in the imported file, which says nothing about who gave it or when. */
  readonly fromFile?: true | undefined;
}

/** A change that can be taken back: what was said of each item, or a change of the classes or of a column. */
export interface Step {
  readonly event: string;
  readonly kind: "answer" | "change" | "import" | "class" | "column";
  readonly by: string;
  readonly changes: readonly Change[];
  readonly classes?: ClassStep;
  /** A change of how a column is used. */
  readonly column?: readonly [name: string, before: ColumnUse | undefined, after: ColumnUse];
}
type Change = readonly [item: number, said: Said];

/** The state after some events. */
export interface Folded {
  sequence: number;
  /** The last answer of each item, whoever gave it: this is what the model learns from. */
  readonly facts: Map<number, Fact>;
  /** The last answer of each person to each item. */
  readonly opinions: Map<number, Map<string, Fact>>;
  /** Both as they were given, before classes were merged or retired, and all that was said of each item and stands. */
  readonly given: {
    readonly facts: Map<number, Fact>;
    readonly opinions: Map<number, Map<string, Fact>>;
    readonly said: Map<number, readonly Said[]>;
  };
  /** The classes by id, in the order in which they came, and the order in which they are offered. */
  readonly classes: Map<number, ClassState>;
  classOrder: readonly number[] | null;
  /** How columns are used, where somebody has said so. */
  readonly columns: Map<string, ColumnUse>;
  /** Items that were added after the project was made. */
  addedRows: number;
  /** What undo would take back is at the end of `done`, what redo would do again at the end of `undone`. */
  readonly done: Step[];
  readonly undone: Step[];
  settings: Settings;
  /** How many items people were asked and have answered, how many of these were checks, and both when their share was set. */
  asked: CheckCounts & { readonly since: CheckCounts };
  /** The last event after which items are predicted otherwise from the same answers: by another model, costs, measure, weights or columns. */
  modelSince: number;
}

/** The settings that predictions depend on. */
const OF_THE_MODEL = [
  "model",
  "measure",
  "errorCosts",
  "labelCostRule",
  "weighAnswers",
] as const satisfies readonly (keyof Settings)[];

/** Nothing has happened yet to a project that begins with some classes. */
export function nothing(classes: readonly string[] = []): Folded {
  return {
    sequence: 0,
    facts: new Map(),
    opinions: new Map(),
    given: { facts: new Map(), opinions: new Map(), said: new Map() },
    classes: firstClasses(classes),
    classOrder: null,
    columns: new Map(),
    addedRows: 0,
    done: [],
    undone: [],
    settings: {},
    asked: { answers: 0, checks: 0, since: { answers: 0, checks: 0 } },
    modelSince: 0,
  };
}

/** A state to go on from that leaves this one as it is: what is inside of the lists and maps is never changed. */
export function copyOf(state: Folded): Folded {
  const { facts, opinions, given, classes, columns, done, undone } = state;
  return {
    ...state,
    facts: new Map(facts),
    opinions: new Map(opinions),
    given: { facts: new Map(given.facts), opinions: new Map(given.opinions), said: new Map(given.said) },
    classes: new Map(classes),
    columns: new Map(columns),
    done: [...done],
    undone: [...undone],
  };
}

/** What an event names that a project with so many items does not have, or null. */
export function outsideOf(
  event: Pick<LoggedEvent, "kind" | "body">,
  { classes }: Pick<Folded, "classes">,
  itemCount: number,
): string | null {
  const answers = answersOf(event);
  const item = answers.find(([item]) => item >= itemCount)?.[0];
  if (item !== undefined) return `there is no item ${item}: the project has ${itemCount} items`;
  return answers.some(([, to]) => typeof to === "number" && !classes.has(to)) ? NO_CLASS : null;
}

/** Why an event cannot follow, or null when it can. */
export function rejectionOf(state: Folded, event: Pick<LoggedEvent, "kind" | "body">): string | null {
  switch (event.kind) {
    case "answer": {
      const { item, was } = event.body as { item: number; was: string | null };
      // Whoever is not told the class of an answer does not know that it was retired, and answers what they were asked.
      const fact = state.facts.get(item) ?? (was === null ? undefined : state.given.facts.get(item));
      return (fact?.event ?? null) === was ? null : `item ${item} was changed meanwhile`;
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

/** Takes one event in; returns the items whose fact, or somebody's opinion of them, may be another. */
export function apply(state: Folded, event: LoggedEvent): number[] {
  state.sequence = Math.max(state.sequence, event.sequence);
  switch (event.kind) {
    case "answer":
    case "change":
      return decide(state, event, answersOf(event));
    case "import":
      return decide(state, event, event.body.answers);
    case "undo":
      return move(state.done, state.undone, state, event.body);
    case "redo":
      return move(state.undone, state.done, state, event.body);
    case "class":
      return changeClasses(state, event);
    case "column": {
      const { column, use, by = DEFAULT_ANNOTATOR } = event.body;
      pushStep(state, {
        event: event.id,
        kind: "column",
        by,
        changes: [],
        column: [column, state.columns.get(column), use],
      });
      state.columns.set(column, use);
      state.modelSince = event.sequence;
      return [];
    }
    case "rows":
      state.addedRows += event.body.count;
      return [];
    case "settings": {
      const { by: _, ...settings } = event.body;
      if (OF_THE_MODEL.some((name) => name in settings && !sameSetting(settings[name], state.settings[name]))) {
        state.modelSince = event.sequence;
      }
      const shareBefore = checkShareOf(state.settings);
      state.settings = { ...state.settings, ...settings };
      const { answers, checks } = state.asked;
      if (checkShareOf(state.settings) !== shareBefore) state.asked = { answers, checks, since: { answers, checks } };
      return [];
    }
  }
}

function decide(
  state: Folded,
  event: Extract<LoggedEvent, { kind: "answer" | "change" | "import" }>,
  answers: readonly ImportedAnswer[],
): number[] {
  const said: ImportedDetails = event.kind === "import" ? {} : event.body;
  const changes = answers.map(([item, to, details = said], place): Change => {
    const by = details.by ?? DEFAULT_ANNOTATOR;
    const before = state.given.facts.get(item);
    const isSecond = details.asked?.from === "second";
    // What a file had keeps its order among itself.
    const order = event.kind === "import" ? event.sequence - 1 + (place + 1) / answers.length : event.sequence;
    const one: Said = {
      to,
      event: event.id,
      at: details.at ?? event.at,
      order,
      seconds: details.seconds,
      // A second opinion does not change why the item was asked in the first place.
      asked: isSecond ? (before?.asked ?? details.asked) : details.asked,
      drawn: drawnBefore(state, event.kind, item, by) ?? drawnBy(details.asked, order),
      by,
      second:
        event.kind === "answer" && (isSecond || isSecondOf(state, item, by)) && state.facts.has(item)
          ? true
          : undefined,
      fromFile: event.kind === "import" && details.by === undefined ? (true as const) : undefined,
    };
    stand(state, item, [...(state.given.said.get(item) ?? []), one], by);
    return [item, one];
  });
  const { by = event.kind === "import" ? null : DEFAULT_ANNOTATOR } = event.body;
  if (by !== null) pushStep(state, { event: event.id, kind: event.kind, by, changes });
  return answers.map(([item]) => item);
}

function isSecondOf({ given }: Folded, item: number, name: string): boolean {
  return given.opinions.get(item)?.get(name)?.second === true;
}

/** A check stays one, whoever answers it again or decides it, until the item is open again. */
function drawnBefore({ facts, undone }: Folded, kind: LoggedEvent["kind"], item: number, name: string): Fact["drawn"] {
  const fact = facts.get(item);
  if (kind === "import") return undefined;
  if (fact !== undefined || kind === "change") return fact?.drawn;
  // Who has undone the answer corrects it: often a wrong guess of the model was accepted by mistake.
  const taken = undone.filter(({ by }) => by === name).flatMap(({ changes }) => changes);
  return taken.find(([one, { drawn }]) => one === item && drawn !== undefined)?.[1].drawn;
}

function drawnBy(asked: Asked | undefined, order: number): Fact["drawn"] {
  return asked?.from === "check" ? { order, predicted: asked.predicted } : undefined;
}

/** Takes a new step in; what its author could have redone is over, what others can redo stays. */
function pushStep({ done, undone }: Folded, step: Step): void {
  done.push(step);
  if (undone.length > 0) undone.splice(0, undone.length, ...undone.filter(({ by }) => by !== step.by));
}

/** Moves a step between the two lists. */
function move(from: Step[], to: Step[], state: Folded, body: { of: string }): number[] {
  const at = findStep(from, body);
  if (at === undefined) return [];
  const [step] = from.splice(at, 1);
  to.push(step);
  const back = from === state.done;
  if (step.classes !== undefined) {
    moveClasses(state, step.classes, back);
    return settle(state);
  }
  if (step.column !== undefined) return moveColumn(state, step.column, back);
  const changed = step.changes.filter(([item, said]) => {
    const standing = state.given.said.get(item) ?? [];
    return stand(state, item, back ? without(standing, said) : withAgain(standing, said), said.by);
  });
  return changed.map(([item]) => item);
}

/** Goes to one end of a change of a column; one that was changed again since then is left as it is. */
function moveColumn(state: Folded, [name, before, after]: NonNullable<Step["column"]>, back: boolean): number[] {
  const [now, then] = back ? [after, before] : [before, after];
  if (state.columns.get(name) !== now) return [];
  state.modelSince = state.sequence;
  if (then === undefined) state.columns.delete(name);
  else state.columns.set(name, then);
  return [];
}

function findStep(steps: readonly Step[], body: unknown): number | undefined {
  for (let at = steps.length - 1; at >= 0; at--) if (steps[at].event === (body as { of: string }).of) return at;
  return undefined;
}

function changeClasses(state: Folded, event: Extract<LoggedEvent, { kind: "class" }>): number[] {
  const { by = DEFAULT_ANNOTATOR, ...change } = event.body;
  const classes = changeOfClasses(state, change as ClassChange);
  pushStep(state, { event: event.id, kind: "class", by, changes: [], classes });
  return settle(state);
}

function sameSetting(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Brings what counts in line with what was given; returns the items that count otherwise now. */
function settle(state: Folded): number[] {
  const changed: number[] = [];
  for (const [item, fact] of state.given.facts) {
    const before = state.facts.get(item)?.to;
    put(state, item, fact);
    if (state.facts.get(item)?.to !== before) changed.push(item);
  }
  for (const [item, given] of state.given.opinions) for (const [by, fact] of given) putOwn(state, item, by, fact);
  return changed;
}

/** Takes over what stands of an item after somebody spoke; returns whether another fact or opinion follows from it. */
function stand(state: Folded, item: number, standing: readonly Said[], by: string): boolean {
  const { facts, opinions, said } = state.given;
  const [fact, own] = [lastOf(standing), lastBy(standing, by)];
  const isOther = facts.get(item) !== fact || opinions.get(item)?.get(by) !== own;
  countAsked(state, said.get(item) ?? [], standing);
  if (standing.length > 0) said.set(item, standing);
  else said.delete(item);
  put(state, item, fact);
  putOwn(state, item, by, own);
  return isOther;
}

/** Counts an item as answered once, whoever answers it again; programs are given no checks, and what was not asked owes none. */
function countAsked(state: Folded, before: readonly Said[], after: readonly Said[]): void {
  const answers = (said: readonly Said[]) =>
    Number(said.some(({ asked, by }) => asked !== undefined && !isProgram(by)));
  const checks = (said: readonly Said[]) => Number(said.some(({ drawn }) => drawn !== undefined));
  const more = { answers: answers(after) - answers(before), checks: checks(after) - checks(before) };
  if (more.answers === 0 && more.checks === 0) return;
  const { since } = state.asked;
  state.asked = { answers: state.asked.answers + more.answers, checks: state.asked.checks + more.checks, since };
}

/** A fact as it counts under the classes of now; undefined when its class is retired. */
function counted(state: Folded, fact: Fact | undefined): Fact | undefined {
  if (fact === undefined || typeof fact.to !== "number") return fact;
  const to = countsFor(state, fact.to);
  return to === fact.to ? fact : to === null ? undefined : { ...fact, to };
}

function put(state: Folded, item: number, fact: Fact | undefined): void {
  set(state.given.facts, item, fact);
  set(state.facts, item, counted(state, fact));
}

function putOwn(state: Folded, item: number, by: string, fact: Fact | undefined): void {
  setOwn(state.given.opinions, item, by, fact);
  setOwn(state.opinions, item, by, counted(state, fact));
}

function setOwn(all: Map<number, Map<string, Fact>>, item: number, by: string, fact: Fact | undefined): void {
  const opinions = new Map(all.get(item)); // the former one may belong to a copy
  set(opinions, by, fact);
  if (opinions.size > 0) all.set(item, opinions);
  else all.delete(item);
}

function set<K>(map: Map<K, Fact>, key: K, fact: Fact | undefined): void {
  if (fact === undefined) map.delete(key);
  else map.set(key, fact);
}
