import { expect, test } from "vitest";
import type { StudioEvent } from "../../../src/protocol/events.ts";
import type { Rejected } from "../../../src/web/label/added-class.ts";
import { namesRetired, withClass } from "../../../src/web/label/retired-class.ts";

const state = {
  classes: new Map([
    [1, { retired: true }],
    [2, { into: 0 }],
  ]),
};
const rejected = (to: unknown): Rejected => {
  const event = { id: `${to}`, at: "", kind: "answer", body: { item: 4, to, was: null } } as unknown as StudioEvent;
  return { event, rejection: { code: "stale", message: "late" } };
};

test("only an answer of a retired class needs another: one of a merged class counts for the other one", () => {
  expect([0, 1, 2, null, "skip"].map((to) => namesRetired(rejected(to), state))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ]);
});

test("the chosen class replaces the retired one, and the event keeps its id", () => {
  const { event } = withClass(rejected(1), 3);
  expect([event.id, event.body]).toEqual(["1", { item: 4, to: 3, was: null }]);
});
