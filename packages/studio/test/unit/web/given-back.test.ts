import { expect, test } from "vitest";
import { GivenBack } from "../../../src/web/label/given-back.ts";

test("an item that was given back came again with the answer to a request that was under way", () => {
  const givenBack = new GivenBack();
  const before = givenBack.begin(false);
  givenBack.add([7]);
  expect(givenBack.mayTake(7, before)).toBe(false);
  const tells = givenBack.begin(true);
  expect(tells.back).toEqual([7]);
  const beside = givenBack.begin(false);
  givenBack.answered(tells);
  expect(givenBack.mayTake(7, before)).toBe(false);
  expect(givenBack.mayTake(7, beside)).toBe(false);
  // It was free before the server answered this one, and it is asked for anew after it.
  expect(givenBack.mayTake(7, tells)).toBe(true);
  expect(givenBack.mayTake(7, givenBack.begin(false))).toBe(true);
});

test("what the server did not hear of is told with the next request, and by one request at a time", () => {
  const givenBack = new GivenBack();
  givenBack.add([1, 2]);
  const first = givenBack.begin(true);
  expect(givenBack.begin(true).back).toEqual([]);
  givenBack.failed(first);
  expect(givenBack.mayTake(1, first)).toBe(false);
  expect(givenBack.begin(true).back).toEqual([1, 2]);
});
