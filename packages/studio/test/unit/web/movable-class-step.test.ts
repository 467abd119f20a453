import { describe, expect, test } from "vitest";
import type { ClassChange } from "../../../src/protocol/classes.ts";
import type { LoggedEvent } from "../../../src/protocol/events.ts";
import { apply, type Folded, nothing } from "../../../src/protocol/fold.ts";
import { classStepWords } from "../../../src/web/settings/class-step-words.ts";
import { movableClassStep } from "../../../src/web/settings/movable-class-step.ts";

const BEGAN = ["low", "mid", "high"];
const NAMES = [...BEGAN, "odd"];

function after(...bodies: object[]): Folded {
  const state = nothing(BEGAN);
  for (const [at, body] of bodies.entries()) {
    const kind = "do" in body ? "class" : "of" in body ? "undo" : "answer";
    const place = { id: `e${at + 1}`, sequence: at + 1, at: "2026-01-31T12:00:00.000Z" };
    apply(state, { ...place, kind, body: { by: "Ann", ...body } } as LoggedEvent);
  }
  return state;
}

const ADD = { do: "add", class: 3, name: "odd" };
const ANSWER = { item: 0, to: 1, was: null };
const movable = (state: Folded, what: "undo" | "redo" = "undo") => {
  const found = movableClassStep(state, what, ({ by }) => by === "Ann");
  return found.step === null ? found.why : classStepWords(found.step.classes, NAMES);
};

describe("Undo beside the classes", () => {
  test("took back the last answer in place of the last change of the classes", () => {
    expect(movable(after(ADD, ANSWER))).toBe("added odd");
    expect(movable(after(ADD, { do: "rename", class: 0, name: "lower" }, ANSWER))).toBe("renamed a class to lower");
    expect(movable(after(ANSWER))).toBe(null);
  });
  test("leaves the changes of others alone, and says where they stand in the way", () => {
    expect(movable(after({ ...ADD, by: "Bob" }))).toBe(null);
    expect(movable(after(ADD, { do: "rename", class: 3, name: "strange", by: "Bob" }))).toBe(
      "somebody has changed these classes since",
    );
    const renamed = { do: "rename", class: 0, name: "lower" };
    expect(movable(after(renamed, { do: "add", class: 3, name: "low", by: "Bob" }))).toBe(
      'there is a class "low" already',
    );
  });
  test("goes on to the change before, where somebody has changed the last one's class since", () => {
    const described = { do: "describe", class: 1, text: "in between" };
    expect(movable(after(described, ADD, { do: "retire", class: 3, by: "Bob" }))).toBe("changed what mid means");
  });
  test("has a Redo that does the same", () => {
    expect(movable(after(ADD, { of: "e1" }), "redo")).toBe("added odd");
    expect(movable(after(ADD, { of: "e1" }))).toBe(null);
  });
});

test.each<[ClassChange[], string]>([
  [[{ do: "merge", class: 0, into: 2 }], "merged low into high"],
  [[{ do: "retire", class: 0 }], "retired low"],
  [[{ do: "order", classes: [2, 1, 0] }], "changed the order of the classes"],
  [
    [
      { do: "retire", class: 0 },
      { do: "restore", class: 0 },
    ],
    "restored low",
  ],
  [
    [
      { do: "merge", class: 0, into: 2 },
      { do: "restore", class: 0 },
    ],
    "restored low",
  ],
  [[{ do: "rename", class: 1, name: "middle" }], "renamed a class to middle"],
])("a change of the classes in words: %o", (changes, words) => {
  expect(movable(after(...changes))).toBe(words);
});
