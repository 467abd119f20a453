import { expect, test } from "vitest";
import type { Predictions } from "../../../src/protocol/messages.ts";
import { chosenItems, type ReviewFilter } from "../../../src/web/review/review-filter.ts";

const state = { facts: new Map(), opinions: new Map() };
const filter: ReviewFilter = { show: "unlabelled", label: -1, predicted: -1, low: false, by: "", order: "latest" };
const predictions = {
  predicted: [0, 1, 0],
  probability: [0.9, 0.4, 0.7],
  contradiction: [0, 0, 0],
} as unknown as Predictions;
const shown = (change: Partial<ReviewFilter>, known: Predictions | null = predictions) =>
  chosenItems({ itemCount: 5 }, state, known, { ...filter, ...change }, null, null);

test("rows of which nothing is predicted yet counted as unsure", () => {
  expect(shown({ low: true })).toEqual([1]);
  expect(shown({ order: "confidence" })).toEqual([1, 2, 0, 3, 4]);
  expect(shown({ low: true }, null)).toEqual([]);
});
