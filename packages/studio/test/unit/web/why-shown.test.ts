import { expect, test } from "vitest";
import { guessOf, whatIsKnown, whyShown } from "../../../src/web/label/why-shown.ts";

const answer = { probability: 0.5, gain: 0, items: 0, flips: 0, examples: [] };
const answers = { 0: answer, 1: answer };
const nothingNear = { near: [], answers, predicted: 0, probability: 0.5 };

test("an item that the person or chance chose was said to tell the model most", () => {
  expect(whatIsKnown({ from: "best" }, nothingNear, ["a", "b"])).toMatch(/tells the model most/);
  for (const from of ["own", "check", "queue", "second"] as const) {
    expect(whatIsKnown({ from }, nothingNear, ["a", "b"])).not.toMatch(/most/);
  }
});

test("says of an item chosen before the last answers that it was, and nothing of the best", () => {
  expect(whyShown({ from: "queue" })).toMatch(/before the last answers/);
  expect(whyShown({ from: "check" })).toMatch(/random/);
  expect(whyShown({ from: "best" })).toBeNull();
});

test("a guess that is not shown was said to be the first class, and Enter answered that", () => {
  const near = [{ item: 4, to: 1, similarity: 1 }];
  const hidden = { near, answers: null, predicted: 0, probability: 0 };
  expect(guessOf(hidden)).toBeNull();
  expect(whatIsKnown({ from: "own" }, hidden, ["a", "b"])).toMatch(/not shown/);
  expect(guessOf({ near, answers, predicted: 1 })).toBe(1);
});
