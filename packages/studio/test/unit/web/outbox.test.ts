import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StudioEvent } from "../../../src/protocol/events.ts";
import { MAX_COST, settingsFault } from "../../../src/protocol/limits.ts";
import type { EventsAnswer } from "../../../src/protocol/messages.ts";
import { Outbox, type OutboxState } from "../../../src/web/label/outbox.ts";
import { ApiError } from "../../../src/web/ui/api.ts";
import { BackOff } from "../../../src/web/ui/back-off.ts";
import { memory } from "./memory-storage.ts";

let made = 0;
const event = (item: number): StudioEvent => ({
  id: `event-${String(++made).padStart(6, "0")}`,
  kind: "answer",
  at: "2026-01-31T12:00:00.000Z",
  body: { item, to: 0, was: null },
});

/** A server that rejects the events it is told to, whole requests and all, and fails when it is told to. */
function server({ bad = () => false, stale = () => false }: { bad?: Rule; stale?: Rule } = {}) {
  const stored: StudioEvent[] = [];
  const failures: ApiError[] = [];
  let requests = 0;
  return {
    stored,
    failures,
    get requests() {
      return requests;
    },
    send: async (events: readonly StudioEvent[]): Promise<EventsAnswer> => {
      requests++;
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      if (events.some(bad)) throw new ApiError(400, "bad-request", "events.0.body: too large");
      const results = events.map((one) => {
        const rejection = stale(one) ? { code: "stale", message: "changed meanwhile" } : null;
        if (rejection === null && !stored.some(({ id }) => id === one.id)) stored.push(one);
        return { id: one.id, sequence: rejection === null ? stored.length : null, rejection };
      });
      return { results, last: stored.length };
    },
  };
}
type Rule = (event: StudioEvent) => boolean;

type Send = (events: readonly StudioEvent[]) => Promise<EventsAnswer>;
function outboxOn(storage: Storage, send: Send, by: string | null = null) {
  let state: OutboxState | undefined;
  const stops: ApiError[] = [];
  let rejections = 0;
  const listener = {
    changed: (now: OutboxState) => {
      state = now;
    },
    accepted: () => {},
    rejected: () => void rejections++,
    stopped: (error: ApiError) => void stops.push(error),
  };
  const outbox = new Outbox("p", { storage, send, by, backOff: new BackOff(1, 4, () => 0) });
  const leave = outbox.listen(listener);
  return { outbox, stops, leave, state: () => state as OutboxState, rejections: () => rejections };
}
/** Runs what is due, tries after a failure included. By a clock of its own: a busy machine fires several timers late, and a wait of real milliseconds then ended before the last try. */
const settled = () => vi.advanceTimersByTimeAsync(1000);
const itemsOf = (events: readonly StudioEvent[]) => events.map(({ body }) => (body as { item: number }).item);

