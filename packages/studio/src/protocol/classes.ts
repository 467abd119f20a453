// The classes of a project, which may change after it was made. A class is its number for ever: events name classes by
// number, and names, order and what is offered are folded from the log. (The page imports this file, so it stays free of
// schemas.)

import { type RiskSettings, riskRejection } from "./risk-in-force.ts";

export const MAX_CLASS_NAME_LENGTH = 200;
export const MAX_CLASSES = 1000;

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

/** What the log says of a class; whatever is undefined is as the project began. */
export interface ClassState {
  readonly name?: string | undefined;
  readonly text?: string | undefined;
  readonly into?: number | undefined;
  readonly retired?: boolean | undefined;
}

/** What the log says of all classes. */
export interface ClassStates {
  readonly classes: ReadonlyMap<number, ClassState>;
  readonly classOrder: readonly number[] | null;
}

/** A class as people see it. */
export interface ClassInfo {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  /** Whether it can be an answer. */
  readonly live: boolean;
  /** The class that its labels went to. */
  readonly into: number | null;
}

/** Every class that there ever was, by number. `initial` are the names that the project began with. */
export function classInfos(initial: readonly string[], { classes }: ClassStates): ClassInfo[] {
  const count = Math.max(initial.length, ...[...classes.keys()].map((number) => number + 1));
  return Array.from({ length: count }, (_, number) => {
    const { name = initial[number] ?? "", text = "", into = null, retired = false } = classes.get(number) ?? {};
    return { number, name, text, into, live: into === null && !retired };
  });
}

/** The classes that can be answers, in the order in which they are offered. */
export function liveClasses(initial: readonly string[], states: ClassStates): ClassInfo[] {
  const place = new Map(states.classOrder?.map((number, at) => [number, at]));
  const placeOf = ({ number }: ClassInfo) => place.get(number) ?? place.size + number; // new ones come last
  return classInfos(initial, states)
    .filter(({ live }) => live)
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/** The class that an answer counts for now; null when its class is retired. */
export function countsFor(states: Pick<ClassStates, "classes">, answered: number): number | null {
  let number = answered;
  for (let step = 0; step <= states.classes.size; step++) {
    const { into, retired } = states.classes.get(number) ?? {};
    if (into === undefined) return retired ? null : number;
    number = into;
  }
  return null; // a circle, which no log of ours has
}

/** Why a change cannot follow, in one sentence; null when it can. `settings` may say that errors have costs. */
export function classRejection(
  initial: readonly string[],
  states: ClassStates & { readonly settings?: RiskSettings },
  change: ClassChange,
): string | null {
  const all = classInfos(initial, states);
  const live = all.filter((one) => one.live);
  if (change.do === "order") {
    const known = change.classes.every((number) => all[number]?.live);
    return known && new Set(change.classes).size === change.classes.length ? null : "the classes changed meanwhile";
  }
  if (change.do === "add") {
    if (change.class !== all.length) return "another class was added meanwhile; add this one again";
    if (live.length >= MAX_CLASSES) return `a project has at most ${MAX_CLASSES} classes`;
    return nameRejection(live, change.name) ?? withOneMore(states.settings, live, change.class);
  }
  const one = all[change.class];
  if (one === undefined) return `there is no class ${change.class}: the project has ${all.length} classes`;
  if (change.do === "restore") {
    if (one.live) return `"${one.name}" is in use already`;
    return nameRejection(live, one.name) ?? withOneMore(states.settings, live, change.class);
  }
  if (!one.live) return `"${one.name}" is no longer in use`;
  if (change.do === "rename") {
    const others = live.filter(({ number }) => number !== change.class);
    return nameRejection(others, change.name);
  }
  if (change.do === "describe") return null;
  if (change.do === "merge") {
    if (change.into === change.class) return "a class cannot be merged into itself";
    if (!all[change.into]?.live) return NO_TARGET;
  }
  return live.length > 2 ? null : TOO_FEW;
}

const TOO_FEW = "a project needs at least two classes";
const NO_TARGET = "the class to merge into is no longer in use";

/**
 * Why a project cannot go from some classes to others, in one sentence, or null: an undo or redo may lead to classes that no
 * change does, because others have changed them since.
 */
export function movedFault(initial: readonly string[], before: ClassStates, after: ClassStates): string | null {
  const live = classInfos(initial, after).filter((one) => one.live);
  if (live.length < 2) return TOO_FEW;
  const names = live.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `there is a class "${twice}" already`;
  const isMerged = ([number, { into }]: [number, ClassState]) =>
    into !== undefined && into !== before.classes.get(number)?.into;
  const merged = [...after.classes].filter(isMerged);
  return merged.some(([number]) => countsFor(after, number) === null) ? NO_TARGET : null;
}

function withOneMore(settings: RiskSettings = {}, live: readonly ClassInfo[], added: number): string | null {
  return riskRejection(settings, [...live.map(({ number }) => number), added]);
}

function nameRejection(others: readonly ClassInfo[], name: string): string | null {
  if (name.trim() === "") return "a class needs a name";
  if (name.length > MAX_CLASS_NAME_LENGTH) return `a name has at most ${MAX_CLASS_NAME_LENGTH} characters`;
  return others.some((other) => other.name === name) ? `there is a class "${name}" already` : null;
}

/** What a change makes of the class that it is about, or of the one that it adds. */
export function changedClass(
  before: ClassState | undefined,
  change: Exclude<ClassChange, { do: "order" }>,
): ClassState {
  switch (change.do) {
    case "add":
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
