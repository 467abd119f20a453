import { expect, test } from "vitest";
import { classMeasures } from "../../../../src/web/insights/class-measures.ts";

test("balanced error and macro F1 count each class as much as another", () => {
  // 9 of 10 and 1 of 2 right: errors 0.1 and 0.5. F1: 18 / (10 + 10) and 2 / (2 + 2).
  expect(classMeasures({ 0: { 0: 9, 70000: 1 }, 70000: { 0: 1, 70000: 1 } })).toEqual({
    balancedError: 1 - (0.9 + 0.5) / 2,
    macroF1: (0.9 + 0.5) / 2,
  });
});

test("nothing is said of nothing", () => {
  expect(classMeasures({ 0: { 0: 4 }, 1: { 1: 2 } })).toEqual({ balancedError: 0, macroF1: 1 });
  expect(classMeasures({})).toBe(null);
});
