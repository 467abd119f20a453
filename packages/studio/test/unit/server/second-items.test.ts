import { expect, test } from "vitest";
import type { OpenProject } from "../../../src/server/projects/open-project.ts";
import { Reservations } from "../../../src/server/projects/reservations.ts";
import { secondItem } from "../../../src/server/projects/second-items.ts";

test("fewer items than the share were asked twice where answers came in while the leases were changed", async () => {
  const fact = { to: 1, by: "Ann", event: "a", at: "", order: 1, asked: { from: "best" as const } };
  const state = {
    ...{ sequence: 0, settings: { secondShare: 0.3 } },
    ...{ facts: new Map([[7, fact]]), opinions: new Map([[7, new Map([["Ann", fact]])]]) },
  };
  let asked = 0;
  for (let sequence = 0; sequence < 1000; sequence++) {
    state.sequence = sequence;
    const reservations = new Reservations(() => 0, { count: () => 9, has: () => true });
    const change = async <T>(work: (held: Reservations) => T) => {
      state.sequence += 1; // what others have answered meanwhile is read with the leases
      return work(reservations);
    };
    const project = {
      ...{ state, leases: { known: reservations, change }, worthwhile: { itemFor: () => null } },
      singles: { find: () => 7 },
    } as unknown as OpenProject;
    if ((await secondItem(project, "window-b", "Ben")).item === 7) asked++;
  }
  expect(Math.abs(asked - 300)).toBeLessThan(30);
});

/** One item that Ann has answered, and Ben, who has two windows. */
function askedOfBen({ worth = false } = {}) {
  const fact = { to: 1, by: "Ann", event: "a", at: "", order: 1, asked: { from: "best" as const } };
  const given = new Map([["Ann", fact]]);
  const state = {
    ...{ sequence: 0, settings: { secondShare: worth ? 0 : 1 } },
    ...{ facts: new Map([[7, fact]]), opinions: new Map([[7, given]]) },
  };
  const clock = { now: 0 };
  const reservations = new Reservations(() => clock.now, { count: () => 9, has: (item) => item !== 7 });
  let onChange = () => {};
  const change = async <T>(work: (held: Reservations) => T) => {
    onChange();
    return work(reservations);
  };
  const project = {
    ...{ state, leases: { known: reservations, change }, worthwhile: { itemFor: () => (worth ? 7 : null) } },
    singles: { find: (_from: number, _most: number, fits: (item: number) => boolean) => (fits(7) ? 7 : null) },
  } as unknown as OpenProject;
  const ask = async (window: string, name = "Ben") => (await secondItem(project, window, name)).item;
  const answers = () => void given.set("Ben", { ...fact, by: "Ben", event: "b" });
  return { ask, reservations, clock, answers, beforeChange: (work: () => void) => (onChange = work) };
}

test("a second opinion went to somebody who had given it in another window, from which it was under way", async () => {
  const { ask, reservations, clock } = askedOfBen();
  expect(await ask("ben-first")).toBe(7);
  expect(await ask("ben-second")).toBeNull();
  reservations.show("ben-first", 7);
  reservations.show("ben-first", 8); // answered, and the answer is not here yet
  reservations.release("ben-first"); // and the window is closed
  expect(await ask("ben-second")).toBeNull();
  expect(await ask("eve-first", "Eve")).toBe(7); // somebody else is asked at once
  reservations.release("eve-first");
  clock.now = 3 * 60_000; // it did not come
  expect(await ask("ben-second")).toBe(7);
});

test("a first answer that came late was asked for again in another window, since somebody else's came before it", async () => {
  const { ask, reservations } = askedOfBen();
  reservations.underWay("ben-first", "Ben"); // he has asked before
  reservations.show("ben-first", 7);
  reservations.show("ben-first", 8); // answered, but Ann was faster; the page sends it again as an opinion of his own
  expect(await ask("ben-second")).toBeNull();
  expect(await ask("eve-first", "Eve")).toBe(7);
});

test("an item that was worth a further opinion was asked of who had given it to another server meanwhile", async () => {
  const { ask, answers, beforeChange } = askedOfBen({ worth: true });
  beforeChange(answers); // it is read with the leases
  expect(await ask("ben-second")).toBeNull();
});
