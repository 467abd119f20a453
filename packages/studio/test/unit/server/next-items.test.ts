import { expect, test } from "vitest";
import { localLeases } from "../../../src/server/projects/item-leases.ts";
import { nextItems } from "../../../src/server/projects/next-items.ts";
import type { OpenProject } from "../../../src/server/projects/open-project.ts";

/** A project of eight items, of which two are open, with an audit for everybody who asks. */
function almostDone(ranked: readonly number[]): OpenProject {
  const open = new Set([6, 7]);
  const leases = localLeases(() => 0, { count: () => open.size, has: (item) => open.has(item) });
  return {
    leases,
    ranked: { isAlone: () => false, current: async () => ({ sequence: 0, at: 0, items: ranked, twins: new Map() }) },
    audits: { heldBy: () => null, claim: () => true, gave: () => {} },
    auditShare: 0.1,
    itemCount: 8,
    openCount: open.size,
    state: { sequence: 0 },
    about: { seed: 0 },
    isOpen: (item: number) => open.has(item),
    now: () => 0,
  } as unknown as OpenProject;
}

test.each([[[6, 7]], [[7, 6]]])(
  "the last items were on two screens where an audit had lost its place to one picked beside it: %j",
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
  expect(suggestions).toEqual([{ item: 7, from: "queue" }]);
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
