import { describe, expect, test } from "vitest";
import { measure, type Predictions } from "../../../src/replay/measures.ts";

/** Four rows of class 0 and one of class 1; one row of class 0 is taken for 1. Class 2 is never met nor predicted. */
const said: Predictions = {
  truth: Uint32Array.of(0, 0, 0, 0, 1),
  predicted: Uint32Array.of(0, 0, 0, 1, 1),
  probabilities: Float64Array.of(1, 0, 0, 0.5, 0.5, 0, 0.5, 0.25, 0.25, 0.25, 0.75, 0, 0, 1, 0),
  classCount: 3,
};

describe("measure", () => {
  test("balanced error is 1 minus the mean recall of the classes that are there", () => {
    expect(measure("balancedError", said)).toBeCloseTo(1 - (3 / 4 + 1) / 2, 15);
  });
  test("macro F1 leaves out a class that is neither met nor predicted", () => {
    expect(measure("macroF1", said)).toBeCloseTo((6 / 7 + 2 / 3) / 2, 15);
  });
  test("log loss is the mean of minus the logarithm of the true class's probability", () => {
    expect(measure("logLoss", said)).toBeCloseTo((2 * Math.log(2) + Math.log(4)) / 5, 15);
  });
  test("log loss of a certain error is large, not infinite", () => {
    const wrong = {
      ...said,
      probabilities: Float64Array.from(said.probabilities, (p, at) => (at < 3 ? Number(at === 1) : p)),
    };
    expect(measure("logLoss", wrong)).toBeCloseTo((-Math.log(1e-15) + 2 * Math.log(2) + Math.log(4)) / 5, 12);
  });
  test("the Brier score sums squared differences over the classes", () => {
    expect(measure("brier", said)).toBeCloseTo((0 + 0.5 + (0.25 + 2 / 16) + (2 * 9) / 16 + 0) / 5, 15);
  });
});
