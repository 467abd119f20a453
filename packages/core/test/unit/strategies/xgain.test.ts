import { describe, expect, test } from "vitest";
import { matrixFrom } from "../../../src/matrix.ts";
import { xgain } from "../../../src/strategies/xgain.ts";
import { rejection } from "../../rejection.ts";

const unitPriors = { evaluationPrior: 1, candidatePrior: 1 };
const nothing = matrixFrom([
  [0, 0],
  [0, 0],
]);
const pair = { similarity: [1, 0.5], freq: nothing, candidateFreq: [0, 0] };
const one = { similarity: [1], freq: matrixFrom([[0, 0]]), candidateFreq: [0, 0] };

describe("xgain", () => {
  test("of an unlabelled pair equals the hand calculation", () => {
    // Only yc = 1 flips decisions, since ties go to class 0: (1/3 + 1/5) / 2, with chance 1/2.
    expect(xgain(pair, unitPriors)).toBeCloseTo(2 / 15, 15);
  });

  test("weighs evaluation points", () => {
    expect(xgain({ ...pair, weights: [1, 0] }, unitPriors)).toBeCloseTo(1 / 6, 15);
    expect(xgain({ ...pair, weights: [0.25, 0.75] }, unitPriors)).toBeCloseTo(7 / 60, 15); // (1/12 + 3/20) / 2
  });

  test("weighs answers by the candidate's own frequencies", () => {
    // The answer 1 has the chance (3 + 1) / (3 + 2).
    expect(xgain({ ...one, candidateFreq: [0, 3] }, unitPriors)).toBeCloseTo(((4 / 5) * 1) / 3, 15);
  });

  test("takes one prior per class", () => {
    expect(xgain(one, { evaluationPrior: 1, candidatePrior: [3, 1] })).toBeCloseTo(1 / 12, 15); // 1/4 * 1/3
    expect(xgain(one, { evaluationPrior: [1, 3], candidatePrior: 1 })).toBeCloseTo(3 / 10, 15); // 1/2 * (4/5 - 1/5)
  });

  test("follows a loss matrix", () => {
    // Answer 1 flips 0 to 1: expected loss falls from 2/3 * 3 to 1/3 * 1, with chance 1/2.
    const lossMatrix = matrixFrom([
      [0, 1],
      [3, 0],
    ]);
    expect(xgain({ ...one, lossMatrix }, unitPriors)).toBeCloseTo(5 / 6, 15);
  });

  test("under the zero-one loss matrix is the gain without a matrix", () => {
    const zeroOne = matrixFrom([
      [0, 1],
      [1, 0],
    ]);
    const problem = {
      similarity: [1, 0.5],
      freq: matrixFrom([
        [0.4, 0.1],
        [0.2, 0.3],
      ]),
      candidateFreq: [0.2, 0.3],
    };
    expect(xgain({ ...problem, lossMatrix: zeroOne })).toBeCloseTo(xgain(problem), 15);
  });

  test("is exactly 0 when no label can flip a decision", () => {
    const farFromTie = matrixFrom([
      [5, 0],
      [0, 5],
    ]);
    expect(xgain({ ...pair, freq: farFromTie })).toBe(0);
  });

  test("has the paper's priors of 0.001 by default", () => {
    expect(xgain(pair)).toBe(xgain(pair, { evaluationPrior: 1e-3, candidatePrior: 1e-3 }));
  });

  test.each(["evaluationPrior", "candidatePrior"])("rejects a %s that is not above 0", (name) => {
    for (const value of [0, -1, Number.NaN]) {
      expect(rejection(() => xgain(pair, { [name]: value }))).toBe(
        `xgain: ${name} must be a finite number above 0, got ${value}`,
      );
    }
  });

  test("rejects shapes that do not fit, and weights that do not sum to 1", () => {
    expect(rejection(() => xgain({ ...pair, similarity: [1] }))).toBe("xgain: similarity must have 2 numbers, got 1");
    expect(rejection(() => xgain({ ...pair, candidateFreq: [1, 2, 3] }))).toBe(
      "xgain: candidateFreq must have 2 numbers, got 3",
    );
    expect(rejection(() => xgain({ ...pair, lossMatrix: matrixFrom([[0, 1]]) }))).toBe(
      'xgain: lossMatrix must be 2 x 2, got "1 x 2"',
    );
    expect(rejection(() => xgain({ ...pair, weights: [1, 1] }))).toBe(
      "xgain: weights must sum to 1, got 2; divide them by their sum",
    );
    expect(rejection(() => xgain(undefined as never))).toBe("xgain: problem must be an object, got null");
  });
});
