import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CombinedView } from "../../../src/server/projects/combined-view.ts";
import { type AnswersToCombine, combineAnswers } from "../../../src/server/scoring/combine-answers.ts";
import { answerOfTwo, decidedDisputes, stateOfTwo } from "./team-state.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A view of 20 items whose making takes some time here, and in the thread as long as one lets it. */
function viewThatTakes(ms: number) {
  const state = stateOfTwo(10);
  decidedDisputes(state, 10);
  const asked: { answer(tookMs: number): void; fail(): void }[] = [];
  const told = { combined: 0 };
  const view = new CombinedView(state, {
    live: () => {
      vi.advanceTimersByTime(ms);
      return [0, 1];
    },
    combine: (given: AnswersToCombine) =>
      new Promise((done, failed) => {
        const answer = (tookMs: number) => done({ answers: combineAnswers(given), tookMs });
        asked.push({ answer, fail: () => failed(new Error("the thread is gone")) });
      }),
    onCombined: () => {
      told.combined += 1;
    },
  });
  return { state, view, asked, told };
}

describe("combined answers", () => {
  test("are of now with each answer while that is quick", () => {
    const { state, view, asked } = viewThatTakes(1);
    expect(view.recent().size).toBe(20);
    answerOfTwo(state, 20);
    expect(view.waitMs).toBe(0);
    expect(view.recent().size).toBe(21);
    expect(asked).toHaveLength(0);
  });

  test("that take long stay as they are for nineteen times as long, and are then made by the thread, once", async () => {
    const { state, view, asked, told } = viewThatTakes(20);
    const before = view.recent();
    answerOfTwo(state, 20);
    expect(view.recent()).toBe(before);
    expect(Math.round(view.waitMs)).toBe(19 * 20);
    vi.advanceTimersByTime(19 * 20 - 1);
    expect(view.recent()).toBe(before);
    expect(asked).toHaveLength(0);
    vi.advanceTimersByTime(1);
    for (let times = 0; times < 3; times++) expect(view.recent()).toBe(before); // nobody waits for it
    expect(asked).toHaveLength(1);
    answerOfTwo(state, 21); // too late for this time
    asked[0].answer(80);
    await vi.advanceTimersByTimeAsync(0);
    expect(told.combined).toBe(1);
    expect(view.recent().size).toBe(21);
    expect(Math.round(view.waitMs)).toBe(19 * 100); // as long as both sides took
  });

  test("of now are made at once for whoever needs them, and what the thread began before does not replace them", async () => {
    const { state, view, asked, told } = viewThatTakes(20);
    view.recent();
    answerOfTwo(state, 20);
    vi.advanceTimersByTime(1000);
    view.recent();
    answerOfTwo(state, 21);
    expect(view.combined().size).toBe(22);
    asked[0].answer(20);
    await vi.advanceTimersByTimeAsync(0);
    expect(told.combined).toBe(1);
    expect(view.combined().size).toBe(22);
    expect(view.recent().size).toBe(22);
  });

  test("stay as they are when the thread is gone, and are asked for again by the next who wants them", async () => {
    const { state, view, asked, told } = viewThatTakes(20);
    const before = view.recent();
    answerOfTwo(state, 20);
    vi.advanceTimersByTime(1000);
    view.recent();
    asked[0].fail();
    await vi.advanceTimersByTimeAsync(0);
    expect(told.combined).toBe(0); // else one failure would follow the other without end
    expect(view.recent()).toBe(before);
    expect(asked).toHaveLength(2);
  });

  test("are made anew when a program has said more, and not when it has said the same again", () => {
    const { view } = viewThatTakes(1);
    const before = view.recent();
    expect(view.hear([{ name: "program a", item: 0, to: 1 }])).toBe(true);
    expect(view.recent()).not.toBe(before);
    const after = view.recent();
    expect(view.hear([{ name: "program a", item: 0, to: 1 }])).toBe(false);
    expect(view.recent()).toBe(after);
  });

  test("that are no longer weighed are empty, without a word to the thread", async () => {
    const { state, view, asked, told } = viewThatTakes(20);
    expect(view.recent().size).toBe(20);
    state.settings = { weighAnswers: false };
    state.sequence += 1;
    vi.advanceTimersByTime(1000);
    view.recent();
    await vi.advanceTimersByTimeAsync(0);
    expect(told.combined).toBe(1);
    expect(view.recent().size).toBe(0);
    expect(asked).toHaveLength(0);
  });
});
