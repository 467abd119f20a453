import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { importIn } from "../../../src/lite/start-import.ts";
import type { ImportProgress } from "../../../src/protocol/import-progress.ts";

type Listener = (event: { data?: unknown; message?: string }) => void;

/** A worker that does what the test says. */
function fakeWorker(onPost: (message: { id: number }, reply: (message: object) => void) => void) {
  const listeners = new Map<string, Listener[]>();
  const say = (event: string, what: Parameters<Listener>[0]) => {
    for (const listener of listeners.get(event) ?? []) listener(what);
  };
  return {
    ended: false,
    say,
    postMessage(message: unknown) {
      onPost(message as { id: number }, (reply) => say("message", { data: reply }));
    },
    addEventListener(event: string, listener: Listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    terminate() {
      this.ended = true;
    },
  };
}

const ask = { label: undefined };

describe("an import in a worker of the page", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("is ended with one sentence when its reader says nothing for too long", async () => {
    const worker = fakeWorker(() => {});
    const reader = importIn(worker, () => {}, 5000);
    const rejected = expect(reader.call("preview", ask)).rejects.toMatchObject({
      code: "bad-argument",
      message: "the file was not read within 5 seconds: it is damaged, or too large for this browser",
    });
    await vi.advanceTimersByTimeAsync(5000);
    await rejected;
    expect(worker.ended).toBe(true);
    await expect(reader.call("preview", ask)).rejects.toMatchObject({ code: "bad-argument" });
  });

  test("may take long as long as it tells how far it is", async () => {
    const told: ImportProgress[] = [];
    const worker = fakeWorker(({ id }, reply) => {
      for (const at of [4000, 8000, 12_000]) {
        setTimeout(() => reply({ id, progress: { stage: "reading", share: at / 12_000 } }), at);
      }
      setTimeout(() => reply({ id, value: "read" }), 15_000);
    });
    const answer = importIn(worker, (progress) => told.push(progress), 5000).call("preview", ask);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await answer).toBe("read");
    expect(told.map(({ share }) => share)).toEqual([1 / 3, 2 / 3, 1]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(worker.ended).toBe(false); // nobody waits any more
  });

  test("that breaks down is rejected, and its worker is ended", async () => {
    const worker = fakeWorker(() => {});
    const answer = importIn(worker, () => {}, 5000).call("preview", ask);
    worker.say("error", { message: "out of memory" });
    await expect(answer).rejects.toThrow("out of memory");
    expect(worker.ended).toBe(true);
  });

  test("that is cancelled says so to whoever waits", async () => {
    const reader = importIn(
      fakeWorker(() => {}),
      () => {},
      5000,
    );
    const rejected = expect(reader.call("preview", ask)).rejects.toMatchObject({ code: "cancelled" });
    await reader.close();
    await rejected;
  });
});
