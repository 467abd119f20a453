import { afterEach, expect, test, vi } from "vitest";
import { Questions } from "../../../src/web/label/questions.ts";

afterEach(() => vi.unstubAllGlobals());

/** A server whose answers come when the test says so, each with the items that it was told. */
function slowServer() {
  const waiting: ((items: readonly number[]) => void)[] = [];
  vi.stubGlobal("fetch", () => {
    return new Promise<Response>((resolve) => {
      waiting.push((items) => {
        const suggestions = items.map((item) => ({ item, from: "best" }));
        resolve(Response.json({ sequence: 1, suggestions, open: 100, inHand: 0, held: items }));
      });
    });
  });
  return { answer: (at: number, items: readonly number[]) => waiting[at](items), requests: () => waiting.length };
}

const page = { isOpen: () => true, isHere: () => true, fetchItems: async () => {} };

test("items that were asked for before the costs changed came into the queue after it was forgotten", async () => {
  const server = slowServer();
  const questions = new Questions("/api/projects/p", "w", page);
  questions.restOn("no costs");
  const before = questions.fill();
  expect(questions.restOn("costs")).toBe(true);
  const later = questions.fill();
  expect(server.requests()).toBe(2); // the queue is filled anew, not with what is on its way
  server.answer(0, [1, 2]);
  await before;
  expect(questions.after(0, 0)).toBeNull();
  server.answer(1, [7, 8]);
  await later;
  expect(questions.after(0, 0)).toMatchObject({ item: 7 });
});

test("what rests on the same basis is kept", async () => {
  const server = slowServer();
  const questions = new Questions("/api/projects/p", "w", page);
  questions.restOn("costs");
  const filled = questions.fill();
  server.answer(0, [4]);
  await filled;
  expect(questions.restOn("costs")).toBe(false);
  expect(questions.after(0, 0)).toMatchObject({ item: 4 });
});
