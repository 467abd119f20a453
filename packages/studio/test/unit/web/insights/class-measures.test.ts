import { expect, test } from "vitest";
import { classMeasures } from "../../../../src/web/insights/class-measures.ts";

test("balanced error and macro F1 count each class as much as another", () => {
  // 9 of 10 and 1 of 2 right: errors 0.1 and 0.5. F1: 18 / (10 + 10) and 2 / (2 + 2).
  expect(
    classMeasures([
      [9, 1],
      [1, 1],
    ]),
  ).toEqual({ balancedError: 1 - (0.9 + 0.5) / 2, macroF1: (0.9 + 0.5) / 2 });
});

test("classes that were neither answered nor predicted are left out, and nothing is said of nothing", () => {
  expect(
    classMeasures([
      [4, 0, 0],
      [0, 2, 0],
      [0, 0, 0],
    ]),
  ).toEqual({ balancedError: 0, macroF1: 1 });
  expect(
    classMeasures([
      [0, 0],
      [0, 0],
    ]),
  ).toBe(null);
});
