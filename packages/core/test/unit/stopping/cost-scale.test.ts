import { expect, test } from "vitest";
import { costScale, matrixFrom } from "../../../src/index.ts";

const scaleOf = (costs: number[][]) => costScale(matrixFrom(costs));

test("the blind cost is the least that a single call for all items can cost at worst, by hand", () => {
  // As a: at most max(0, 4, 7) = 7; as b: max(3, 0, 5) = 5; as c: max(9, 2, 0) = 9.
  const costs = [
    [0, 3, 9],
    [4, 0, 2],
    [7, 5, 0],
  ];
  expect(scaleOf(costs)).toEqual({ largest: 9, blind: 5 });
});

test("a call that never costs anything leaves the largest cost as the unit", () => {
  const costs = [
    [0, 0],
    [5, 0],
  ];
  expect(scaleOf(costs)).toEqual({ largest: 5, blind: 5 });
});
