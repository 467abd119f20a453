import { expect, test } from "vitest";
import type { StudioEvent } from "../../../src/protocol/events.ts";
import { lacksClass, type Rejected, withClass } from "../../../src/web/label/rejected-events.ts";

const state = {
  classes: new Map([
    [0, { name: "apple" }],
    [1, { name: "banana", retired: true }],
    [2, { name: "cherry", into: 0 }],
  ]),
};
const rejected = (to: unknown): Rejected => {
  const event = { id: `${to}`, at: "", kind: "answer", body: { item: 4, to, was: null } } as unknown as StudioEvent;
  return { event, rejection: { code: "stale", message: "late" } };
};

test("an answer of a retired class, or of one that was never added, needs another; one of a merged class does not", () => {
  expect([0, 1, 2, 77_777, null, "skipped"].map((to) => lacksClass(rejected(to), state))).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
  ]);
});

test("the chosen class replaces the retired one", () => {
  const { event } = withClass(rejected(1), 3);
  expect(event.body).toEqual({ item: 4, to: 3, was: null });
});
