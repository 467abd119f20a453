// What all answers would do, in one pass, has the bits of the definition, which looks at one answer at a time.
import fc from "fast-check";
import { expect, test } from "vitest";
import { decision } from "../../src/classifier/decide.ts";
import { answerEffects } from "../../src/learner/answer-effects.ts";
import { type Matrix, matrix, row } from "../../src/matrix.ts";
import { type GainProblem, riskDrop } from "../../src/strategies/xgain.ts";

/** Few different numbers, so that ties and flips are frequent. */
const number = fc.constantFrom(0, 0.25, 0.5, 1, 1.5, 3, 1 / 3);
const problem = fc
  .record({ points: fc.integer({ min: 1, max: 9 }), classes: fc.integer({ min: 2, max: 5 }) })
  .chain(({ points, classes }) =>
    fc.record({
      similarity: numbers(points),
      freq: table(points, classes),
      candidateFreq: numbers(classes),
      lossMatrix: fc.option(table(classes, classes), { nil: undefined }),
      weights: fc.option(numbers(points), { nil: undefined }),
      alpha: fc.array(fc.constantFrom(1e-3, 0.5, 2), { minLength: classes, maxLength: classes }),
    }),
  );

test("drops and flips are the definition's, with weights, priors of each class and costs", () => {
  fc.assert(
    fc.property(problem, ({ alpha: given, weights, lossMatrix, ...rest }) => {
      const asked: GainProblem = {
        ...rest,
        ...(weights === undefined ? {} : { weights }),
        ...(lossMatrix === undefined ? {} : { lossMatrix }),
      };
      const alpha = Float64Array.from(given);
      answerEffects(asked, alpha, Infinity).forEach(({ drop, count, changes }, yc) => {
        expect(drop).toBe(riskDrop(asked, yc, alpha));
        expect(changes).toEqual(changesOf(asked, yc));
        expect(count).toBe(changes.length);
      });
      for (const { count, changes } of answerEffects(asked, alpha, 1)) expect(changes.length).toBe(Math.min(1, count));
    }),
    { numRuns: 500 },
  );
});

function changesOf({ similarity, freq, lossMatrix }: GainProblem, yc: number) {
  const loss = lossMatrix ?? null;
  return Array.from({ length: freq.rows }, (_, point) => {
    const kPlus = row(freq, point).slice();
    const before = decision(kPlus, loss);
    kPlus[yc] += similarity[point];
    return { point, before, after: decision(kPlus, loss) };
  }).filter(({ before, after }) => before !== after);
}

function numbers(length: number): fc.Arbitrary<Float64Array> {
  return fc.array(number, { minLength: length, maxLength: length }).map((values) => Float64Array.from(values));
}

function table(rows: number, cols: number): fc.Arbitrary<Matrix> {
  return numbers(rows * cols).map((data) => matrix(rows, cols, data));
}
