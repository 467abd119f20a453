import { generator } from "@xpal/core";
import { afterEach, describe, expect, test, vi } from "vitest";
import { drawOpen, pickItems } from "../../../src/server/projects/pick-items.ts";
import { RankedItems, type Ranking } from "../../../src/server/projects/ranked-items.ts";
import { Reservations } from "../../../src/server/projects/reservations.ts";

afterEach(() => void vi.useRealTimers());

/** A model that ranks when it is told to. */
function slowModel() {
  const log = { sequence: 0 };
  const clock = { now: 0 };
  const asked: { count: number; answer(...items: number[]): void; fail(): void }[] = [];
  const ranked = new RankedItems({
    rank: ({ count }) => {
      const { sequence } = log; // what it has been told of when it begins
      return new Promise((done, failed) => {
        const answer = (...items: number[]) => done({ sequence, items, twins: [] });
        asked.push({ count, answer, fail: () => failed(new Error("the thread is gone")) });
      });
    },
    sequence: () => log.sequence,
    inHand: () => [],
    now: () => clock.now,
  });
  return { log, clock, asked, ranked };
}

describe("the ranking of a project", () => {
  test("serves at once, however many answers the model does not know yet, and takes them in together", async () => {
    vi.useFakeTimers();
    const { log, asked, ranked } = slowModel();
    const first = ranked.current(1);
    await vi.advanceTimersByTimeAsync(150); // a model that takes longer than anybody waits
    asked[0].answer(3, 1, 2);
    expect((await first)?.items).toEqual([3, 1, 2]);
    for (log.sequence = 1; log.sequence < 40; log.sequence++) {
      ranked.outdate();
      expect(await ranked.current(1)).toMatchObject({ sequence: 0, items: [3, 1, 2] });
    }
    expect(asked).toHaveLength(2); // one question for forty answers, begun with the first
    asked[1].answer(1, 2);
    await vi.waitFor(() => expect(asked).toHaveLength(3)); // and one more for those that came meanwhile
    asked[2].answer(2);
    await vi.waitFor(async () => expect(await ranked.current(1)).toMatchObject({ sequence: 40, items: [2] }));
    expect(asked).toHaveLength(3);
  });

  test("is waited for where the last one was fast, so that few people always get the best of now", async () => {
    const { log, asked, ranked } = slowModel();
    const first = ranked.current(1);
    asked[0].answer(0);
    await first;
    log.sequence = 1;
    const second = ranked.current(1);
    asked[1].answer(7);
    expect(await second).toMatchObject({ sequence: 1, items: [7] });
  });

  test("kept everybody waiting for a second at each request while the first one took long", async () => {
    vi.useFakeTimers();
    const { asked, ranked } = slowModel();
    const first = ranked.current(1);
    await vi.advanceTimersByTimeAsync(600);
    const second = ranked.current(1);
    await vi.advanceTimersByTimeAsync(400); // a second after the first request nobody waits any more
    expect(await first).toBeNull();
    expect(await second).toBeNull();
    const third = ranked.current(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(await third).toBeNull();
    asked[0].answer(4);
    await vi.waitFor(async () => expect(await ranked.current(1)).toMatchObject({ items: [4] }));
    ranked.forget();
    const fourth = ranked.current(1); // and of other classes it is the first again
    await vi.advanceTimersByTimeAsync(500);
    asked[1].answer(5);
    expect(await fourth).toMatchObject({ items: [5] });
  });

  test("is not made while nobody asks", async () => {
    const { log, asked, ranked } = slowModel();
    log.sequence = 1;
    ranked.outdate();
    expect(asked).toHaveLength(0);
  });

  test("says so when the model fails before there is one", async () => {
    const { asked, ranked } = slowModel();
    const first = ranked.current(1);
    asked[0].fail();
    await expect(first).rejects.toThrow("the thread is gone");
  });

  test("knows who works alone: nobody else has asked within a minute", () => {
    const { clock, ranked } = slowModel();
    expect(ranked.isAlone("a")).toBe(true);
    expect(ranked.isAlone("b")).toBe(false);
    clock.now = 59_999;
    expect(ranked.isAlone("b")).toBe(false);
    clock.now = 60_000;
    expect(ranked.isAlone("b")).toBe(true);
  });

  test("took a window that had left for one that is there, for as long as the clock was set back", () => {
    const { clock, ranked } = slowModel();
    clock.now = 3_600_000;
    ranked.isAlone("a");
    clock.now = 0;
    expect(ranked.isAlone("b")).toBe(false);
    clock.now = 60_000;
    expect(ranked.isAlone("b")).toBe(true);
  });
});

describe("picking from a ranking", () => {
  const ranking: Ranking = { sequence: 0, at: 0, items: [5, 4, 3, 2, 1, 0], twins: new Map() };
  const pool = (closed: readonly number[] = []) => {
    const isOpen = (item: number) => item < 20 && !closed.includes(item);
    const reservations = new Reservations(() => 0, { count: () => 20 - closed.length, has: isOpen });
    return { ranking, reservations, isOpen, itemCount: 20, chance: generator(1) };
  };

  test("gives each window the best that nobody else has, and the same again until it is answered", () => {
    const from = pool();
    expect(pickItems(from, "a", 2).picked).toEqual([5, 4]);
    expect(pickItems(from, "b", 1).picked).toEqual([3]);
    expect(pickItems(from, "a", 1).picked).toEqual([5]);
  });

  test("gave near-duplicates to windows that fetched several at once; these wait now", () => {
    const twins = new Map([
      [5, [4]],
      [4, [5]],
      [3, [2]],
      [2, [3]],
    ]);
    const from = { ...pool(), ranking: { ...ranking, twins } };
    expect(pickItems(from, "a", 2).picked).toEqual([5, 3]);
    expect(pickItems(from, "b", 2).picked).toEqual([1, 0]);
  });

  test("gives something like it rather than nothing", () => {
    const from = { ...pool(), ranking: { ...ranking, items: [5, 4], twins: new Map([[4, [5]]]) } };
    pickItems(from, "a", 1);
    expect(pickItems(from, "b", 1).picked).toEqual([4]);
  });

  test("passes over what was answered since, and draws where nothing is left", () => {
    const from = pool([5, 4, 3, 2, 1, 0]);
    const [drawn] = pickItems(from, "a", 3).picked;
    expect(drawn).toBeGreaterThanOrEqual(6);
  });

  test("draws every item that fits equally often", () => {
    const chance = generator(7);
    const counts = new Map<number, number>();
    for (let i = 0; i < 3000; i++) {
      const item = drawOpen(chance, 1000, (one) => one % 333 === 1) as number;
      counts.set(item, (counts.get(item) ?? 0) + 1);
    }
    expect([...counts.keys()].sort((a, b) => a - b)).toEqual([1, 334, 667]);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(130); // five standard deviations
    expect(drawOpen(chance, 10, () => false)).toBeNull();
  });
});
