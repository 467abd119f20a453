// The connection of a window: what fails late must not bring it back to life.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "../../../src/web/label/connection.ts";
import { ApiError } from "../../../src/web/ui/api.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function listener(load: () => Promise<number>) {
  return { load: vi.fn(load), heard: vi.fn(), lost: vi.fn(), back: vi.fn(async () => {}), stopped: vi.fn() };
}

test("asked again for a removed project, because a request on its way failed after the end", async () => {
  let fail: (error: Error) => void = () => {};
  const told = listener(() => new Promise((_, reject) => (fail = reject)));
  const connection = new Connection("p", "w", told);
  const opened = connection.open();
  connection.stop(); // the server said meanwhile that the project was removed
  fail(new ApiError(0, "offline", "no answer"));
  await opened;
  connection.lost();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(told.load).toHaveBeenCalledTimes(1);
  expect(told.lost).not.toHaveBeenCalled();
});

test("comes back after a loss, with pauses, until it is stopped", async () => {
  const told = listener(() => Promise.reject(new ApiError(0, "offline", "no answer")));
  const connection = new Connection("p", "w", told);
  await connection.open();
  await vi.advanceTimersByTimeAsync(10_000);
  const tries = told.load.mock.calls.length;
  expect(tries).toBeGreaterThan(2);
  connection.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(told.load).toHaveBeenCalledTimes(tries);
});
