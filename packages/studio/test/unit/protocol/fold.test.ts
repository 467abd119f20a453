import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isUnsettled } from "../../../src/protocol/agreement-of.ts";
import type { ColumnUse } from "../../../src/protocol/columns.ts";
import type { Answer, LoggedEvent } from "../../../src/protocol/events.ts";
import { apply, copyOf, type Fact, type Folded, nothing, outsideOf, rejectionOf } from "../../../src/protocol/fold.ts";
import { mayHaveFurther } from "../../../src/protocol/second-opinion.ts";

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

const said = (state: Folded) =>
  [...state.opinions].map(([item, given]) => [item, Object.fromEntries([...given].map(([by, { to }]) => [by, to]))]);
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
  test("takes the use of a column back to what was before it, unless it was changed again", () => {
    const use = (sequence: number, column: string, to: ColumnUse): LoggedEvent => {
      return { sequence, id: `event-${sequence}`, at, kind: "column", body: { column, use: to } };
    };
    const state = folded(use(1, "size", "ignored"), use(2, "size", "pinned"), use(3, "mass", "ignored"));
    expect([...state.columns]).toEqual([
      ["size", "pinned"],
      ["mass", "ignored"],
    ]);
    const before = copyOf(state);
    apply(state, undo(4, "event-1")); // it was changed again since
    expect(state.columns.get("size")).toBe("pinned");
    apply(state, undo(5, "event-3"));
    expect(state.columns.has("mass")).toBe(false);
    apply(state, undo(6, "event-3", "redo"));
    expect(state.columns.get("mass")).toBe("ignored");
    apply(state, undo(7, "event-2"));
    expect(state.columns.get("size")).toBe("ignored");
    expect(before.columns.get("size")).toBe("pinned");
  });
  test("took away what a person could redo when somebody else answered", () => {
    const by = (event: LoggedEvent, name: string) => ({ ...event, body: { ...event.body, by: name } }) as LoggedEvent;
    const state = folded(by(answer(1, 5, 0), "Ann"), by(undo(2, "event-1"), "Ann"), by(answer(3, 6, 1), "Bob"));
    const again = by(undo(4, "event-1", "redo"), "Ann");
    expect(rejectionOf(state, again)).toBeNull();
    apply(state, again);
    expect(tos(state)).toEqual({ 5: 0, 6: 1 });
    apply(state, by(undo(5, "event-1"), "Ann"));
    apply(state, by(answer(6, 5, 2), "Bob")); // the same item
    apply(state, by(undo(7, "event-1", "redo"), "Ann"));
    expect(tos(state)).toEqual({ 5: 2, 6: 1 });
  });
  test("forgets what could be redone when something new is answered", () => {
    const state = folded(answer(1, 5, 0), undo(2, "event-1"), answer(3, 6, 1));
    expect(state.undone).toEqual([]);
    expect(rejectionOf(state, undo(4, "event-1", "redo"))).toBe("there is nothing to redo under that id");
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
  test("keeps what each person said of an item, while the last answer counts", () => {
    const by = (sequence: number, name: string | undefined, to: Answer): LoggedEvent => ({
      sequence,
      id: `event-${sequence}`,
      at,
      kind: "answer",
      body: { item: 5, to, was: null, by: name },
    });
    const state = folded(by(1, "Ann", 0), by(2, "Ben", 1), by(3, undefined, 2), by(4, "Ann", 3));
    expect(said(state)).toEqual([[5, { Ann: 3, Ben: 1, me: 2 }]]);
    expect(state.facts.get(5)).toMatchObject({ to: 3, by: "Ann" });
    apply(state, undo(5, "event-4"));
    expect(said(state)).toEqual([[5, { Ann: 0, Ben: 1, me: 2 }]]);
    expect(state.facts.get(5)).toMatchObject({ to: 2, by: "me" });
    apply(state, undo(6, "event-2")); // the item was decided since, but Ben takes his own word back
    expect(said(state)).toEqual([[5, { Ann: 0, me: 2 }]]);
    expect(state.facts.get(5)).toMatchObject({ to: 2, by: "me" });
    apply(state, undo(7, "event-2", "redo"));
    expect(said(state)).toEqual([[5, { Ann: 0, me: 2, Ben: 1 }]]);
  });
  test("remembers why an item was asked first when a second opinion comes", () => {
    const ask = (sequence: number, from: "check" | "second", name: string): LoggedEvent => ({
      sequence,
      id: `event-${sequence}`,
      at,
      kind: "answer",
      body: { item: 5, to: 0, was: null, by: name, asked: { from } },
    });
    const state = folded(ask(1, "check", "Ann"), ask(2, "second", "Ben"));
    expect(state.facts.get(5)).toMatchObject({ by: "Ben", asked: { from: "check" } });
  });
  describe("of a second opinion that is no class", () => {
    const say = (sequence: number, by: string, to: Answer, from: "best" | "second" | "own" = "second"): LoggedEvent => {
      return {
        sequence,
        id: `event-${sequence}`,
        at,
        kind: "answer",
        body: { item: 5, to, was: null, by, asked: { from } },
      };
    };
    const back = (sequence: number, of: string, by: string, kind: "undo" | "redo" = "undo"): LoggedEvent => {
      return { sequence, id: `event-${sequence}`, at, kind, body: { of, by } };
    };
    const ann = say(1, "Ann", 0, "best");

    test("deleted the label of the first person; it counts, with the other answer beside it", () => {
      const state = folded(ann, say(2, "Ben", "skipped"));
      expect(state.facts.get(5)).toMatchObject({ to: 0, by: "Ann", order: 1, asked: { from: "best" } });
      expect(said(state)).toEqual([[5, { Ann: 0, Ben: "skipped" }]]);
      expect([isUnsettled(state, 5), mayHaveFurther(state, 5)]).toEqual([false, true]);
      expect(
        rejectionOf(state, { ...say(3, "Ben", 1), body: { item: 5, to: 1, was: "event-2" } } as LoggedEvent),
      ).toBeNull();
      apply(state, back(3, "event-2", "Ben"));
      expect([tos(state), said(state)]).toEqual([{ 5: 0 }, [[5, { Ann: 0 }]]]);
      expect(state.facts.get(5)?.event).toBe("event-1");
      apply(state, back(4, "event-2", "Ben", "redo"));
      expect([tos(state), said(state)]).toEqual([{ 5: 0 }, [[5, { Ann: 0, Ben: "skipped" }]]]);
      apply(state, back(5, "event-1", "Ann"));
      expect(state.facts.get(5)).toMatchObject({ to: "skipped", by: "Ben" });
    });
    test("is disputed where it says that the item is not usable, until it is decided", () => {
      const state = folded(ann, say(2, "Ben", "discarded"));
      expect([tos(state), isUnsettled(state, 5)]).toEqual([{ 5: 0 }, true]);
      const decision = { items: [5], to: "discarded" as const, by: "Rita" };
      apply(state, { sequence: 3, id: "event-3", at, kind: "change", body: decision });
      expect([tos(state), isUnsettled(state, 5)]).toEqual([{ 5: "discarded" }, false]);
    });
    test("is disputed also against the label of a file", () => {
      const imported: LoggedEvent = { sequence: 1, id: "event-1", at, kind: "import", body: { answers: [[5, 1]] } };
      const state = folded(imported, say(2, "Ben", "discarded"));
      expect([tos(state), isUnsettled(state, 5)]).toEqual([{ 5: 1 }, true]);
    });
    test("can be changed: what the first person said counts whenever the second has no class", () => {
      const state = folded(ann, say(2, "Ben", "skipped"), say(3, "Ben", "discarded", "own"));
      expect(tos(state)).toEqual({ 5: 0 });
      apply(state, say(4, "Ben", 2, "own"));
      expect(state.facts.get(5)).toMatchObject({ to: 2, by: "Ben" });
      apply(state, say(5, "Ben", "skipped", "own"));
      expect(state.facts.get(5)).toMatchObject({ to: 0, by: "Ann" });
      apply(state, say(6, "Cem", "skipped"));
      expect(state.facts.get(5)).toMatchObject({ to: 0, by: "Ann" });
    });
    test("counts where nobody has said a class, and where the item is open again", () => {
      expect(tos(folded(say(1, "Ann", "skipped", "best"), say(2, "Ben", "discarded")))).toEqual({ 5: "discarded" });
      const retired: LoggedEvent = { sequence: 2, id: "event-2", at, kind: "class", body: { do: "retire", class: 0 } };
      expect(tos(folded(ann, retired, say(3, "Ben", "skipped")))).toEqual({ 5: "skipped" });
    });
    test("of one's own item counts, as does one that is no second opinion", () => {
      expect(tos(folded(ann, say(2, "Ann", "skipped", "own")))).toEqual({ 5: "skipped" });
      expect(tos(folded(ann, say(2, "Ben", "skipped", "own")))).toEqual({ 5: "skipped" });
    });
  });
  test("takes over what a file tells about its answers, in its order", () => {
    const answers = [
      [7, 1, { by: "Ann", at: "2025-01-01T00:00:00.000Z", seconds: 2 }],
      [3, "skipped"],
    ] as const;
    const state = folded({ sequence: 4, id: "event-4", at, kind: "import", body: { answers } });
    expect(state.facts.get(7)).toMatchObject({ to: 1, by: "Ann", at: "2025-01-01T00:00:00.000Z", seconds: 2 });
    expect(state.facts.get(3)).toMatchObject({ to: "skipped", by: "me", at });
    expect([state.facts.get(7)?.order, state.facts.get(3)?.order]).toEqual([3.5, 4]);
  });
  test("merges settings", () => {
    const settings = (sequence: number, body: object): LoggedEvent => ({
      sequence,
      id: `s${sequence}`,
      at,
      kind: "settings",
      body,
    });
    expect(
      folded(settings(1, { checkShare: 0.2, highlight: "a" }), settings(2, { highlight: "b", by: "Ann" })).settings,
    ).toEqual({
      checkShare: 0.2,
      highlight: "b",
    });
  });
  test("rejects an answer to an item that was changed meanwhile", () => {
    const state = folded(answer(1, 5, 0));
    expect(rejectionOf(state, answer(2, 5, 1))).toBe("item 5 was changed meanwhile");
    expect(rejectionOf(state, answer(2, 5, 1, "event-1"))).toBeNull();
  });
  test("names items and classes that the project does not have", () => {
    const state = nothing(["cat", "dog", "cow"]);
    const many = (items: number[]): LoggedEvent => ({ ...undo(2, ""), kind: "change", body: { items, to: 1 } });
    expect(outsideOf(answer(2, 9, 2), state, 10)).toBeNull();
    expect(outsideOf(answer(2, 10, 1), state, 10)).toBe("there is no item 10: the project has 10 items");
    expect(outsideOf(answer(2, 9, 3), state, 10)).toBe("its class was not added");
    expect(outsideOf(answer(2, 9, "skipped"), state, 10)).toBeNull();
    expect(outsideOf(many([1, 12]), state, 10)).toBe("there is no item 12: the project has 10 items");
    const imported: LoggedEvent = {
      ...undo(2, ""),
      kind: "import",
      body: {
        answers: [
          [3, 1],
          [4, 7],
        ],
      },
    };
    expect(outsideOf(imported, state, 10)).toBe("its class was not added");
  });
  test("lets nobody take back what another person did, also when that person has no name", () => {
    const by = (name: string | undefined, of: string): LoggedEvent => ({
      sequence: 3,
      id: "event-3",
      at,
      kind: "undo",
      body: { of, by: name },
    });
    const body = { item: 5, to: 0, was: null, by: "Ann" };
    const named: LoggedEvent = { sequence: 1, id: "event-1", at, kind: "answer", body };
    const state = folded(named, answer(2, 6, 1));
    expect(rejectionOf(state, by("Ann", "event-1"))).toBeNull();
    expect(rejectionOf(state, by("me", "event-1"))).toBe("this was done by Ann, who alone can undo it");
    expect(rejectionOf(state, by(undefined, "event-1"))).toBe("this was done by Ann, who alone can undo it");
    expect(rejectionOf(state, by("Ann", "event-2"))).toBe("this was done by me, who alone can undo it");
    expect(rejectionOf(state, by(undefined, "event-2"))).toBeNull();
    apply(state, by(undefined, "event-2"));
    expect(rejectionOf(state, { ...by("Ann", "event-2"), kind: "redo" } as LoggedEvent)).toBe(
      "this was done by me, who alone can redo it",
    );
  });
  describe("of several people who take back and redo in any order", () => {
    const by = (name: string, event: LoggedEvent) => ({ ...event, body: { ...event.body, by: name } }) as LoggedEvent;
    const ann = by("Ann", answer(1, 5, 0));
    const change = (sequence: number, items: number[], to: Answer): LoggedEvent => {
      return { sequence, id: `event-${sequence}`, at, kind: "change", body: { items, to } };
    };

    test("brought a label back by undo that its author had taken back", () => {
      const ben = by("Ben", answer(2, 5, 1, "event-1"));
      const state = folded(ann, ben, by("Ann", undo(3, "event-1")), by("Ben", undo(4, "event-2")));
      expect([tos(state), said(state)]).toEqual([{}, []]);
      const decided = folded(ann, by("Rita", change(2, [5], 1)), by("Ann", undo(3, "event-1")));
      expect(tos(decided)).toEqual({ 5: 1 });
      apply(decided, by("Rita", undo(4, "event-2")));
      expect(tos(decided)).toEqual({});
    });
    test("opened an item by undo although its author had redone the answer", () => {
      const ben = by("Ben", answer(3, 5, 1));
      const redone = by("Ann", undo(4, "event-1", "redo"));
      const state = folded(ann, by("Ann", undo(2, "event-1")), ben, redone);
      expect(state.facts.get(5)).toMatchObject({ to: 1, by: "Ben" });
      apply(state, by("Ben", undo(5, "event-3")));
      expect(state.facts.get(5)).toMatchObject({ to: 0, by: "Ann", event: "event-1" });
    });
    test("left an answer out that was redone after the one before it had been taken back", () => {
      const ben = by("Ben", answer(2, 5, 1, "event-1"));
      const state = folded(ann, ben, by("Ben", undo(3, "event-2")), by("Ann", undo(4, "event-1")));
      apply(state, by("Ben", undo(5, "event-2", "redo")));
      expect(state.facts.get(5)).toMatchObject({ to: 1, by: "Ben" });
    });
    test("did not say that an item has one opinion less, so it was not asked twice before a restart", () => {
      const state = folded(ann, by("Ben", answer(2, 5, 1, "event-1")));
      expect(apply(state, by("Ann", undo(3, "event-1")))).toEqual([5]);
      expect(apply(state, by("Ann", undo(4, "event-1", "redo")))).toEqual([5]);
    });
    test("is as if nothing but what stands had been said", () => {
      const to = fc.oneof(fc.nat(2), fc.constantFrom("skipped" as const, "discarded" as const, null));
      const act = fc.oneof(
        {
          weight: 3,
          arbitrary: fc.record({ kind: fc.constant("answer" as const), item: fc.nat(2), to, isSecond: fc.boolean() }),
        },
        fc.record({ kind: fc.constant("change" as const), items: fc.subarray([0, 1, 2], { minLength: 1 }), to }),
        fc.record({ kind: fc.constant("import" as const), item: fc.nat(2), to: fc.nat(2) }),
        { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const), of: fc.nat(9) }) },
      );
      const short = (fact: Fact | undefined) => fact && { to: fact.to, by: fact.by, event: fact.event };
      const counts = (state: Folded) => [
        [0, 1, 2].map((item) => short(state.facts.get(item))),
        [0, 1, 2].map((item) =>
          Object.fromEntries([...(state.opinions.get(item) ?? [])].map(([by, o]) => [by, short(o)])),
        ),
      ];
      fc.assert(
        fc.property(fc.array(fc.tuple(fc.constantFrom("Ann", "Ben", "Rita"), act), { maxLength: 30 }), (acts) => {
          const state = nothing();
          const log: LoggedEvent[] = [];
          for (const [name, one] of acts) {
            const steps = one.kind === "undo" ? state.done : state.undone;
            const own = steps.filter((step) => step.by === name).map(({ event }) => event);
            const isMove = one.kind === "undo" || one.kind === "redo";
            if (isMove && own.length === 0) continue;
            const sequence = state.sequence + 1;
            const isSecond = one.kind === "answer" && one.isSecond && state.facts.has(one.item);
            const asked = { from: isSecond ? "second" : "best" };
            const body =
              one.kind === "import"
                ? { answers: [[one.item, one.to]] }
                : {
                    ...one,
                    ...(isMove ? { of: own[one.of % own.length] } : {}),
                    ...(one.kind === "answer" ? { asked } : {}),
                    by: name,
                  };
            const event = { sequence, id: `event-${sequence}`, at, kind: one.kind, body } as unknown as LoggedEvent;
            apply(state, event);
            log.push(event);
            const stands = new Set(state.done.map(({ event }) => event));
            const standing = log.filter(({ id, kind }) => kind === "import" || stands.has(id));
            expect(counts(state)).toEqual(counts(folded(...standing)));
            for (const [item, fact] of state.facts) {
              expect(state.given.opinions.get(item)?.get(fact.by)?.to).toBe(fact.to);
            }
          }
        }),
      );
    });
  });
  test("goes on from a copy without touching the original", () => {
    const given = fc.array(fc.tuple(fc.nat(4), fc.oneof(fc.nat(2), fc.constantFrom("skipped", null))));
    fc.assert(
      fc.property(given, given, (before, after) => {
        const state = folded(...before.map(([item, to], at) => answer(at + 1, item, to as Answer)));
        const seen = JSON.stringify([[...state.facts], said(state), state.done, state.undone, state.sequence]);
        const copy = copyOf(state);
        for (const [item, to] of after) apply(copy, answer(copy.sequence + 1, item, to as Answer));
        if (copy.done.length > 0) apply(copy, undo(copy.sequence + 1, copy.done[0].event));
        expect(JSON.stringify([[...state.facts], said(state), state.done, state.undone, state.sequence])).toBe(seen);
      }),
    );
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
        expect(said(state)).toEqual([]);
        for (let on = 1; on < seen.length; on++) {
          apply(state, undo(++sequence, state.undone.at(-1)?.event ?? "", "redo"));
          expect(tos(state)).toEqual(seen[on]);
        }
      }),
    );
  });
});
