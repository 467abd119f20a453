import { expect, test } from "vitest";
import type { Answer, Asked, LoggedEvent, Settings } from "../../../src/protocol/events.ts";
import { apply, nothing } from "../../../src/protocol/fold.ts";
import { historyOf } from "../../../src/server/projects/history-of.ts";

const at = "2026-01-31T12:00:00.000Z";

function log() {
  const state = nothing();
  const add = (kind: string, body: object) => {
    const sequence = state.sequence + 1;
    apply(state, { sequence, id: `event-${sequence}`, at, kind, body } as LoggedEvent);
    return `event-${sequence}`;
  };
  return {
    state,
    check: (item: number, predicted: number) =>
      add("answer", { item, to: 0, was: null, asked: { from: "check", predicted } }),
    answer: (item: number, to: Answer, from: Asked["from"], by?: string) =>
      add("answer", { item, to, was: null, asked: { from }, by }),
    decide: (items: number[], to: Answer) => add("change", { items, to, by: "Rita" }),
    importCheck: (item: number, to: Answer) => add("import", { answers: [[item, to, { asked: { from: "check" } }]] }),
    settings: (body: Settings) => add("settings", body),
    column: (column: string, use: string) => add("column", { column, use }),
    undo: (of: string) => add("undo", { of }),
    checks: () => historyOf(state, null).checks,
    answers: () => historyOf(state, null).answers,
  };
}

test.each<[string, (project: ReturnType<typeof log>) => void]>([
  ["measure", ({ settings }) => settings({ measure: "balanced" })],
  ["costs", ({ settings }) => settings({ errorCosts: { "1>0": 50 } })],
  ["model", ({ settings }) => settings({ model: "paper" })],
  ["column of label costs", ({ settings }) => settings({ labelCostRule: "minutes" })],
  ["way to weigh answers", ({ settings }) => settings({ weighAnswers: false })],
  ["columns", ({ column }) => column("size", "ignored")],
])(
  "a guarantee went on with predictions that another %s had made; the model of that time is asked again",
  (_, change) => {
    const project = log();
    project.check(5, 0);
    change(project);
    project.check(6, 1);
    expect(project.checks()).toEqual([
      [5, 0],
      [6, 0, 1],
    ]);
  },
);

test("settings that change no prediction, or nothing at all, leave what was predicted", () => {
  const project = log();
  project.settings({ measure: "balanced", errorCosts: { "1>0": 50 } });
  project.check(5, 1);
  project.settings({ targetError: 0.1, guidelines: "look twice", measuring: true });
  project.settings({ measure: "balanced", errorCosts: { "1>0": 50 } });
  expect(project.checks()).toEqual([[5, 0, 1]]);
});

test("a change of a column that is taken back is a change too", () => {
  const project = log();
  const change = project.column("size", "ignored");
  project.check(5, 1);
  project.undo(change);
  expect(project.checks()).toEqual([[5, 0]]);
});

test("checks that were decided in review or answered again were checks no more, and these were the wrongly predicted ones", () => {
  const project = log();
  project.check(5, 1);
  project.check(6, 0);
  project.decide([5], 0);
  expect(project.checks()).toEqual([
    [5, 0, 1],
    [6, 0, 0],
  ]);
  project.decide([5, 6], 2);
  project.answer(6, 1, "own");
  expect(project.checks()).toEqual([
    [5, 2, 1],
    [6, 1, 0],
  ]);
});

test("a check keeps its place among the answers, since the model of that time predicted it", () => {
  const project = log();
  project.check(5, 1);
  project.answer(7, 1, "best");
  const decision = project.decide([5, 7], 2);
  project.answer(8, 0, "best");
  expect(project.answers()).toEqual([
    [5, 2],
    [7, 2],
    [8, 0],
  ]);
  project.settings({ measure: "balanced" });
  expect(project.checks()).toEqual([[5, 2]]);
  project.undo(decision);
  expect(project.answers().map(([item]) => item)).toEqual([5, 7, 8]);
});

test("a check that was opened again is one no more; one that was set aside still is", () => {
  const project = log();
  project.check(5, 1);
  project.check(6, 1);
  project.decide([5], null);
  project.decide([6], "skipped");
  project.answer(5, 0, "best");
  project.answer(6, 0, "own");
  expect(project.checks()).toEqual([[6, 0, 1]]);
});

test("a check was one no more when its answer was undone and given anew, as after a wrong guess was accepted by mistake", () => {
  const project = log();
  const slip = project.check(5, 0);
  const next = project.answer(6, 1, "best");
  project.undo(next);
  project.undo(slip);
  project.answer(5, 1, "own");
  project.answer(6, 1, "own");
  expect(project.checks()).toEqual([[5, 1, 0]]);
});

test("a check that was undone and is then asked of somebody else is another question", () => {
  const project = log();
  project.undo(project.check(5, 0));
  project.answer(5, 1, "best", "Ben");
  expect(project.checks()).toEqual([]);
});

test("a check of a file is one, whatever was known of the item before", () => {
  const project = log();
  project.importCheck(5, 1);
  project.check(6, 1);
  project.importCheck(6, 0);
  expect(project.checks()).toEqual([
    [5, 1],
    [6, 0],
  ]);
});

test("a second opinion made what another model had predicted count as said by the model of now", () => {
  const project = log();
  project.check(5, 1);
  expect(project.checks()).toEqual([[5, 0, 1]]);
  project.settings({ measure: "balanced" });
  expect(project.checks()).toEqual([[5, 0]]);
  project.answer(5, 0, "second", "Ben");
  expect(project.checks()).toEqual([[5, 0]]);
});
