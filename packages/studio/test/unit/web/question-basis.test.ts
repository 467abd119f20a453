import { expect, test } from "vitest";
import type { EventDraft } from "../../../src/protocol/events.ts";
import { apply, type Folded, nothing } from "../../../src/protocol/fold.ts";
import { questionBasis } from "../../../src/web/label/question-basis.ts";

function after(...events: EventDraft[]): Folded {
  const state = nothing();
  for (const [at, event] of events.entries()) {
    apply(state, { ...event, id: `event-${at}`, at: "2026-01-31T12:00:00.000Z", sequence: at + 1 });
  }
  return state;
}
const settings = (body: object): EventDraft => ({ kind: "settings", body }) as EventDraft;
const basis = (...events: EventDraft[]) => questionBasis(after(...events));

test("another window that begins to measure, or tells costs or a share of checks, was not noticed", () => {
  for (const body of [
    { measuring: true },
    { errorCosts: { "0>1": 50 } },
    { checkShare: 0.5 },
    { model: "plain" },
    { measure: "balanced" },
    { labelCostRule: "words(body)" },
    { weighAnswers: false },
  ]) {
    expect(basis(settings(body))).not.toBe(basis());
  }
});

test("undoing a change of a column was not noticed by the other windows", () => {
  const off: EventDraft = { kind: "column", body: { column: "size", use: "ignored" } };
  expect(basis(off)).not.toBe(basis());
  expect(basis(off, { kind: "undo", body: { of: "event-0" } })).toBe(basis());
});

test("classes that are added or retired change what is asked for; names, keys and answers do not", () => {
  expect(basis({ kind: "class", body: { do: "add", class: 2, name: "c" } })).not.toBe(basis());
  expect(basis({ kind: "class", body: { do: "retire", class: 1 } })).not.toBe(basis());
  const same = basis(settings({ keys: { "0": "a" }, guidelines: "look closely", labelCost: 2, targetError: 0.05 }), {
    kind: "answer",
    body: { item: 3, to: 1, was: null },
  });
  expect(same).toBe(basis());
});

test("costs told in another order are the same costs", () => {
  const one = settings({ errorCosts: { "0>1": 50, "1>0": 2 } });
  expect(basis(one)).toBe(basis(settings({ errorCosts: { "1>0": 2, "0>1": 50 } })));
});
