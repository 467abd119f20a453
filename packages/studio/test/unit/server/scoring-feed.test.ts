import { expect, test } from "vitest";
import { ScoringFeed } from "../../../src/server/projects/scoring-feed.ts";
import type { CombinedAnswer } from "../../../src/server/scoring/combine-answers.ts";
import type { ScoringCalls, ScoringThread } from "../../../src/server/scoring/scoring-calls.ts";
import { stateOfTwo } from "./team-state.ts";

const sure = (to: number): CombinedAnswer => ({ to, probability: 1, shares: [[to, 1]] });
const split = (share: number): CombinedAnswer => ({
  ...{ to: 0, probability: share },
  shares: [
    [0, share],
    [1, 1 - share],
  ],
});

/** A feed of four answered items, and the items that each message tells of. */
function feedOf(first: ReadonlyMap<number, CombinedAnswer>) {
  const weighed = { now: first };
  const told: number[][] = [];
  const call = async (_: string, argument: unknown) => {
    told.push((argument as Parameters<ScoringCalls["sync"]>[0]).answers.map(([item]) => item));
    return null;
  };
  const opinions = { recent: () => weighed.now, waitMs: 0 };
  const feed = new ScoringFeed({ state: stateOfTwo(4), model: "learn", opinions }, {
    call,
  } as unknown as ScoringThread);
  return { weighed, told, feed };
}
const taken = () => new Promise((done) => setImmediate(done));

test("an item that counts for other shares is told once, and what counts for the same is not told again", async () => {
  const { weighed, told, feed } = feedOf(new Map([0, 1, 2, 3].map((item) => [item, sure(item % 2)])));
  feed.tell([0, 1, 2, 3]);
  await taken();
  weighed.now = new Map([...weighed.now, [2, split(0.75)]]);
  feed.tell([]);
  await taken();
  weighed.now = new Map([...weighed.now].map(([item, one]) => [item, { ...one }])); // weighed anew, with the same outcome
  feed.tell([1]);
  await taken();
  expect(told).toEqual([[0, 1, 2, 3], [2], [1]]);
});

test("items are told again as they were answered when answers are no longer weighed", async () => {
  const { weighed, told, feed } = feedOf(new Map([[1, split(0.75)]]));
  feed.tell([0, 1]);
  await taken();
  weighed.now = new Map();
  feed.tell([]);
  await taken();
  expect(told).toEqual([[0, 1], [1]]);
});
