// The classes of a project, which may change after it was made. Events name a class by its id: those that the project
// began with have their index, any later one an id drawn by whoever adds it, so that two people who add classes at once
// never give one id to two classes. Names, order and what is offered are folded from the log. (The page imports this file,
// so it stays free of schemas.)

import { type RiskSettings, riskRejection } from "./risk-in-force.ts";

export const MAX_CLASS_NAME_LENGTH = 200;
export const MAX_CLASSES = 1000;

/** Ids of classes that were added: above any index, and small enough for 32 bits. */
const FIRST_ADDED = 10_000;
export const MAX_CLASS_ID = 2 ** 31 - 1;

/** An id for a class that is added. */
export function newClassId(): number {
  const [drawn] = crypto.getRandomValues(new Uint32Array(1));
  return FIRST_ADDED + (drawn % (MAX_CLASS_ID - FIRST_ADDED + 1));
}

/** One change of the classes. */
export type ClassChange =
  | { readonly do: "add"; readonly class: number; readonly name: string }
  | { readonly do: "rename"; readonly class: number; readonly name: string }
  | { readonly do: "describe"; readonly class: number; readonly text: string }
  /** Its labels become labels of another class. */
  | { readonly do: "merge"; readonly class: number; readonly into: number }
  /** It is offered no more, and its items are open again. */
  | { readonly do: "retire"; readonly class: number }
  | { readonly do: "restore"; readonly class: number }
  | { readonly do: "order"; readonly classes: readonly number[] };

/** What the log says of a class. */
export interface ClassState {
  readonly name: string;
  readonly text?: string | undefined;
  readonly into?: number | undefined;
  readonly retired?: boolean | undefined;
}

/** What the log says of all classes, by id, in the order in which they came. */
export interface ClassStates {
  readonly classes: ReadonlyMap<number, ClassState>;
  readonly classOrder: readonly number[] | null;
}

/** A class as people see it. */
export interface ClassInfo {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** Whether it can be an answer. */
  readonly live: boolean;
  /** The class that its labels went to. */
  readonly into: number | null;
}

/** The classes that a project begins with. */
export function firstClasses(names: readonly string[]): Map<number, ClassState> {
  return new Map(names.map((name, id) => [id, { name }]));
}

/** Every class that there ever was, in the order in which they came. */
export function classInfos({ classes }: Pick<ClassStates, "classes">): ClassInfo[] {
  return [...classes].map(([id, { name, text = "", into = null, retired = false }]) => {
    return { id, name, text, into, live: into === null && !retired };
  });
}

/** The name of each class that there ever was, by id. */
export function classNames({ classes }: Pick<ClassStates, "classes">): ClassNames {
  return Object.fromEntries([...classes].map(([id, { name }]) => [id, name]));
}
export type ClassNames = Readonly<Record<number, string>>;

