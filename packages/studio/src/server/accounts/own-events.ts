// What a person may do to a project. People with an account act under their own name, whatever a request says.
import type { StudioEvent } from "../../protocol/events.ts";
import type { Folded } from "../../protocol/fold.ts";
import type { Rejection } from "../../protocol/messages.ts";
import { isAtLeast, ROLE_OF_EVENT, type Role } from "../../protocol/roles.ts";
import { isHidden } from "./hide-answers.ts";
import { type Person, seesAnswers } from "./person.ts";

/** The events that a person may send, in their name, and the rejections of the others. */
export function ownEvents(
  person: Person,
  events: readonly StudioEvent[],
  state: Readonly<Folded>,
): { allowed: StudioEvent[]; rejected: { id: string; rejection: Rejection }[] } {
  if (person.name === null) return { allowed: [...events], rejected: [] };
  const allowed: StudioEvent[] = [];
  const rejected: { id: string; rejection: Rejection }[] = [];
  for (const event of events) {
    const why = rejectionOf(person as Person & { name: string }, event, state);
    if (why === null) allowed.push(inTheirName(person.name, seesAnswers(person), event, state));
    else rejected.push({ id: event.id, rejection: { code: "role", message: why } });
  }
  return { allowed, rejected };
}

function rejectionOf(person: Person & { name: string }, event: StudioEvent, state: Readonly<Folded>): string | null {
  const least = leastFor(event, state);
  if (!isAtLeast(person, least)) return `this needs the role ${least}, and yours is ${person.role}`;
  if (event.kind !== "answer" || seesAnswers(person)) return null;
  const { item, to } = event.body;
  const fact = state.facts.get(item);
  if (fact === undefined || fact.by === person.name) return null;
  if (to === null) return `item ${item} was answered by somebody else`;
  const own = state.opinions.get(item)?.get(person.name);
  if (own?.event === fact.event) return null; // it stands beside that of somebody else, and nobody has answered since
  if (own !== undefined) return `somebody has answered item ${item} since; a reviewer decides`;
  // An answer to a question says why it was asked; a decision in review does not.
  return fact.asked !== undefined || fact.fromFile ? null : `item ${item} was decided in review`;
}

/** The role that an event takes; whoever lost a role does not undo what they did in it. */
function leastFor({ kind, body }: StudioEvent, { done, undone }: Readonly<Folded>): Role {
  if (kind !== "undo" && kind !== "redo") return ROLE_OF_EVENT[kind];
  const step = [...done, ...undone].find(({ event }) => event === body.of);
  return ROLE_OF_EVENT[step?.kind ?? kind];
}

function inTheirName(by: string, sees: boolean, event: StudioEvent, state: Readonly<Folded>): StudioEvent {
  const named = { ...event, body: { ...event.body, by } } as StudioEvent;
  if (named.kind !== "answer" || sees) return named;
  // Of what somebody else has answered they were not told what the model predicts.
  const asked = isHidden(state, named.body.item, by) ? { from: "second" as const } : named.body.asked;
  return { ...named, body: { ...named.body, asked: asked ?? { from: "own" } } };
}
