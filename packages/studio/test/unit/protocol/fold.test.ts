import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Answer, LoggedEvent } from "../../../src/protocol/events.ts";
import { apply, type Folded, nothing, refusalOf } from "../../../src/protocol/fold.ts";

const at = "2026-01-31T12:00:00.000Z";

function answer(sequence: number, item: number, to: Answer, was: string | null = null): LoggedEvent {
  return { sequence, id: `event-${sequence}`, at, kind: "answer", body: { item, to, was } };
}

function undo(sequence: number, of: string, kind: "undo" | "redo" = "undo"): LoggedEvent {
  return { sequence, id: `event-${sequence}`, at, kind, body: { of } };
}

function folded(...events: LoggedEvent[]): Folded {
  const state = nothing();
  for (const event of events) apply(state, event);
  return state;
}

const tos = (state: Folded) => Object.fromEntries([...state.facts].map(([item, fact]) => [item, fact.to]));

describe("the fold", () => {
  test("keeps the last answer of each item", () => {
    expect(tos(folded(answer(1, 5, 0), answer(2, 6, "skipped"), answer(3, 5, 2, "event-1")))).toEqual({
      5: 2,
      6: "skipped",
    });
  });
  test("takes an answer back to what was before it, and does it again", () => {
    const state = folded(answer(1, 5, 0), answer(2, 5, 1, "event-1"), undo(3, "event-2"));
    expect(tos(state)).toEqual({ 5: 0 });
    apply(state, undo(4, "event-2", "redo"));
    expect(tos(state)).toEqual({ 5: 1 });
  });
  test("forgets what could be redone when something new is answered", () => {
    const state = folded(answer(1, 5, 0), undo(2, "event-1"), answer(3, 6, 1));
    expect(state.undone).toEqual([]);
    expect(refusalOf(state, undo(4, "event-1", "redo"), 10)).toBe("there is nothing to redo under that id");
  });
  test("leaves an item alone that was decided again since", () => {
    const state = folded(answer(1, 5, 0), answer(2, 5, 1, "event-1"), undo(3, "event-1"));
    expect(tos(state)).toEqual({ 5: 1 });
  });
  test("undoes a change of many items in one step", () => {
    const change: LoggedEvent = { sequence: 2, id: "event-2", at, kind: "change", body: { items: [5, 6, 7], to: 3 } };
    expect(tos(folded(answer(1, 5, 0), change))).toEqual({ 5: 3, 6: 3, 7: 3 });
    expect(tos(folded(answer(1, 5, 0), change, undo(3, "event-2")))).toEqual({ 5: 0 });
  });
  test("takes the labels of a file as they are, not to be undone", () => {
    const imported: LoggedEvent = { sequence: 1, id: "event-1", at, kind: "import", body: { answers: [[3, 1]] } };
    const state = folded(imported);
    expect(tos(state)).toEqual({ 3: 1 });
    expect(state.done).toEqual([]);
  });
  test("merges settings", () => {
    const settings = (sequence: number, body: object): LoggedEvent => ({
      sequence,
      id: `s${sequence}`,
      at,
      kind: "settings",
      body,
    });
    expect(folded(settings(1, { auditShare: 0.2, highlight: "a" }), settings(2, { highlight: "b" })).settings).toEqual({
      auditShare: 0.2,
      highlight: "b",
    });
  });
  test("refuses an answer to an item that was changed meanwhile, and items outside the pool", () => {
    const state = folded(answer(1, 5, 0));
    expect(refusalOf(state, answer(2, 5, 1), 10)).toBe("item 5 was changed meanwhile");
    expect(refusalOf(state, answer(2, 5, 1, "event-1"), 10)).toBeNull();
    expect(refusalOf(state, answer(2, 10, 1), 10)).toBe("item 10 is not one of 10");
  });
  test("is back where it was after undoing everything, whatever was answered", () => {
    const given = fc.array(fc.tuple(fc.nat(4), fc.oneof(fc.nat(2), fc.constantFrom("skipped", "discarded", null))));
    fc.assert(
      fc.property(given, (answers) => {
        const state = nothing();
        let sequence = 0;
        const seen = [tos(state)];
        for (const [item, to] of answers) {
          apply(state, answer(++sequence, item, to as Answer));
          seen.push(tos(state));
        }
        for (let back = seen.length - 2; back >= 0; back--) {
          apply(state, undo(++sequence, state.done.at(-1)?.event ?? ""));
          expect(tos(state)).toEqual(seen[back]);
        }
        for (let on = 1; on < seen.length; on++) {
          apply(state, undo(++sequence, state.undone.at(-1)?.event ?? "", "redo"));
          expect(tos(state)).toEqual(seen[on]);
        }
      }),
    );
  });
});
