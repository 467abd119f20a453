import { expect, test } from "vitest";
import { alwaysBest, costRows, errorCost } from "../../../src/protocol/error-costs.ts";

test("errors that nothing was told about cost 1, right answers nothing", () => {
  expect(errorCost(undefined, 1, 2)).toBe(1);
  expect(errorCost({ "1>2": 50 }, 1, 2)).toBe(50);
  expect(errorCost({ "1>2": 50 }, 2, 1)).toBe(1);
  expect(errorCost({ "1>1": 9 }, 1, 1)).toBe(0);
});

test("rows follow the classes that are in use, and are absent where all errors cost the same", () => {
  const costs = { "3>1": 50, "7>1": 4 };
  expect(costRows(costs, [1, 3])).toEqual([
    [0, 1],
    [50, 0],
  ]);
  expect(costRows(costs, [1, 2])).toBe(null);
  expect(costRows({ "1>2": 0, "2>1": 0 }, [1, 2])).toBe(null);
});

test("an answer that is always best is named", () => {
  expect(alwaysBest({ "1>2": 0 }, [1, 2])).toBe(2);
  expect(alwaysBest({ "1>2": 50 }, [1, 2])).toBe(null);
});
