// Pools that are hard to choose from by bounds: copies, exact ties, points far from everything, kernels from very narrow to
// very wide, features with large offsets, any priors and weights.
import fc from "fast-check";
import { createPool, hamming, matrix, type Pool, rbf } from "../../src/index.ts";

/** What makes a pool, its labels and the priors. */
export const hardProblem = fc
  .record({
    size: fc.integer({ min: 2, max: 60 }),
    classCount: fc.integer({ min: 2, max: 6 }),
    cols: fc.integer({ min: 1, max: 5 }),
  })
  .chain(({ size, classCount, cols }) =>
    fc.record({
      size: fc.constant(size),
      cols: fc.constant(cols),
      classCount: fc.constant(classCount),
      // A coarse grid makes copies and ties; a few items are far away.
      numbers: fc.array(
        fc.oneof(
          { weight: 12, arbitrary: fc.integer({ min: -6, max: 6 }) },
          { weight: 1, arbitrary: fc.constantFrom(400, -1e5, 1e9) },
        ),
        {
          minLength: size * cols,
          maxLength: size * cols,
        },
      ),
      step: fc.constantFrom(0.25, 1 / 3, 1e-8, 1e8),
      offset: fc.constantFrom(0, 0, 1e6, -3e12),
      bandwidth: fc.constantFrom(1e-6, 0.05, 0.7, 3, 100, 1e9),
      answers: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(classCount - 1)), { maxLength: 12 }),
      prior: fc.constantFrom(1e-9, 1e-3, 1, 1e3),
      candidatePrior: fc.constantFrom(1e-6, 1e-3, 2),
      ownRisk: fc.constantFrom(0, 0, 1),
      kernel: fc.constantFrom("rbf", "rbf", "hamming"),
      sample: fc.option(fc.integer({ min: 1, max: size })),
      weighted: fc.boolean(),
      count: fc.integer({ min: 1, max: 4 }),
    }),
  );

/** The pool of a problem. */
export function hardPool(given: typeof hardProblem extends fc.Arbitrary<infer T> ? T : never): Pool {
  const { size, cols, numbers, step, offset, bandwidth, classCount, sample, weighted, kernel } = given;
  const data = Float64Array.from(numbers, (number) => number * step + offset);
  const weights = Array.from({ length: sample ?? size }, (_, x) => (x % 5 === 4 ? 0 : 1 + (x % 3)));
  return createPool({
    features: matrix(size, cols, data),
    kernel: kernel === "rbf" ? rbf({ bandwidth: bandwidth * step }) : hamming({ bandwidth: Math.min(bandwidth, 100) }),
    classes: Array.from({ length: classCount }, (_, y) => y),
    evaluation: { ...(sample === null ? {} : { sample, seed: 3 }), ...(weighted ? { weights } : {}) },
  });
}
