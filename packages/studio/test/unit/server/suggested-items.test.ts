import { afterEach, expect, test, vi } from "vitest";
import { localLeases } from "../../../src/server/projects/item-leases.ts";
import { type Suggested, SuggestedItems } from "../../../src/server/projects/suggested-items.ts";

afterEach(() => void vi.useRealTimers());

/** A model that answers when it is told to: the first open items that it may suggest. */
function slowModel() {
  const asked: { count: number; without: readonly number[]; answer: () => void }[] = [];
  const leases = localLeases(() => 0, { count: () => 1000, has: () => true });
  const ask = ({ count, without }: { count: number; without: readonly number[] }) =>
    new Promise<Suggested>((done) => {
      const items = Array.from({ length: 1000 }, (_, item) => item).filter((item) => !without.includes(item));
      const suggestions = items.slice(0, count).map((item) => ({ item, from: "best" as const }));
      asked.push({ count, without, answer: () => done({ sequence: asked.length, suggestions }) });
    });
  const suggested = new SuggestedItems(ask, leases, () => true);
  const next = (window: string, count: number) => suggested.next(window, count, new AbortController().signal);
  const itemsOf = async (suggesting: Promise<Suggested>) => (await suggesting).suggestions.map(({ item }) => item);
  return { asked, leases, next, itemsOf };
}

test("one window is suggested the best that the others have not in hand, what it has itself included", async () => {
  const { asked, leases, next, itemsOf } = slowModel();
  await leases.change((held) => [held.enqueue("a", [0, 1]), held.enqueue("b", [2, 3])]);
  const items = itemsOf(next("a", 3));
  expect(asked).toMatchObject([{ count: 3, without: [2, 3] }]);
  asked[0].answer();
  expect(await items).toEqual([0, 1, 4]);
});

test("whoever asks while the model is busy is served by one question, each with items of their own", async () => {
  const { asked, leases, next, itemsOf } = slowModel();
  await leases.change((held) => [held.enqueue("b", [1]), held.enqueue("z", [0])]);
  const items = [next("a", 1), next("b", 2), next("c", 2)].map(itemsOf);
  asked[0].answer();
  await items[0];
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1].without).toEqual([0]);
  asked[1].answer();
  const [, b, c] = await Promise.all(items);
  expect([b, c]).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test("people who are faster than the model get good items of a moment ago instead of waiting", async () => {
  vi.useFakeTimers();
  const { asked, next } = slowModel();
  const first = [next("a", 1), next("b", 1), next("c", 1)];
  asked[0].answer();
  await first[0];
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  asked[1].answer();
  await Promise.all(first);
  const late = next("d", 2);
  await vi.advanceTimersByTimeAsync(99);
  let isHere = false;
  void late.then(() => {
    isHere = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect(isHere).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  const { sequence, suggestions } = await late;
  expect(sequence).toBe(2);
  expect(suggestions.map(({ from }) => from)).toEqual(["queue", "queue"]);
});
