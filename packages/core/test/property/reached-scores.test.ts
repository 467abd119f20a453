// The scores that leave out what a label cannot reach have the definition's bits, on any similarities.
import fc from "fast-check";
import { expect, test } from "vitest";
import { reachedScores } from "../../src/engine/reached-scores.ts";
import { createPool, generator, Labels, type Matrix, matrix, xpal } from "../../src/index.ts";
import type { View } from "../../src/strategies/strategy.ts";

const SIZE = 9;
const number = fc.oneof(
  fc.constantFrom(0, 1, 0.5, 0.25, 1e-300),
  fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true }),
);
/** What a table of costs may hold: 0, or nothing below 1e-75. */
const cost = number.map((value) => (value < 1e-75 ? 0 : value));
const problems = fc.record({
  classes: fc.integer({ min: 2, max: 4 }),
  similarity: fc.array(number, { minLength: SIZE * SIZE, maxLength: SIZE * SIZE }),
  freq: fc.array(number, { minLength: SIZE * 4, maxLength: SIZE * 4 }),
  costs: fc.array(fc.oneof(fc.constantFrom(0, 1, 2, 3), cost), { minLength: 16, maxLength: 16 }),
  kind: fc.constantFrom("costs", "zero-one", "balanced"),
  ownRisk: fc.constantFrom(0, 1),
});

test("the scores of pairs that can flip a decision are the definition's, to the bit", () => {
  fc.assert(
    fc.property(problems, ({ classes, similarity, freq, costs, kind, ownRisk }) => {
      const names = ["a", "b", "c", "d"].slice(0, classes);
      const square = matrix(SIZE, SIZE, Float64Array.from(similarity));
      const table = matrix(classes, classes, Float64Array.from(costs.slice(0, classes ** 2)));
      const pool = createPool({
        ...{ features: square, kernel: "precomputed", classes: names },
        ...(kind === "costs" ? { lossMatrix: table } : {}),
        ...(kind === "balanced" ? { measure: "balanced" as const } : {}),
      });
      const known: Matrix = matrix(SIZE, classes, Float64Array.from(freq.slice(0, SIZE * classes)));
      const view: View = {
        ...{ pool, labels: Labels.from(pool, [[0, "a"]]), candidates: Uint32Array.from([1, 3, 4, 8]) },
        ...{ generator: generator(1), freq: () => known, evaluationFreq: () => known },
        ...{ similarity: () => square, evaluationSimilarity: () => square },
      };
      const strategy = xpal({ ownRisk });
      expect(reachedScores(strategy, view)).toEqual(strategy.scores(view));
    }),
    { numRuns: 300 },
  );
});
