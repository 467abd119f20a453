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