describe("the outbox", () => {
  test.each([507, 409])("what was wrong was not told after %i: the page said only that it saves", async (status) => {
    const { send, failures, stored } = server();
    const full = new ApiError(status, "full", "the disk is full; free some space");
    failures.push(full, full, full);
    const { outbox, state } = outboxOn(memory(), send);
    const told: (string | null)[] = [];
    outbox.add(event(1));
    for (let i = 0; i < 8; i++) {
      await vi.advanceTimersByTimeAsync(1);
      told.push(state().trouble);
    }
    expect(told).toContain("the disk is full; free some space");
    await settled();
    expect(state()).toMatchObject({ trouble: null, waiting: 0 });
    expect(itemsOf(stored)).toEqual([1]);
  });

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("once deleted four good answers for one rejected cost; now only that one is set aside", async () => {
    const there = server({ bad: ({ kind }) => kind === "settings" });
    const offline = new ApiError(0, "offline", "the server does not answer");
    there.failures.push(offline, offline);
    const { outbox, state } = outboxOn(memory(), there.send);
    for (let item = 0; item < 4; item++) outbox.add(event(item));
    const cost: StudioEvent = { ...event(0), kind: "settings", body: { labelCost: 99_999_999_999 } };
    outbox.add(cost);
    outbox.add(event(4));
    await settled();
    expect(itemsOf(there.stored)).toEqual([0, 1, 2, 3, 4]);
    expect(state().waiting).toBe(0);
    expect(state().rejected).toEqual([
      { event: cost, rejection: { code: "bad-request", message: "events.0.body: too large" } },
    ]);
  });

  test.each(["bad", "stale"])("the page went on showing what was rejected as %s", async (how) => {
    const { outbox, rejections } = outboxOn(memory(), server({ [how]: () => true }).send);
    outbox.add(event(1));
    await settled();
    expect(rejections()).toBe(1); // told to begin again
  });

  test("sent the answers of one person in the name of the next who logged in", async () => {
    const storage = memory();
    const adas = [event(1), event(2)].map((one) => ({ ...one, body: { ...one.body, by: "ada" } }) as StudioEvent);
    for (const one of adas) storage.setItem(`xpal-outbox-p-${one.id}`, JSON.stringify(one));
    const rejected = { event: { ...adas[0], id: "rejected" }, rejection: { code: "stale", message: "" } };
    storage.setItem("xpal-rejected-p-rejected", JSON.stringify(rejected));
    const there = server();
    const bens = outboxOn(storage, there.send, "ben").outbox;
    bens.takeUp();
    await settled();
    expect([there.requests, storage.length]).toEqual([0, 3]);
    expect(bens.state).toMatchObject({ waiting: 0, rejected: [], others: new Map([["ada", 2]]) });
    const own = outboxOn(storage, there.send, "ada").outbox;
    own.takeUp();
    await settled();
    expect([itemsOf(there.stored), own.state.rejected.length]).toEqual([[1, 2], 1]);
  });

  test("ended with its page, and what waited was not sent", async () => {
    const there = server();
    there.failures.push(new ApiError(0, "offline", ""));
    const { outbox, leave } = outboxOn(memory(0), there.send); // nor is it in the storage
    outbox.add(event(1));
    leave();
    await settled();
    expect(itemsOf(there.stored)).toEqual([1]);
    const told = outboxOn(memory(), there.send);
    const later = vi.fn();
    told.outbox.listen({ changed: later, accepted: later, rejected: later, stopped: later });
    told.leave(); // of a page that is gone by then: the next one goes on hearing
    told.outbox.add(event(2));
    expect(later).toHaveBeenCalled();
  });

  test("sends nothing again that another window has settled meanwhile", async () => {
    const storage = memory();
    const there = server();
    const one = outboxOn(storage, there.send);
    there.failures.push(new ApiError(0, "offline", ""));
    one.outbox.add(event(1));
    const other = outboxOn(storage, there.send);
    expect(other.outbox.state.waiting).toBe(1);
    await settled();
    const { requests } = there;
    await other.outbox.resume();
    expect([there.requests, other.state().waiting]).toEqual([requests, 0]);
  });

  test("keeps what was rejected over a reload, until the person decides", async () => {
    const storage = memory();
    const first = outboxOn(storage, server({ stale: () => true }).send);
    first.outbox.add(event(7));
    await settled();
    const next = outboxOn(storage, server().send);
    expect(itemsOf(next.outbox.state.rejected.map((one) => one.event))).toEqual([7]);
    next.outbox.takeRejected(next.outbox.state.rejected[0].event.id);
    expect(storage.length).toBe(0);
  });

  test.each([401, 403, 404])("stops on %i, keeps everything, and goes on when told to", async (status) => {
    const there = server();
    there.failures.push(new ApiError(status, "login", "log in"));
    const { outbox, stops, state } = outboxOn(memory(), there.send);
    outbox.add(event(1));
    await settled();
    outbox.add(event(2));
    await settled();
    expect([there.requests, stops.length, state().waiting]).toEqual([1, 1, 2]);
    await outbox.resume();
    expect(itemsOf(there.stored)).toEqual([1, 2]);
  });

  test("says when the browser stores no more, and still sends", async () => {
    const there = server();
    const { outbox, state } = outboxOn(memory(1), there.send);
    there.failures.push(new ApiError(0, "offline", ""));
    outbox.add(event(1));
    outbox.add(event(2));
    expect(state().unstored).toBe(true);
    await settled();
    expect([itemsOf(there.stored), state().unstored]).toEqual([[1, 2], false]);
  });

  test("loses and doubles nothing, whatever the server answers", async () => {
    const trouble = fc.constantFrom(0, 500, 503, 507, 429, 409);
    const kinds = fc.array(fc.constantFrom("good", "bad", "stale"), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(kinds, fc.array(trouble, { maxLength: 4 }), async (kinds, troubles) => {
        const is = (kind: string) => (one: StudioEvent) => kinds[(one.body as { item: number }).item] === kind;
        const there = server({ bad: is("bad"), stale: is("stale") });
        there.failures.push(...troubles.map((status) => new ApiError(status, "failed", "")));
        const { outbox, state } = outboxOn(memory(), there.send);
        for (let item = 0; item < kinds.length; item++) outbox.add(event(item));
        for (let tries = 0; tries < 40 && outbox.events.length > 0; tries++) await outbox.resume();
        expect(state().waiting).toBe(0);
        expect(itemsOf(there.stored)).toEqual(kinds.flatMap((kind, item) => (kind === "good" ? [item] : [])));
        const aside = itemsOf(state().rejected.map((one) => one.event)).sort((a, b) => a - b);
        expect(aside).toEqual(kinds.flatMap((kind, item) => (kind === "good" ? [] : [item])));
      }),
      { numRuns: 60 },
    );
  });
});

describe("waiting times", () => {
  test("double up to a limit, between half and all of the time, and begin small again", () => {
    const low = new BackOff(100, 1000, () => 0);
    expect(Array.from({ length: 6 }, () => low.next())).toEqual([50, 100, 200, 400, 500, 500]);
    const high = new BackOff(100, 1000, () => 1);
    expect(Array.from({ length: 5 }, () => high.next())).toEqual([100, 200, 400, 800, 1000]);
    high.reset();
    expect(high.next()).toBe(100);
  });
});

describe("settings", () => {
  test("that the log would reject are rejected by the form", () => {
    expect(settingsFault({ labelCost: 99_999_999_999 })).toBe("labelCost");
    expect(settingsFault({ errorCost: -1 })).toBe("errorCost");
    expect(settingsFault({ errorCost: Number.NaN })).toBe("errorCost");
    expect(settingsFault({ highlight: "x".repeat(201) })).toBe("highlight");
    expect(settingsFault({ labelCost: MAX_COST, errorCost: null, checkShare: 0.5, guidelines: "x" })).toBeNull();
  });
});
