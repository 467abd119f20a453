import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addRejection,
  type ClassChange,
  classRejection,
  liveClasses,
  movedFault,
} from "../../../src/protocol/classes.ts";
import { eventSchema, type LoggedEvent } from "../../../src/protocol/events.ts";
import { apply, copyOf, type Folded, nothing } from "../../../src/protocol/fold.ts";

const at = "2026-01-31T12:00:00.000Z";
const INITIAL = ["cat", "dog", "cow"];

/** A log that is written as it is folded. */
function log() {
  const state = nothing(INITIAL);
  const add = (kind: string, body: object) => {
    const event = { sequence: state.sequence + 1, id: `event-${state.sequence + 1}`, at, kind, body } as LoggedEvent;
    apply(state, event);
    return event.id;
  };
  return {
    state,
    answer: (item: number, to: number) =>
      add("answer", { item, to, was: state.facts.get(item)?.event ?? null, by: "me" }),
    change: (change: ClassChange) => add("class", { ...change, by: "me" }),
    undo: (of: string) => add("undo", { of, by: "me" }),
    redo: (of: string) => add("redo", { of, by: "me" }),
  };
}

const tos = ({ facts }: Folded) => Object.fromEntries([...facts].map(([item, { to }]) => [item, to]));
const isCircle = ({ classes }: Folded, begin: number) => {
  let id: number | undefined = begin;
  for (let step = 0; step <= classes.size && id !== undefined; step++) id = classes.get(id)?.into;
  return id !== undefined;
};
const names = (state: Folded) => liveClasses(state).map(({ name }) => name);

