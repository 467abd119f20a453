import { afterEach, expect, test, vi } from "vitest";
import type { Look } from "../../../src/protocol/messages.ts";
import { Questions } from "../../../src/web/label/questions.ts";

afterEach(() => vi.unstubAllGlobals());

/** A server whose answers come when the test says so, each with the items that it was told. */
function slowServer() {
  const waiting: ((items: readonly number[]) => void)[] = [];
  vi.stubGlobal("fetch", () => {
    return new Promise<Response>((resolve) => {
      waiting.push((items) => {
        const suggestions = items.map((item) => ({ item, from: "best" }));
        resolve(Response.json({ sequence: 1, suggestions, open: 100, inHand: 0, held: items, surplus: [] }));
      });
    });
  });
  return { answer: (at: number, items: readonly number[]) => waiting[at](items), requests: () => waiting.length };
}

const page = { isOpen: () => true, opened: () => {}, isHere: () => true, fetchItems: async () => {} };

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

test("items in hand come in turn to whoever passes them over", async () => {
  const server = slowServer();
  const questions = new Questions("/api/projects/p", "w", page);
  const filled = questions.fill();
  server.answer(0, [4, 5, 6]);
  await filled;
  const items = [4];
  for (let i = 0; i < 4; i++) items.push(questions.another(items[i])?.item ?? -1);
  expect(items).toEqual([4, 5, 6, 4, 5]);
  expect(new Questions("/api/projects/p", "w", page).another(4)).toBeNull();
});

test("an item that was passed over came again before others, when an answer that was on its way named it", async () => {
  const server = slowServer();
  const questions = new Questions("/api/projects/p", "w", page);
  const filled = questions.fill();
  server.answer(0, [4, 5, 6, 7, 8]);
  await filled;
  const late = questions.fill();
  const items = [4];
  for (let i = 0; i < 2; i++) items.push(questions.another(items[i])?.item ?? -1);
  server.answer(1, [4, 5, 6, 7, 8]); // the best ones as before
  await late;
  for (let i = 2; i < 6; i++) items.push(questions.another(items[i])?.item ?? -1);
  expect(items).toEqual([4, 5, 6, 7, 8, 4, 5]);
});

/** A server that answers at once: the item ahead is 10 and that of the answer; the queue holds 50. */
function quickServer() {
  vi.stubGlobal("fetch", async (path: string) => {
    const { searchParams, pathname } = new URL(path, "http://localhost");
    if (pathname.endsWith("/ahead")) {
      const next = { item: 10 + Number(searchParams.get("answer") ?? 9), from: "best" };
      return Response.json({ sequence: 1, item: 0, next });
    }
    return Response.json({
      sequence: 1,
      suggestions: [{ item: 50, from: "best" }],
      open: 100,
      inHand: 0,
      held: [50],
      surplus: [],
    });
  });
}

const answers = [0.7, 0.3].map((probability) => ({ probability, gain: 0, items: 0, flips: 0, examples: [] }));
const lookAt = (item: number) => ({ item, answers }) as unknown as Look;

test("what was chosen for an answer before others answered was called the best", async () => {
  quickServer();
  const questions = new Questions("/api/projects/p", "w", page);
  await questions.lookAhead(lookAt(0), new AbortController().signal);
  expect(questions.after(0, 1)).toEqual({ item: 11, from: "best" });
  questions.outdate();
  expect(questions.after(0, 1)).toEqual({ item: 11, from: "queue" });
  // Asked for again, with all answers known, it is the best once more.
  await questions.lookAhead(lookAt(0), new AbortController().signal);
  expect(questions.after(0, 1)).toEqual({ item: 11, from: "best" });
});

test("an item that was chosen for another answer, or taken from the queue, is not called the best", async () => {
  quickServer();
  const questions = new Questions("/api/projects/p", "w", page);
  await questions.fill();
  expect(questions.after(0, 1)).toEqual({ item: 50, from: "queue" });
  await questions.lookAhead(lookAt(0), new AbortController().signal);
  expect(questions.after(0, 7)).toEqual({ item: 10, from: "queue" });
});
