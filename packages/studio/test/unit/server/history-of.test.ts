import { expect, test } from "vitest";
import type { LoggedEvent, Settings } from "../../../src/protocol/events.ts";
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
    audit: (item: number, predicted: number) =>
      add("answer", { item, to: 0, was: null, asked: { from: "audit", predicted } }),
    settings: (body: Settings) => add("settings", body),
    column: (column: string, use: string) => add("column", { column, use }),
    undo: (of: string) => add("undo", { of }),
    audits: () => historyOf(state, null).audits,
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
  "a promise went on with predictions that another %s had made; the model of that time is asked again",
  (_, change) => {
    const project = log();
    project.audit(5, 0);
    change(project);
    project.audit(6, 1);
    expect(project.audits()).toEqual([
      [5, 0],
      [6, 0, 1],
    ]);
  },
);

test("settings that change no prediction, or nothing at all, leave what was predicted", () => {
  const project = log();
  project.settings({ measure: "balanced", errorCosts: { "1>0": 50 } });
  project.audit(5, 1);
  project.settings({ targetError: 0.1, guidelines: "look twice", measuring: true });
  project.settings({ measure: "balanced", errorCosts: { "1>0": 50 } });
  expect(project.audits()).toEqual([[5, 0, 1]]);
});

test("a change of a column that is taken back is a change too", () => {
  const project = log();
  const change = project.column("size", "ignored");
  project.audit(5, 1);
  project.undo(change);
  expect(project.audits()).toEqual([[5, 0]]);
});
