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
