// The log of a window, with a server that answers when the test says so.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LoggedEvent, StudioEvent } from "../../../src/protocol/events.ts";
import type { EventsAnswer } from "../../../src/protocol/messages.ts";
import { Outbox } from "../../../src/web/label/outbox.ts";
import { SyncedLog } from "../../../src/web/label/synced-log.ts";
import { post } from "../../../src/web/ui/api.ts";
import { type Host, host, type Live, setHost } from "../../../src/web/ui/host.ts";
import { memory } from "./memory-storage.ts";

const original = host();
beforeEach(() => {
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  setHost(original);
  vi.unstubAllGlobals();
});

const answer = (id: string, item: number): StudioEvent => ({
  ...{ id, kind: "answer", at: "2026-01-31T12:00:00.000Z" },
  body: { item, to: 0, was: null, by: "ada" },
});

/** A server with a log: each reading of it is on its way until the test lets it arrive. */
function slowServer(isRejected: (event: StudioEvent) => boolean) {
  const log: LoggedEvent[] = [];
  const readings: (() => void)[] = [];
  const listened: number[] = [];
  const json = (body: unknown) => new Response(JSON.stringify(body));
  const store = (event: StudioEvent) => {
    const rejection = isRejected(event) ? { code: "stale", message: "changed meanwhile" } : null;
    if (rejection === null) log.push({ ...event, sequence: log.length + 1 } as LoggedEvent);
    return { id: event.id, sequence: rejection === null ? log.length : null, rejection };
  };
  const request: Host["request"] = async (_, { body }) => {
    if (typeof body === "string") {
      const { events } = JSON.parse(body) as { events: StudioEvent[] };
      return json({ results: events.map(store), last: log.length });
    }
    const read = json({ project: { began: { itemCount: 9, classes: ["a"] } }, events: [...log] });
    return new Promise((resolve) => readings.push(() => resolve(read)));
  };
  const live = (path: string): Live => {
    listened.push(Number(/after=(\d+)/.exec(path)?.[1]));
    return Object.assign(new EventTarget(), { close: () => {} });
  };
  setHost({ ...original, request, live });
  return { log, readings, listened };
}

test("an answer that was stored while the log was read again after a rejection vanished from the page", async () => {
  const { readings, listened } = slowServer(({ id }) => id === "late");
  const back = vi.fn(async () => {});
  const nothing = () => {};
  const told = {
    began: nothing,
    outdated: nothing,
    heard: nothing,
    waits: nothing,
    lost: nothing,
    back,
    stopped: nothing,
  };
  const send = (events: readonly StudioEvent[]) => post<EventsAnswer>("/api/projects/p/events", { events });
  const log = new SyncedLog("p", "w", new Outbox("p", { storage: memory(), send }), told);
  const opened = log.open();
  await vi.waitFor(() => expect(readings).toHaveLength(1));
  readings[0]();
  await opened;
  log.send(answer("first", 1));
  await log.saved();
  log.send(answer("late", 2));
  await log.saved();
  await vi.waitFor(() => expect(readings).toHaveLength(2)); // it was rejected
  log.send(answer("good", 3));
  await log.saved();
  readings[1](); // read before the last answer was stored
  await vi.waitFor(() => expect(back).toHaveBeenCalledTimes(2));
  expect([...log.state.facts.keys()]).toEqual([1, 3]);
  expect(log.state.done.at(-1)?.event).toBe("good"); // what an undo takes back
  expect(listened).toEqual([0, 1]); // what others did meanwhile is heard, too
  log.close();
});
