import { describe, expect, test } from "vitest";
import type { StudioEvent } from "../../../src/protocol/events.ts";
import { apply, type Folded, nothing } from "../../../src/protocol/fold.ts";
import type { EventsAnswer } from "../../../src/protocol/messages.ts";
import { type Rejected, renumbered, sendAgain, withFreeNumber } from "../../../src/web/label/added-class.ts";
import { Outbox } from "../../../src/web/label/outbox.ts";
import { memory } from "./memory-storage.ts";

const at = "2026-01-31T12:00:00.000Z";
const BEGAN = ["apple", "banana", "cherry"];
const event = (id: string, kind: string, body: object) => ({ id, at, kind, body }) as StudioEvent;
const add = (id: string, number: number, name: string) => event(id, "class", { do: "add", class: number, name });
const answer = (id: string, item: number, to: number, was: string | null = null) =>
  event(id, "answer", { item, to, was });

/** The state after events. */
function folded(...events: StudioEvent[]): Folded {
  const state = nothing();
  for (const [at, one] of events.entries()) apply(state, { ...one, sequence: at + 1 });
  return state;
}

/** An outbox whose server rejects the classes with these names. */
function outboxRejecting(...names: string[]) {
  const stored: string[] = [];
  const send = async (events: readonly StudioEvent[]): Promise<EventsAnswer> => {
    const results = events.map(({ id, body }) => {
      const isRejected = names.includes((body as { name?: string }).name ?? "");
      if (!isRejected) stored.push(id);
      return { id, sequence: 1, rejection: isRejected ? { code: "stale", message: "another class was added" } : null };
    });
    return { results, last: 1 };
  };
  return { stored, outbox: new Outbox("p", { storage: memory(), send }) };
}
const codesOf = (rejected: readonly Rejected[]) => rejected.map(({ event: { id }, rejection: { code } }) => [id, code]);

describe("a class that was added offline", () => {
  test("got its answers into another class, which somebody else had added under the same number", async () => {
    const { outbox, stored } = outboxRejecting("mango");
    for (const one of [answer("a", 1, 0), add("m", 3, "mango"), answer("b", 2, 3), answer("c", 4, 1)]) outbox.add(one);
    outbox.add(answer("d", 2, 0, "b")); // b is taken back by another answer
    outbox.add(event("e", "undo", { of: "d" }));
    await outbox.flush();
    expect(stored).toEqual(["a", "c"]);
    expect(codesOf(outbox.state.rejected)).toEqual([
      ["m", "stale"],
      ["b", "class"],
      ["d", "class"],
      ["e", "class"],
    ]);
    // The page shows the class until it has read the log again.
    outbox.add(answer("f", 5, 3));
    expect(outbox.state.rejected.at(-1)?.event.id).toBe("f");
    outbox.knowsClasses();
    outbox.add(answer("g", 6, 3)); // now 3 is what the server says
    await outbox.flush();
    expect(stored).toEqual(["a", "c", "g"]);
  });

  test("gets the next free number, and its answers follow", () => {
    const state = folded(add("p", 3, "papaya"));
    const rejected = [add("m", 3, "mango"), answer("b", 2, 3)].map((one, at) => ({
      event: one,
      rejection: { code: at === 0 ? "stale" : "class", message: "" },
    }));
    expect(withFreeNumber(rejected, state, BEGAN)).toEqual(rejected);
    const sent: StudioEvent[] = [];
    sendAgain(rejected, { state, began: BEGAN, take: () => {}, send: (one) => sent.push(one) });
    expect(sent).toEqual([add("m", 4, "mango"), answer("b", 2, 4)]);
  });

  test("is the class of the same name that somebody else has added", () => {
    const state = folded(add("p", 3, "papaya"), add("q", 4, "mango"));
    const rejected = [add("m", 3, "mango"), add("k", 4, "kiwi"), answer("b", 2, 3), answer("c", 3, 4)].map((one) => ({
      event: one,
      rejection: { code: one.kind === "class" ? "stale" : "class", message: "" },
    }));
    const sent: StudioEvent[] = [];
    const send = (one: StudioEvent) => {
      sent.push(one);
      apply(state, { ...one, sequence: state.sequence + 1 });
    };
    sendAgain(rejected, { state, began: BEGAN, take: () => {}, send });
    expect(sent).toEqual([add("k", 5, "kiwi"), answer("b", 2, 4), answer("c", 3, 5)]);
  });

  test("is left to the person where no number helps", () => {
    const rejected = [{ event: add("m", 3, ""), rejection: { code: "stale", message: "" } }];
    expect(withFreeNumber(rejected, folded(), BEGAN)).toEqual([]);
    expect(withFreeNumber([], folded(), BEGAN)).toEqual([]);
    const forbidden = [{ event: add("m", 3, "mango"), rejection: { code: "role", message: "" } }];
    expect(withFreeNumber(forbidden, folded(), BEGAN)).toEqual([]); // or it would be sent and rejected without end
  });

  test("is renumbered wherever an event names it, and nowhere else", () => {
    const numbers = new Map([[3, 7]]);
    const again = (kind: string, body: object) => renumbered(event("x", kind, body), numbers).body;
    expect(again("change", { items: [3], to: 3 })).toEqual({ items: [3], to: 7 });
    expect(again("answer", { item: 3, to: "skipped", was: null })).toEqual({ item: 3, to: "skipped", was: null });
    expect(again("class", { do: "merge", class: 3, into: 1 })).toEqual({ do: "merge", class: 7, into: 1 });
    expect(again("class", { do: "order", classes: [3, 0, 33] })).toEqual({ do: "order", classes: [7, 0, 33] });
    expect(again("settings", { keys: { 3: "3" }, errorCosts: { "3>1": 3 } })).toEqual({
      keys: { 7: "3" },
      errorCosts: { "7>1": 3 },
    });
  });
});