describe("classes", () => {
  test("can be added, renamed, described and reordered without touching an answer", () => {
    const { state, answer, change } = log();
    answer(7, 1);
    change({ do: "add", class: 3, name: "hen" });
    change({ do: "rename", class: 1, name: "wolf" });
    change({ do: "describe", class: 1, text: "howls" });
    change({ do: "order", classes: [3, 1, 0, 2] });
    expect(names(state)).toEqual(["hen", "wolf", "cat", "cow"]);
    expect(liveClasses(state)[1].text).toBe("howls");
    expect(tos(state)).toEqual({ 7: 1 });
  });
  test("take their labels along when they are merged, and give them back when that is undone", () => {
    const { state, answer, change, undo, redo } = log();
    answer(1, 0);
    answer(2, 1);
    const merge = change({ do: "merge", class: 0, into: 1 });
    expect(tos(state)).toEqual({ 1: 1, 2: 1 });
    expect(state.opinions.get(1)?.get("me")?.to).toBe(1);
    undo(merge);
    expect(tos(state)).toEqual({ 1: 0, 2: 1 });
    redo(merge);
    expect(tos(state)).toEqual({ 1: 1, 2: 1 });
    expect(names(state)).toEqual(["dog", "cow"]);
  });
  test("open their items again when they are retired", () => {
    const { state, answer, change } = log();
    answer(1, 0);
    answer(2, 1);
    change({ do: "retire", class: 0 });
    expect(tos(state)).toEqual({ 2: 1 });
    expect([...state.opinions.keys()]).toEqual([2]);
    answer(1, 2);
    change({ do: "restore", class: 0 });
    expect(tos(state)).toEqual({ 1: 2, 2: 1 });
  });
  test("that were merged count for the other class also when an old answer comes back by undo", () => {
    const { state, answer, change, undo } = log();
    answer(1, 0);
    const second = answer(1, 2);
    change({ do: "merge", class: 0, into: 1 });
    undo(second);
    expect(tos(state)).toEqual({ 1: 1 });
  });
  test("keep their id when adding them is undone, so that it never means another class", () => {
    const { state, answer, change, undo, redo } = log();
    const add = change({ do: "add", class: 3, name: "hen" });
    answer(1, 3);
    undo(add);
    expect(tos(state)).toEqual({});
    expect(names(state)).toEqual(INITIAL);
    expect(classRejection(state, { do: "add", class: 3, name: "owl" })).toMatch(/has this id/);
    expect(classRejection(state, { do: "add", class: 4, name: "hen" })).toBeNull();
    redo(add);
    expect(tos(state)).toEqual({ 1: 3 });
  });
  test("that two people add under one name are one class, and all answers count for it", () => {
    const { state, answer, change } = log();
    change({ do: "add", class: 20_000, name: "hen" });
    answer(1, 20_000);
    expect(classRejection(state, { do: "add", class: 30_000, name: "hen" })).toBeNull();
    change({ do: "add", class: 30_000, name: "hen" });
    answer(2, 30_000);
    expect(names(state)).toEqual([...INITIAL, "hen"]);
    expect(tos(state)).toEqual({ 1: 20_000, 2: 20_000 });
  });
  test("are rejected a name that another one has, a merge into nothing, and to be fewer than two", () => {
    const { state, change } = log();
    const why = (one: ClassChange) => classRejection(state, one);
    expect(addRejection(state, { do: "add", class: 3, name: "cat" })).toBe('there is a class "cat" already');
    expect(why({ do: "rename", class: 0, name: "dog" })).toBe('there is a class "dog" already');
    expect(why({ do: "rename", class: 0, name: "cat" })).toBeNull();
    expect(why({ do: "merge", class: 0, into: 0 })).toMatch(/itself/);
    expect(why({ do: "merge", class: 0, into: 9 })).toMatch(/no longer in use/);
    expect(why({ do: "retire", class: 9 })).toBe("its class was not added");
    change({ do: "retire", class: 0 });
    expect(why({ do: "retire", class: 1 })).toBe("a project needs at least two classes");
    expect(why({ do: "rename", class: 0, name: "x" })).toBe('"cat" is no longer in use');
    expect(why({ do: "order", classes: [0, 1] })).toMatch(/changed meanwhile/);
  });
  test("are never merged in a circle, whatever two admins do, undo and redo", () => {
    const INTO = ["cat", "dog", "cow", "hen"];
    const number = fc.nat(4);
    const change = fc.oneof(
      fc.record({ do: fc.constant("rename" as const), class: number, name: fc.constantFrom("x", "y") }),
      fc.record({ do: fc.constant("add" as const), class: fc.constant(4), name: fc.constantFrom("x", "y") }),
      fc.record({ do: fc.constant("merge" as const), class: number, into: number }),
      fc.record({ do: fc.constant("retire" as const), class: number }),
      fc.record({ do: fc.constant("restore" as const), class: number }),
    );
    const act = fc.tuple(fc.constantFrom("Ann", "Ben"), fc.oneof(change, fc.constantFrom("undo", "redo")));
    fc.assert(
      fc.property(fc.array(act, { maxLength: 25 }), (acts) => {
        const state = nothing(INTO);
        for (const [by, what] of acts) {
          const of = (what === "undo" ? state.done : state.undone).filter((step) => step.by === by).at(-1)?.event;
          if (typeof what === "string" && of === undefined) continue;
          const sequence = state.sequence + 1;
          const body = typeof what === "string" ? { of, by } : { ...what, by };
          const kind = typeof what === "string" ? what : "class";
          const event = { sequence, id: `event-${sequence}`, at, kind, body } as LoggedEvent;
          const after = copyOf(state);
          apply(after, event);
          const rejection = typeof what === "string" ? movedFault(state, after) : classRejection(state, what);
          if (rejection !== null) continue;
          apply(state, event);
          for (const begin of state.classes.keys()) expect(isCircle(state, begin)).toBe(false);
        }
      }),
    );
  });
  test("are back as they were when everything is undone, whatever was done", () => {
    const number = fc.nat(5);
    const step = fc.oneof(
      fc.record({ answer: fc.constant(true), item: fc.nat(4), to: number }),
      fc.record({ do: fc.constant("add" as const), class: number, name: fc.constantFrom("a", "b", "c") }),
      fc.record({ do: fc.constant("rename" as const), class: number, name: fc.constantFrom("x", "y", "z") }),
      fc.record({ do: fc.constant("merge" as const), class: number, into: number }),
      fc.record({ do: fc.constant("retire" as const), class: number }),
      fc.record({ do: fc.constant("restore" as const), class: number }),
      fc.record({ do: fc.constant("order" as const), classes: fc.shuffledSubarray([0, 1, 2]) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const { state, answer, change, undo } = log();
        const seen: [string, object][] = [];
        const image = () => ({ answers: tos(state), names: names(state) });
        for (const one of steps) {
          if ("answer" in one ? !state.classes.has(one.to) : classRejection(state, one) !== null) continue;
          const before = image();
          seen.push(["answer" in one ? answer(one.item, one.to) : change(one), before]);
        }
        for (const [event, before] of seen.reverse()) {
          undo(event);
          expect(image()).toEqual(before);
        }
      }),
    );
  });
  test("have names of one line", () => {
    const of = (name: string) =>
      eventSchema.safeParse({ id: "event-001", at, kind: "class", body: { do: "add", class: 3, name } }).success;
    expect([of("a b"), of(" a"), of("a\nb"), of(""), of("x".repeat(201))]).toEqual([true, false, false, false, false]);
  });
});
