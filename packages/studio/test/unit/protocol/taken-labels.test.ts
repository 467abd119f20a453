// Labels of a file for items that were there before: somebody takes them and can undo that, but did not give them.
import { expect, test } from "vitest";
import { type LoggedEvent, loggedSchema } from "../../../src/protocol/events.ts";
import { apply, type Folded, nothing, rejectionOf } from "../../../src/protocol/fold.ts";
import { hideAnswers } from "../../../src/server/accounts/hide-answers.ts";

const at = "2026-01-31T12:00:00.000Z";
const taken: LoggedEvent = {
  ...{ sequence: 1, id: "event-1", at, kind: "import" },
  body: {
    answers: [
      [3, 1],
      [4, 0],
    ],
    by: "Ann",
  },
};
const back = (sequence: number, kind: "undo" | "redo", by: string): LoggedEvent => {
  return { sequence, id: `event-${sequence}`, at, kind, body: { of: "event-1", by } };
};
const tos = ({ facts }: Folded) => [...facts].map(([item, { to }]) => [item, to]);

function folded(...events: LoggedEvent[]): Folded {
  const state = nothing();
  for (const event of events) apply(state, event);
  return state;
}

test("labels of a file that somebody took are the file's, and who took them can undo and redo that", () => {
  const state = folded(loggedSchema.parse(taken) as LoggedEvent);
  expect(state.facts.get(3)).toMatchObject({ to: 1, fromFile: true });
  expect(state.opinions.get(3)?.has("Ann")).toBe(false);
  expect(rejectionOf(state, back(2, "undo", "Ben"))).toBe("this was done by Ann, who alone can undo it");
  expect(rejectionOf(state, back(2, "undo", "Ann"))).toBeNull();
  apply(state, back(2, "undo", "Ann"));
  expect([state.facts.size, state.opinions.size]).toEqual([0, 0]);
  apply(state, back(3, "redo", "Ann"));
  expect(tos(state)).toEqual([
    [3, 1],
    [4, 0],
  ]);
});

test("what was answered since stays when labels of a file are undone", () => {
  const state = folded(taken, {
    ...{ sequence: 2, id: "event-2", at, kind: "answer" },
    body: { item: 4, to: 2, was: "event-1", by: "Ben" },
  });
  apply(state, back(3, "undo", "Ann"));
  expect(tos(state)).toEqual([[4, 2]]);
});

test("whoever may not see answers opens the items again with the others", () => {
  const state = folded(hideAnswers(taken, "Ben"), back(2, "undo", "Ann"));
  expect(state.facts.size).toBe(0);
});

test("the labels that a project began with cannot be undone", () => {
  const state = folded({ ...taken, body: { answers: taken.kind === "import" ? taken.body.answers : [] } });
  expect(state.done).toEqual([]);
});
