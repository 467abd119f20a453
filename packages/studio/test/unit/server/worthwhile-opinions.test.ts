import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WorthwhileOpinions } from "../../../src/server/projects/worthwhile-opinions.ts";
import type { ScoringCalls, SecondOpinionWorth } from "../../../src/server/scoring/scoring-calls.ts";
import { answerOfTwo, fact, stateOfTwo } from "./team-state.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A project of Ann and Ben whose scoring thread answers when it is told to. */
function projectOfTwo({ weighed = true } = {}) {
  const state = stateOfTwo(20);
  const clock = { now: 0 };
  const asked: {
    readonly argument: Parameters<ScoringCalls["whom"]>[0];
    answer(...worth: readonly [annotator: number, item: number][]): void;
    fail(): void;
  }[] = [];
  const weigh = () => new Map(weighed ? [[0, { to: 0, probability: 1, shares: [] }]] : []);
  let combined = weigh();
  const opinions = new WorthwhileOpinions({
    state,
    opinions: { recent: () => combined, heard: [] },
    ask: (_, argument) =>
      new Promise((done, failed) => {
        const worthOf = ([annotator, item]: readonly [number, number]): SecondOpinionWorth => {
          return { annotator, item, gain: 2, newGain: 1 };
        };
        asked.push({
          argument,
          answer: (...worth) => done({ sequence: state.sequence, worth: worth.map(worthOf) }),
          fail: () => failed(new Error("the thread is gone")),
        });
      }),
    now: () => clock.now,
  });
  const weighAnew = () => {
    combined = weigh();
  };
  return { state, clock, asked, opinions, weighAnew };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

test("a person is asked about what was found last, and nobody waits for the next finding", async () => {
  const { asked, opinions } = projectOfTwo();
  expect(opinions.itemFor("Ann")).toBeNull();
  expect(opinions.itemFor("Ann")).toBeNull();
  expect(asked).toHaveLength(1); // one question at a time
  asked[0].answer([0, 7], [1, 3]);
  await settled();
  expect(opinions.itemFor("Ann")).toBe(7);
  expect(opinions.itemFor("Ben")).toBe(3);
  expect(opinions.itemFor("Eve")).toBeNull();
  expect(asked).toHaveLength(1); // the log has not grown
});

test("what has taken long is found out again after nine times as long, if the log has grown", async () => {
  const { state, asked, opinions } = projectOfTwo();
  opinions.itemFor("Ann");
  vi.advanceTimersByTime(100);
  asked[0].answer([0, 7]);
  await settled();
  answerOfTwo(state, 20);
  vi.advanceTimersByTime(899);
  expect(opinions.itemFor("Ann")).toBe(7);
  expect(asked).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(opinions.itemFor("Ann")).toBe(7);
  expect(asked).toHaveLength(2);
  asked[1].answer();
  await settled();
  expect(opinions.itemFor("Ann")).toBeNull(); // nothing is worth more than a new item any more
});

test("what was found out before the last answers were weighed is found out again, though the log has not grown", async () => {
  const { asked, opinions, weighAnew } = projectOfTwo();
  opinions.itemFor("Ann");
  asked[0].answer();
  await settled();
  expect(opinions.itemFor("Ann")).toBeNull();
  weighAnew();
  opinions.itemFor("Ann");
  expect(asked).toHaveLength(2);
  asked[1].answer([0, 7]);
  await settled();
  expect(opinions.itemFor("Ann")).toBe(7);
  expect(asked).toHaveLength(2);
});

test("only those who have asked within a minute can be chosen, of items that may have a further opinion", async () => {
  const { state, clock, asked, opinions } = projectOfTwo();
  opinions.itemFor("Ben");
  asked[0].answer();
  await settled();
  expect(asked[0].argument.present).toEqual([1]);
  clock.now = 60_000;
  answerOfTwo(state, 20);
  const decided = state.facts.get(3);
  if (decided !== undefined) state.facts.set(3, { ...decided, asked: undefined }); // by a reviewer
  opinions.itemFor("Ann");
  expect(asked[1].argument.present).toEqual([0]);
  expect(asked[1].argument.again).toEqual([...Array(21).keys()].filter((item) => item !== 3));
});

test("whoever had left was chosen for as long as the clock was set back", async () => {
  const { state, clock, asked, opinions } = projectOfTwo();
  clock.now = 3_600_000;
  opinions.itemFor("Ben");
  asked[0].answer();
  await settled();
  clock.now = 0;
  opinions.itemFor("Ann");
  clock.now = 60_000;
  answerOfTwo(state, 20);
  opinions.itemFor("Ann");
  expect(asked[1].argument.present).toEqual([0]);
});

test("nobody is asked again while answers are not weighed", () => {
  const { asked, opinions } = projectOfTwo({ weighed: false });
  expect(opinions.itemFor("Ann")).toBeNull();
  expect(asked).toHaveLength(0);
});

test("what was found stays when finding out fails, and is tried again", async () => {
  const { state, asked, opinions } = projectOfTwo();
  opinions.itemFor("Ann");
  asked[0].answer([0, 7]);
  await settled();
  answerOfTwo(state, 20);
  opinions.itemFor("Ann");
  asked[1].fail();
  await settled();
  expect(opinions.itemFor("Ann")).toBe(7);
  expect(asked).toHaveLength(3);
});

test("an item that somebody has set aside is worth no further opinion: it would be that person's, again and again", () => {
  const { state, asked, opinions } = projectOfTwo();
  state.opinions.get(7)?.set("Eve", fact("Eve", "skipped"));
  opinions.itemFor("Eve");
  expect(asked[0].argument.again).toEqual(Array.from({ length: 20 }, (_, item) => item).filter((item) => item !== 7));
});
