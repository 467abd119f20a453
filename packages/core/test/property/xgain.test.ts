import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type GainProblem, generator, matrix, matrixFrom, palGain, xgain } from "../../src/index.ts";

const RUNS = { seed: 2, numRuns: 300 };

/** A gain problem with zeros and equal numbers among its frequencies, so that ties do occur. */
const withTies = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 5 }))
  .chain(([classCount, pointCount]) => {
    const frequency = fc.oneof(fc.constantFrom(0, 0.25, 1), fc.double({ min: 0, max: 10, noNaN: true }));
    return fc.record({
      similarity: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
        minLength: pointCount,
        maxLength: pointCount,
      }),
      freq: fc
        .array(fc.array(frequency, { minLength: classCount, maxLength: classCount }), {
          minLength: pointCount,
          maxLength: pointCount,
        })
        .map(matrixFrom),
      candidateFreq: fc.array(frequency, { minLength: classCount, maxLength: classCount }),
    });
  });
const prior = fc.double({ min: 1e-6, max: 10, noNaN: true });

/** A gain problem of continuous numbers, hence without ties. */
const withoutTies = fc.nat().map((seed) => {
  const chance = generator(seed);
  const freq = matrix(6, 3);
  freq.data.forEach((_, i) => {
    freq.data[i] = chance.nextUnit();
  });
  const draw = (length: number) => Array.from({ length }, () => chance.nextUnit());
  return { similarity: draw(6), freq, candidateFreq: draw(3) };
});

/** Sums of at most 18 terms below 1 in another order. */
const close = (a: number, b: number) => expect(Math.abs(a - b)).toBeLessThan(1e-14);

describe("xgain", () => {
  test("under the zero-one loss and one prior for all classes is never negative, and never above 1", () => {
    fc.assert(
      fc.property(withTies, prior, prior, (problem, evaluationPrior, candidatePrior) => {
        const gain = xgain(problem, { evaluationPrior, candidatePrior });
        expect(gain).toBeGreaterThanOrEqual(0);
        expect(gain).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });

  test("does not depend on the order of the classes where nothing ties", () => {
    fc.assert(
      fc.property(withoutTies, fc.constantFrom([1, 2, 0], [2, 1, 0], [0, 2, 1]), (problem, order) => {
        const rows = Array.from({ length: 6 }, (_, x) => order.map((y) => problem.freq.data[3 * x + y]));
        const turned = {
          ...problem,
          freq: matrixFrom(rows),
          candidateFreq: order.map((y) => problem.candidateFreq[y]),
        };
        close(xgain(turned), xgain(problem));
      }),
      RUNS,
    );
  });

  test("does not depend on the order of the evaluation points", () => {
    fc.assert(
      fc.property(withTies, prior, (problem, evaluationPrior) => {
        const { freq, similarity } = problem;
        const back = Array.from({ length: freq.rows }, (_, x) => freq.rows - 1 - x);
        const rows = back.map((x) => Array.from(freq.data.slice(x * freq.cols, (x + 1) * freq.cols)));
        const turned = { ...problem, freq: matrixFrom(rows), similarity: back.map((x) => similarity[x]) };
        close(xgain(turned, { evaluationPrior }), xgain(problem, { evaluationPrior }));
      }),
      RUNS,
    );
  });

  test("is the weighted mean of the gains at each evaluation point", () => {
    fc.assert(
      fc.property(withoutTies, (problem) => {
        const at = (x: number): GainProblem => ({
          similarity: [problem.similarity[x]],
          freq: matrixFrom([problem.freq.data.slice(3 * x, 3 * x + 3)]),
          candidateFreq: problem.candidateFreq,
        });
        const weights = [0.3, 0.2, 0.1, 0.1, 0.3, 0];
        const mean = weights.reduce((sum, weight, x) => sum + weight * xgain(at(x)), 0);
        close(xgain({ ...problem, weights }), mean);
      }),
      RUNS,
    );
  });

  test("on the candidate alone, with similarity 1, is PAL's gain of one label", () => {
    fc.assert(
      fc.property(withTies, prior, ({ candidateFreq }, both) => {
        const problem = { similarity: [1], freq: matrixFrom([candidateFreq]), candidateFreq };
        const gain = xgain(problem, { evaluationPrior: both, candidatePrior: both });
        expect(Math.abs(gain - palGain(candidateFreq, { labelCount: 1, prior: both }))).toBeLessThan(1e-14);
      }),
      RUNS,
    );
  });
});
