import { expect, test } from "vitest";
import { whatIsKnown, whyShown } from "../../../src/web/label/why-shown.ts";

const nothingNear = { near: [], predicted: 0, probability: 0.5 };

test("an item that the person or chance chose was said to tell the model most", () => {
  expect(whatIsKnown({ from: "best" }, nothingNear, ["a", "b"])).toMatch(/tells the model most/);
  for (const from of ["own", "audit", "queue", "second"] as const) {
    expect(whatIsKnown({ from }, nothingNear, ["a", "b"])).not.toMatch(/most/);
  }
});

test("says of an item chosen before the last answers that it was, and nothing of the best", () => {
  expect(whyShown({ from: "queue" })).toMatch(/before the last answers/);
  expect(whyShown({ from: "audit" })).toMatch(/random/);
  expect(whyShown({ from: "best" })).toBeNull();
});
