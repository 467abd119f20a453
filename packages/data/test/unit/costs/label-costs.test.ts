import { expect, test } from "vitest";
import { labelCostsOf, makeTable } from "../../../src/index.ts";

const table = (values: number[]) => makeTable([{ name: "minutes", type: "number", values: Float64Array.from(values) }]);
const rejection = (values: number[], needed?: (row: number) => boolean) => {
  try {
    return [...labelCostsOf("t", table(values), "minutes", needed)];
  } catch (error) {
    return (error as Error).message;
  }
};

test("label costs are the numbers of a column", () => {
  expect(rejection([2, 0.5])).toEqual([2, 0.5]);
  // The last row has its label already, and counts as the mean of the others.
  expect(rejection([2, 5, Number.NaN], (row) => row < 2)).toEqual([2, 5, 3.5]);
});

test("label costs of 0, below or missing are rejected in words", () => {
  expect(rejection([2, 0])).toBe(
    't: column "minutes", row 1 must be a number above 0, got 0; a label that costs nothing would be asked for whatever it tells; give it a small cost',
  );
  expect(rejection([-1, 1])).toContain("must be a number above 0, got -1");
  expect(rejection([1, Number.NaN])).toBe('t: column "minutes", row 1 must say what the label costs, but it is empty');
});