/** The classes that can be answers, in the order in which they are offered. */
export function liveClasses(states: ClassStates): ClassInfo[] {
  const ranks = new Map(states.classOrder?.map((id, rank) => [id, rank]));
  const rankOf = ({ id }: ClassInfo) => ranks.get(id) ?? ranks.size; // new ones come last
  return classInfos(states)
    .filter(({ live }) => live)
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** The class that an answer counts for now; null when its class is retired. */
export function countsFor(states: Pick<ClassStates, "classes">, answered: number): number | null {
  let id = answered;
  for (let step = 0; step <= states.classes.size; step++) {
    const { into, retired } = states.classes.get(id) ?? {};
    if (into === undefined) return retired ? null : id;
    id = into;
  }
  return null; // a circle, which no log of ours has
}

/** Why a change cannot follow, in one sentence; null when it can. `settings` may say that errors have costs. */
export function classRejection(
  states: ClassStates & { readonly settings?: RiskSettings },
  change: ClassChange,
): string | null {
  const all = new Map(classInfos(states).map((one) => [one.id, one]));
  const live = [...all.values()].filter((one) => one.live);
  if (change.do === "order") {
    const known = change.classes.every((id) => all.get(id)?.live);
    return known && new Set(change.classes).size === change.classes.length ? null : "the classes changed meanwhile";
  }
  if (change.do === "add") {
    if (all.has(change.class)) return "another class has this id";
    const fault = nameFault(change.name);
    // Somebody else has added it meanwhile: it is the same class.
    if (fault !== null || live.some(({ name }) => name === change.name)) return fault;
    if (live.length >= MAX_CLASSES) return `a project has at most ${MAX_CLASSES} classes`;
    return withOneMore(states.settings, live, change.class);
  }
  const one = all.get(change.class);
  if (one === undefined) return NO_CLASS;
  if (change.do === "restore") {
    if (one.live) return `"${one.name}" is in use already`;
    return nameRejection(live, one.name) ?? withOneMore(states.settings, live, change.class);
  }
  if (!one.live) return `"${one.name}" is no longer in use`;
  if (change.do === "rename") {
    const others = live.filter(({ id }) => id !== change.class);
    return nameRejection(others, change.name);
  }
  if (change.do === "describe") return null;
  if (change.do === "merge") {
    if (change.into === change.class) return "a class cannot be merged into itself";
    if (!all.get(change.into)?.live) return NO_TARGET;
  }
  return live.length > 2 ? null : TOO_FEW;
}

/** Why a class of this name cannot be added by a person who sees the others, in one sentence; null where it can. */
export function addRejection(
  states: ClassStates & { readonly settings?: RiskSettings },
  change: Extract<ClassChange, { do: "add" }>,
): string | null {
  const live = classInfos(states).filter((one) => one.live);
  return nameRejection(live, change.name) ?? classRejection(states, change);
}

/** Why an answer cannot name a class. */
export const NO_CLASS = "its class was not added";
const TOO_FEW = "a project needs at least two classes";
const NO_TARGET = "the class to merge into is no longer in use";

/**
 * Why a project cannot go from some classes to others, in one sentence, or null: an undo or redo may lead to classes that no
 * change does, because others have changed them since.
 */
export function movedFault(before: ClassStates, after: ClassStates): string | null {
  const live = classInfos(after).filter((one) => one.live);
  if (live.length < 2) return TOO_FEW;
  const names = live.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `there is a class "${twice}" already`;
  const isMerged = ([id, { into }]: [number, ClassState]) =>
    into !== undefined && into !== before.classes.get(id)?.into;
  const merged = [...after.classes].filter(isMerged);
  return merged.some(([id]) => countsFor(after, id) === null) ? NO_TARGET : null;
}

function withOneMore(settings: RiskSettings = {}, live: readonly ClassInfo[], added: number): string | null {
  return riskRejection(settings, [...live.map(({ id }) => id), added]);
}

function nameRejection(others: readonly ClassInfo[], name: string): string | null {
  const isTaken = others.some((other) => other.name === name);
  return nameFault(name) ?? (isTaken ? `there is a class "${name}" already` : null);
}

function nameFault(name: string): string | null {
  if (name.trim() === "") return "a class needs a name";
  return name.length > MAX_CLASS_NAME_LENGTH ? `a name has at most ${MAX_CLASS_NAME_LENGTH} characters` : null;
}

/** What a change makes of a class, or of the one that it adds. */
export function changedClass(
  { classes }: Pick<ClassStates, "classes">,
  change: Exclude<ClassChange, { do: "order" }>,
): ClassState {
  const before = classes.get(change.class) ?? { name: "" };
  switch (change.do) {
    case "add": {
      // Two people may add the same class at once: the second one is the first under another id.
      const [same] =
        [...classes].find(([id, { name }]) => name === change.name && countsFor({ classes }, id) === id) ?? [];
      return { ...before, name: change.name, into: same };
    }
    case "rename":
      return { ...before, name: change.name };
    case "describe":
      return { ...before, text: change.text };
    case "merge":
      return { ...before, into: change.into };
    case "retire":
      return { ...before, retired: true };
    case "restore":
      return { ...before, retired: false, into: undefined };
  }
}
