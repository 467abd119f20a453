// Labels and decisions of programs become events of a project, under the same rules as those of people.
import { randomUUID } from "node:crypto";
import { liveClasses } from "../../protocol/classes.ts";
import type { Answer, StudioEvent } from "../../protocol/events.ts";
import type { Rejection } from "../../protocol/messages.ts";
import { isHidden } from "../accounts/hide-answers.ts";
import { ownEvents } from "../accounts/own-events.ts";
import type { Person } from "../accounts/person.ts";
import type { OpenProject } from "../projects/open-project.ts";
import { sentAgain } from "../projects/sent-again.ts";

/** What is said of an item: a class by name, or a way to set it aside. */
interface Said {
  readonly item: number;
  readonly label?: string | undefined;
  readonly aside?: "skipped" | "discarded" | undefined;
  readonly seconds?: number | undefined;
  readonly id?: string | undefined;
}

/** What became of it. */
export interface Result {
  readonly item: number;
  readonly done: boolean;
  readonly rejection: Rejection | null;
}

/**
 * Labels items in the name of an annotator: what somebody else has answered gets a second opinion at most.
 * @param checks The checks that the program was given.
 */
export function labelItems(
  project: OpenProject,
  person: Person & { name: string },
  said: readonly Said[],
  at: Date,
  checks: ReadonlySet<number>,
) {
  return sendAll(project, { ...person, role: "annotator" }, said, (one, to) => {
    const fact = project.state.facts.get(one.item);
    const from = checks.has(one.item) ? "check" : "best";
    return {
      id: one.id ?? randomUUID(),
      at: at.toISOString(),
      kind: "answer",
      body: {
        item: one.item,
        to,
        was: fact?.event ?? null,
        asked: { from: isHidden(project.state, one.item, person.name) ? "second" : from },
        ...(one.seconds === undefined ? {} : { seconds: one.seconds }),
      },
    };
  });
}

/** Decides what items are, whoever has said what. */
export function decideItems(project: OpenProject, person: Person & { name: string }, said: readonly Said[], at: Date) {
  return sendAll(project, person, said, ({ item }, to) => {
    return { id: randomUUID(), at: at.toISOString(), kind: "change", body: { items: [item], to } };
  });
}

async function sendAll(
  project: OpenProject,
  person: Person,
  said: readonly Said[],
  eventOf: (one: Said, to: Exclude<Answer, null>) => StudioEvent,
): Promise<Result[]> {
  const classes = new Map(liveClasses(project.state).map(({ name, id }) => [name, id]));
  const planned = said.map((one) => {
    const to = one.aside ?? (one.label === undefined ? undefined : classes.get(one.label));
    if ((one.aside === undefined) === (one.label === undefined))
      return { one, rejection: rejection("bad-argument", "give either label or aside") };
    if (to === undefined)
      return { one, rejection: rejection("bad-argument", `label must be one of ${[...classes.keys()].join(", ")}`) };
    return { one, event: eventOf(one, to) };
  });
  const events = planned.flatMap(({ event }) => (event === undefined ? [] : [event]));
  const again = await sentAgain(project, person.name, events);
  const fresh = events.filter(({ id }) => !again.has(id));
  const { allowed, rejected } = ownEvents(person, fresh, project.state);
  const { results } = allowed.length === 0 ? { results: [] } : await project.submit(allowed);
  const rejections = new Map([...rejected, ...results].map((result) => [result.id, result.rejection]));
  return planned.map(({ one: { item }, event, rejection: early }) => {
    const why = early ?? (event ? (rejections.get(event.id) ?? null) : null);
    return { item, done: why === null, rejection: why };
  });
}

function rejection(code: string, message: string): Rejection {
  return { code, message };
}
