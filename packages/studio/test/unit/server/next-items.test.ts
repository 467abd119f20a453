import { expect, test } from "vitest";
import { API_SCHEMAS } from "../../../src/protocol/api-schemas.ts";
import type { Caller } from "../../../src/server/accounts/tokens.ts";
import { apiHandlers, type HandlerParts } from "../../../src/server/api/api-handlers.ts";
import { localLeases } from "../../../src/server/projects/item-leases.ts";
import { nextItems } from "../../../src/server/projects/next-items.ts";
import type { OpenProject } from "../../../src/server/projects/open-project.ts";

const COUNTS = { answers: 6, checks: 0 };

/** A project of eight items, of which two are open, with a check for everybody who asks. */
function almostDone(ranked: readonly number[]): OpenProject {
  const open = new Set([6, 7]);
  const leases = localLeases(() => 0, { count: () => open.size, has: (item) => open.has(item) });
  return {
    leases,
    ranked: { isAlone: () => false, current: async () => ({ sequence: 0, at: 0, items: ranked, twins: new Map() }) },
    itemCount: 8,
    openCount: open.size,
    state: { sequence: 0, settings: { measuring: true }, asked: { ...COUNTS, since: COUNTS } },
    about: { seed: 0 },
    isOpen: (item: number) => open.has(item),
    now: () => 0,
  } as unknown as OpenProject;
}

test.each([[[6, 7]], [[7, 6]]])(
  "the last items were on two screens where a check had lost its place to one picked beside it: %j",
  async (ranked) => {
    const project = almostDone(ranked);
    const asked = async (window: string) => {
      const { suggestions, held } = await nextItems(project, 3, window, () => new AbortController().signal);
      const items = suggestions.map(({ item }) => item);
      expect(held).toEqual(expect.arrayContaining(items));
      return items;
    };
    const [first, second] = [await asked("a"), await asked("b")];
    expect(first).toHaveLength(1);
    expect(second).toHaveLength(1);
    expect(first).not.toEqual(second);
  },
);

test("a window whose share was used up by what it never heard of was given nothing, for ever", async () => {
  const project = almostDone([6, 7]);
  await project.leases.change((reservations) => reservations.putAhead("a", 7)); // asked for an answer that was not given
  const { suggestions, held } = await nextItems(project, 1, "a", () => new AbortController().signal);
  expect(suggestions.map(({ item }) => item)).toEqual([7]);
  expect(held).toEqual([7]);
  // It stays when something else is on screen, for it may be shown from now on.
  await project.leases.change((reservations) => reservations.show("a", 3));
  expect(project.leases.known.of("a").has(7)).toBe(true);
});

test("what a window gives back is free before it is given anything else", async () => {
  const project = almostDone([7, 6]);
  const ask = (window: string, back: number[] = []) =>
    nextItems(project, 3, window, () => new AbortController().signal, back);
  expect((await ask("a")).held).toHaveLength(1);
  const [item] = (await ask("a")).held;
  expect((await ask("a", [item])).held).toHaveLength(1);
  await project.leases.change((reservations) => reservations.giveBack("a", [6, 7]));
  expect((await ask("b")).held).toHaveLength(1);
});

test("the REST API tells of an item from an older ranking how old that was, and of one from a ranking of now nothing", async () => {
  const ranking = { sequence: 4, at: 1000, items: [6, 7], twins: new Map() };
  const project = {
    ...almostDone([6, 7]),
    ...{ ranked: { isAlone: () => false, current: async () => ranking }, now: () => 3250 },
    state: { sequence: 9, settings: { checkShare: 0 }, asked: { ...COUNTS, since: COUNTS } },
    ...{ worthwhile: { itemFor: () => null }, viewOf: (item: number) => ({ item, texts: [], cells: [] }) },
  } as unknown as OpenProject;
  const store = { records: { get: async () => undefined } };
  const parts = { store, openProjects: { of: async () => project } } as unknown as HandlerParts;
  const { next } = apiHandlers(parts);
  const caller = (id: string) => ({ id, person: { name: "robot" } }) as unknown as Caller;
  const old = await next({ project: "p", count: 1 }, caller("a"), new AbortController().signal);
  // 9 events, of which the ranking knows 4; asked for at 1 s, and now it is 3.25 s.
  expect(old.items).toMatchObject([{ item: 6, from: "queue", behind: 5, age: 2.3 }]);
  expect(API_SCHEMAS.next.answer.parse(old)).toEqual(old); // the document names both
  ranking.sequence = 9;
  const fresh = await next({ project: "p", count: 1 }, caller("b"), new AbortController().signal);
  expect(fresh.items).toEqual([{ item: 7, texts: [], cells: [], from: "best" }]);
});
