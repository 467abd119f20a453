// A class that is added here has its number before the server knows of it. When somebody else was faster, the number is
// theirs: what was answered with this class then waits for another number, so that no answer gets into the other class.
import { classInfos, classRejection } from "../../protocol/classes.ts";
import type { StudioEvent } from "../../protocol/events.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { Rejection } from "../../protocol/messages.ts";
import { asFurtherOpinion } from "../../protocol/second-opinion.ts";

/** An event that the server rejected, and why. */
export interface Rejected {
  readonly event: StudioEvent;
  readonly rejection: Rejection;
}

type Added = StudioEvent & { readonly kind: "class"; readonly body: { readonly do: "add"; readonly class: number } };

export function isAdded(event: StudioEvent): event is Added {
  return event.kind === "class" && event.body.do === "add";
}

/** Why an event was set aside with the class that it names. */
export const WITHOUT_CLASS: Rejection = { code: "class", message: "its class was not added" };

/** Whether an event names a class by its number, or refers to an event of which some are known to do so. */
export function restsOn(event: StudioEvent, number: number, ids: ReadonlySet<string>): boolean {
  const { was, of } = event.body as { was?: string | null; of?: string };
  return ids.has(was ?? "") || ids.has(of ?? "") || !sameBody(event, renumbered(event, new Map([[number, -1]])));
}

/** An event with other numbers for classes. */
export function renumbered(event: StudioEvent, numbers: ReadonlyMap<number, number>): StudioEvent {
  const other = (number: number) => numbers.get(number) ?? number;
  const inKey = (key: string) => key.replace(/\d+/g, (number) => String(other(Number(number))));
  const inKeys = <T>(given: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(given).map(([key, value]) => [inKey(key), value]));
  const change: Record<string, (value: never) => unknown> = {
    to: (value: unknown) => (typeof value === "number" ? other(value) : value),
    class: other,
    into: other,
    classes: (numbers: number[]) => numbers.map(other),
    keys: inKeys,
    errorCosts: inKeys,
  };
  const body = Object.entries(event.body).map(([name, value]) => [name, change[name]?.(value as never) ?? value]);
  return { ...event, body: Object.fromEntries(body) } as StudioEvent;
}

function sameBody(one: StudioEvent, other: StudioEvent): boolean {
  return JSON.stringify(one.body) === JSON.stringify(other.body);
}

/** What was rejected because of the number of a class alone, which can have another one: the classes and what rests on them. */
export function withFreeNumber(rejected: readonly Rejected[], state: Folded, began: readonly string[]): Rejected[] {
  const isFree = ({ event, rejection }: Rejected) => {
    // Rejected for another reason, such as a role, it would be rejected again and again.
    const again = isAdded(event) && rejection.code === "stale" ? addedAgain(event, state, began) : null;
    return again !== null && (again.isThere || classRejection(began, state, again.event.body) === null);
  };
  const added = rejected.filter(({ event }) => isAdded(event));
  if (added.length === 0 || !added.every(isFree)) return [];
  return rejected.filter(({ event, rejection }) => isAdded(event) || rejection.code === WITHOUT_CLASS.code);
}

/** What sending again works with. */
export interface Sending {
  readonly state: Folded;
  /** The names of the classes that the project began with. */
  readonly began: readonly string[];
  /** No longer rejected. */
  take(id: string): void;
  send(event: StudioEvent): void;
}

/**
 * Sends rejected events again. An answer that came too late is then a further opinion. A class gets the next free number, or
 * that of the class to which somebody else has given the same name, and what rests on it follows.
 */
export function sendAgain(rejected: readonly Rejected[], { state, began, take, send }: Sending): void {
  const numbers = new Map<number, number>();
  for (const { event, rejection } of rejected) {
    take(event.id);
    if (isAdded(event)) {
      const again = addedAgain(event, state, began);
      numbers.set(event.body.class, again.event.body.class);
      if (!again.isThere) send(again.event);
    } else if (rejection.code === WITHOUT_CLASS.code) send(renumbered(event, numbers));
    else send({ ...asFurtherOpinion(event, state), id: crypto.randomUUID(), at: new Date().toISOString() });
  }
}

function addedAgain(event: Added, state: Folded, began: readonly string[]): { event: Added; isThere: boolean } {
  const all = classInfos(began, state);
  const there = all.find(({ live, name }) => live && name === event.body.name);
  const body = { ...event.body, class: there?.number ?? all.length };
  return { event: { ...event, body }, isThere: there !== undefined };
}
