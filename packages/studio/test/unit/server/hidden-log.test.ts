// The log as somebody folds it who must not know what others have answered, beside the server's.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answer, Asked, LoggedEvent, StudioEvent } from "../../../src/protocol/events.ts";
import { apply, type Folded, nothing, rejectionOf } from "../../../src/protocol/fold.ts";
import { hideAnswers } from "../../../src/server/accounts/hide-answers.ts";
import { ownEvents } from "../../../src/server/accounts/own-events.ts";
import { OpenItems } from "../../../src/web/label/open-items.ts";

const at = "2026-01-31T12:00:00.000Z";
const PEOPLE = ["Ann", "Ben", "Cem"];

function event(sequence: number, kind: string, body: object): LoggedEvent {
  return { sequence, id: `event-${sequence}`, at, kind, body } as LoggedEvent;
}
const said = (sequence: number, by: string, to: Answer, from: Asked["from"]) =>
  event(sequence, "answer", { item: 5, to, was: null, by, asked: { from } });
const folded = (events: readonly LoggedEvent[]) => {
  const state = nothing();
  for (const one of events) apply(state, one);
  return state;
};
const lastEvents = ({ facts }: Folded) => [...facts].map(([item, fact]) => [item, fact.event]).sort();

test("an annotator who does not know the answers of others names the same last event as the server, so nothing is rejected", () => {
  const to = fc.oneof(fc.nat(2), fc.constantFrom("skipped" as const, "discarded" as const));
  const act = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("answer" as const), item: fc.nat(2), to }) },
    fc.record({ kind: fc.constant("change" as const), items: fc.subarray([0, 1, 2], { minLength: 1 }), to }),
    fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const) }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...PEOPLE), act), { maxLength: 25 }), (acts) => {
      const state = nothing();
      const views = PEOPLE.map(() => nothing());
      for (const [by, one] of acts) {
        const steps = one.kind === "undo" ? state.done : state.undone;
        const of = steps.filter((step) => step.by === by).pop()?.event;
        if ((one.kind === "undo" || one.kind === "redo") && of === undefined) continue;
        const isSecond = one.kind === "answer" && state.facts.has(one.item);
        const asked = { from: isSecond ? "second" : "best" };
        const body = one.kind === "answer" ? { ...one, asked, by } : { ...one, of, by };
        const next = event(state.sequence + 1, one.kind, body);
        apply(state, next);
        views.forEach((view, place) => {
          apply(view, hideAnswers(next, PEOPLE[place]));
          expect(lastEvents(view)).toEqual(lastEvents(state));
        });
      }
    }),
  );
});

test("who did not know may change that, until somebody has answered since", () => {
  const ben = { name: "Ben", role: "annotator" } as Parameters<typeof ownEvents>[0];
  const rejected = (state: Folded, to: Answer) => {
    const draft = said(9, "Ben", to, "own") as StudioEvent;
    return ownEvents(ben, [draft], state).rejected.map(({ rejection }) => rejection.message)[0] ?? null;
  };
  const log = [said(1, "Ann", 0, "best"), said(2, "Ben", "skipped", "second")];
  expect(rejected(folded(log), 1)).toBeNull();
  expect(rejected(folded(log), null)).toBe("item 5 was answered by somebody else");
  expect(rejected(folded([...log, said(3, "Cem", 1, "second")]), 1)).toMatch("somebody has answered item 5 since");
});

test("an item that a retired class opened again counted as answered for annotators, and their answer was rejected", () => {
  const log = [said(1, "Ben", 2, "best"), event(2, "class", { do: "retire", class: 2 })];
  const server = folded(log);
  const view = folded(log.map((one) => hideAnswers(one, "Ann")));
  const open = new OpenItems(() => view.facts);
  expect([server.facts.has(5), open.isOpen(5)]).toEqual([false, false]);
  open.opened([5]); // the server asks it
  expect(open.isOpen(5)).toBe(true);
  const answer = event(3, "answer", { item: 5, to: 0, was: view.facts.get(5)?.event, by: "Ann" });
  expect([rejectionOf(server, answer), rejectionOf(view, answer)]).toEqual([null, null]);
  for (const state of [server, view]) apply(state, answer);
  expect(server.facts.get(5)).toMatchObject({ to: 0, by: "Ann" });
  expect(open.isOpen(5)).toBe(false);
  expect(rejectionOf(server, { ...answer, body: { ...answer.body, by: "Cem" } } as LoggedEvent)).toMatch(
    "changed meanwhile",
  );
});
