import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { GONE_MS, IDLE_MS, Reservations } from "../../../src/server/projects/reservations.ts";

/** A pool of items, of which some are open, and a clock. */
function pool(count: number) {
  const open = new Set(Array.from({ length: count }, (_, item) => item));
  const clock = { now: 0 };
  const reservations = new Reservations(() => clock.now, { count: () => open.size, has: (item) => open.has(item) });
  return { open, clock, reservations };
}
const some = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

describe("items in hand", () => {
  test("are one window's alone until it is done with them", () => {
    const { open, reservations } = pool(100);
    expect(reservations.enqueue("a", [1, 2, 3])).toEqual([1, 2, 3]);
    expect(reservations.enqueue("b", [3, 4])).toEqual([4]);
    reservations.show("b", 4);
    expect(reservations.putAhead("b", 2)).toBe(false);
    expect(reservations.putAhead("b", 9)).toBe(true);
    expect([...reservations.ofOthers("a")].sort()).toEqual([4, 9]);
    open.delete(4);
    expect([...reservations.ofOthers("a")]).toEqual([9]);
    reservations.release("b");
    expect(reservations.enqueue("a", [9])).toEqual([9]);
  });
  test("of a window that was closed stayed in hand for as long as the clock was set back", () => {
    const { clock, reservations } = pool(100);
    clock.now = 3_600_000;
    reservations.enqueue("a", [1, 2]);
    clock.now = 0;
    expect([...reservations.ofOthers("b")]).toEqual([1, 2]);
    clock.now = GONE_MS;
    expect([...reservations.ofOthers("b")]).toEqual([]);
  });
  test("that were to follow an item are free when another one is on screen", () => {
    const { open, reservations } = pool(100);
    reservations.show("a", 1);
    reservations.putAhead("a", 2);
    reservations.enqueue("a", [3]);
    open.delete(1);
    reservations.show("a", 3);
    expect([...reservations.of("a")]).toEqual([3]);
  });
  test("an item that was left without an answer was free, though the window may go back to it", () => {
    const { reservations } = pool(100);
    reservations.show("a", 1);
    reservations.show("a", 3);
    expect([...reservations.of("a")].sort()).toEqual([1, 3]);
  });
  test("were taken from a window's queue by better ones while it showed one of them", () => {
    const { reservations } = pool(4);
    expect(reservations.enqueue("a", [0, 1])).toEqual([0, 1]);
    // The window shows 1 and has not said so yet; what it asked for before arrives at the server.
    expect(reservations.enqueue("a", [2, 3])).toEqual([]);
    expect(reservations.enqueue("b", [1, 2])).toEqual([2]);
    expect(reservations.surplus("a", [3])).toEqual([0, 1]);
    expect(reservations.surplus("b", [])).toEqual([]);
    reservations.giveBack("a", [0]);
    expect(reservations.enqueue("b", [0])).toEqual([]); // half of what the others leave
    expect(reservations.enqueue("c", [0])).toEqual([0]);
  });
  test("that should be given back are those beyond half of what the others leave, the latest last", () => {
    const { open, reservations } = pool(20);
    expect(reservations.enqueue("a", some(0, 10))).toEqual(some(0, 10));
    reservations.show("a", 9);
    expect(reservations.surplus("a")).toEqual([]);
    for (const item of some(10, 20)) open.delete(item);
    expect(reservations.surplus("a")).toEqual([4, 5, 6, 7, 8]);
    expect(reservations.surplus("a", [8])).toEqual([3, 4, 5, 6, 7]);
  });
  test("what a window said of an earlier item, and arrived late, changed what is on screen", () => {
    const { reservations } = pool(100);
    reservations.enqueue("a", [1, 2]);
    reservations.show("a", 2, 2);
    reservations.putAhead("a", 5);
    reservations.show("a", 1, 1);
    expect([...reservations.of("a")].sort()).toEqual([1, 2, 5]);
  });
  test("are at most half of what the others leave, so that a window which comes later finds some", () => {
    const { reservations } = pool(8);
    expect(reservations.enqueue("a", some(0, 8))).toHaveLength(4);
    expect(reservations.enqueue("b", some(0, 8))).toHaveLength(2);
    expect(reservations.enqueue("c", some(0, 8))).toHaveLength(1);
    expect(reservations.enqueue("d", some(0, 8))).toHaveLength(1);
    expect(reservations.enqueue("e", some(0, 8))).toHaveLength(0);
  });
  test("stay in hand when the window asks for them again", () => {
    const { reservations } = pool(2);
    reservations.show("a", 0);
    expect(reservations.enqueue("a", [0])).toEqual([0]);
    expect(reservations.enqueue("a", [1])).toEqual([]);
  });
  test("are free when their window is away: soon without its stream, later with it", () => {
    const { clock, reservations } = pool(10);
    reservations.enqueue("gone", [1]);
    reservations.join("idle");
    reservations.enqueue("idle", [2]);
    clock.now = GONE_MS - 1;
    expect(reservations.ofOthers("x").size).toBe(2);
    clock.now = GONE_MS;
    expect([...reservations.ofOthers("x")]).toEqual([2]);
    clock.now = IDLE_MS - 1;
    expect([...reservations.ofOthers("x")]).toEqual([2]);
    reservations.leave("idle");
    clock.now += GONE_MS;
    expect(reservations.ofOthers("x").size).toBe(0);
  });
  test("are kept over a restart as far as nobody else has them", () => {
    const { reservations } = pool(20);
    expect(reservations.hold("a", 1, [2, 3])).toEqual([1, 2, 3]);
    expect(reservations.hold("b", 1, [3, 4, 99])).toEqual([4]);
  });
  test("beyond half of all were lost over a restart, though the window could be showing one of them", () => {
    const { reservations } = pool(6);
    expect(reservations.hold("a", 0, [1, 2, 3])).toEqual([0, 1, 2, 3]);
    expect(reservations.surplus("a")).toEqual([3]);
  });
  test("are never in two hands, and whoever has nothing gets something while there is some", () => {
    const window = fc.constantFrom("a", "b", "c");
    const item = fc.nat(11);
    const act = fc.oneof(
      fc.tuple(fc.constant("next" as const), window, fc.array(item, { maxLength: 12 })),
      fc.tuple(fc.constant("show" as const), window, fc.tuple(item)),
      fc.tuple(fc.constant("ahead" as const), window, fc.tuple(item)),
      fc.tuple(fc.constant("answer" as const), window, fc.tuple(item)),
      fc.tuple(fc.constant("release" as const), window, fc.constant([])),
      fc.tuple(fc.constant("give back" as const), window, fc.array(item, { maxLength: 12 })),
      fc.tuple(fc.constant("hold" as const), window, fc.array(item, { maxLength: 12 })),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        const { open, reservations } = pool(12);
        for (const [what, who, items] of acts) {
          const before = new Map(["a", "b", "c"].map((one) => [one, reservations.of(one)]));
          if (what === "next") {
            const free = items.filter((one) => open.has(one) && !reservations.ofOthers(who).has(one));
            const empty = reservations.of(who).size === 0;
            const got = reservations.enqueue(who, items);
            if (empty && free.length > 0) expect(got.length).toBeGreaterThan(0);
          } else if (what === "show") reservations.show(who, items[0] as number);
          else if (what === "ahead") reservations.putAhead(who, items[0] as number);
          else if (what === "answer") open.delete(items[0] as number);
          else if (what === "release") reservations.release(who);
          else if (what === "give back") reservations.giveBack(who, items);
          else reservations.hold(who, items[0] ?? null, items);
          const [a, b, c] = ["a", "b", "c"].map((one) => reservations.of(one));
          expect(new Set([...a, ...b, ...c]).size).toBe(a.size + b.size + c.size);
          // Nothing is taken from a window by what it asks for, nor by what others do.
          const isOwnWord = what !== "next" && what !== "ahead";
          for (const one of ["a", "b", "c"]) {
            if (one === who && isOwnWord) continue;
            const kept = [...(before.get(one) ?? [])].filter((held) => open.has(held));
            expect([...reservations.of(one)]).toEqual(expect.arrayContaining(kept));
          }
        }
      }),
    );
  });
});

describe("second opinions", () => {
  const none = { count: () => 0, has: () => false };

  test("were handed to two people at once; an item is now with one of them until it is answered or they are gone", () => {
    let now = 0;
    const reservations = new Reservations(() => now, none);
    expect(reservations.takeSecond("window-a", 7)).toBe(true);
    expect(reservations.takeSecond("window-b", 7)).toBe(false);
    expect(reservations.secondOf("window-b")).toBeNull();
    expect([...reservations.secondsOfOthers("window-b")]).toEqual([7]);
    reservations.takeSecond("window-a", null);
    expect(reservations.takeSecond("window-b", 7)).toBe(true);
    now = GONE_MS;
    expect(reservations.takeSecond("window-a", 7)).toBe(true);
  });

  test("are known to the other server", () => {
    const reservations = new Reservations(() => 0, none);
    reservations.takeSecond("window-a", 7);
    const there = new Reservations(() => 0, none, reservations.data());
    expect(there.takeSecond("window-b", 7)).toBe(false);
  });
});
