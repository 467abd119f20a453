// Numbers at the edges of what doubles hold: negative zero, subnormal numbers, the least and the largest that are let in.
// Whatever is let in, every engine answers as the definition does; the rest is rejected in words.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseEngine, type EngineChoice } from "../../src/engine/choose-engine.ts";
import {
  createPool,
  eer,
  greedyAll,
  type Kernel,
  Labels,
  learnedKernel,
  matrix,
  ownKernel,
  type Pool,
  pal,
  precomputed,
  product,
  query,
  rbf,
  type Strategy,
  us,
  XpalError,
  xpal,
} from "../../src/index.ts";
import { expectSame, expectSameIn } from "./same-answers.ts";

const ENGINES: readonly (readonly [string, EngineChoice])[] = [
  ["lists", { mode: "lists" }],
  ["tiles", { mode: "tiles" }],
];

/** Similarities: both zeros, the smallest subnormal number, the smallest normal one, and sizes up to the largest. */
const SIMILARITIES = [0, -0, 5e-324, 1e-310, 2 ** -1022, 1e-300, 1e-160, 1e-16, 1e-3, 0.5, 1, 1 + 2 ** -52, 2, 1e60];
const PRIORS = [1e-75, 1e-20, 1e-3, 1, 1e75];
const COSTS = [0, -0, 1e-75, 1e-30, 1e-3, 1, 1e30, 1e75];
const WEIGHTS = [0, -0, 5e-324, 1e-310, 1e-200, 1e-3, 1, 1e75];

const problem = fc
  .record({ size: fc.integer({ min: 2, max: 24 }), classCount: fc.integer({ min: 2, max: 6 }) })
  .chain(({ size, classCount }) =>
    fc.record({
      size: fc.constant(size),
      classCount: fc.constant(classCount),
      similarity: fc.array(fc.constantFrom(...SIMILARITIES), { minLength: size * size, maxLength: size * size }),
      kernel: fc.constantFrom("precomputed", "own", "product", "an object", "rbf", "learning"),
      answers: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(classCount - 1)), { maxLength: size }),
      weights: fc.option(fc.array(fc.constantFrom(...WEIGHTS), { minLength: size, maxLength: size })),
      alpha: priors(classCount),
      beta: priors(classCount),
      costs: fc.option(fc.array(fc.constantFrom(...COSTS), { minLength: classCount ** 2, maxLength: classCount ** 2 })),
      labelCosts: fc.option(fc.array(fc.constantFrom(...PRIORS), { minLength: size, maxLength: size })),
      strategy: fc.constantFrom("xpal", "xpal", "xpal", "eer", "pal", "us", "greedyAll"),
    }),
  );

function priors(classCount: number) {
  const one = fc.constantFrom(...PRIORS);
  return fc.oneof(one, fc.array(one, { minLength: classCount, maxLength: classCount }));
}

describe.each(ENGINES)("at the edges of doubles the engine with %s", (_, choice) => {
  const answersAsDefinition = async (drawn: Drawn) => {
    const { pool, none, some } = questionsOf(drawn);
    const strategy = strategyOf(drawn, pool);
    // A mixture's gains come from tables: how far they are off depends on the priors, as those under costs are off by the
    // largest cost. The choice does not depend on it.
    const isFar = drawn.kernel === "learning" || drawn.costs !== null || drawn.labelCosts !== null;
    const epsilons = isFar ? Infinity : undefined;
    // One session answers both, since opening it costs more than an answer; either comes first in half of the problems.
    const questions = [
      [none, 1],
      [some, 2],
    ] as const;
    const session = await chooseEngine("test", choice).open(pool);
    for (const [labels, count] of drawn.size % 2 === 0 ? questions : [...questions].reverse()) {
      await expectSameIn(session, pool, labels, strategy, count, epsilons);
    }
    await session.close();
  };

  test("answers as the definition does", async () => {
    const free = problem.map((drawn) => ({ ...drawn, costs: null, labelCosts: null }));
    await fc.assert(fc.asyncProperty(free, answersAsDefinition), { numRuns: 150 });
  });
  test("answers as the definition does under costs", async () => {
    await fc.assert(fc.asyncProperty(problem, answersAsDefinition), { numRuns: 40 });
  });
});

describe("a similarity of negative zero", () => {
  test("once wrote outside the lists of its point", async () => {
    const size = 24;
    const data = Float64Array.from({ length: size * size }, (_, at) => {
      const [i, j] = [Math.floor(at / size), at % size];
      return i === j ? 1 : (i + j) % 3 === 0 ? -0 : 1 / (1 + Math.abs(i - j));
    });
    const pool = createPool({ features: matrix(size, size, data), kernel: "precomputed", classes: ["a", "b"] });
    for (let item = 0; item < size; item++) {
      await expectSame({ mode: "lists" }, pool, Labels.from(pool, [[item, "b"]]), xpal());
    }
  });
});

describe("what cannot be a similarity, a prior or a weight is rejected", () => {
  test.each([-1, Number.NaN, Infinity, -Infinity, -5e-324, 1e61])("a similarity of %s", async (value) => {
    const kernels: Kernel[] = [ownKernel("own", () => value), anObject(() => value)];
    for (const kernel of kernels) {
      const pool = createPool({ features: matrix(3, 1), kernel, classes: ["a", "b"] });
      const labels = Labels.from(pool, [[0, "a"]]);
      for (const engine of ["wasm", "definition"] as const) {
        await expect(query({ pool, labels, engine })).rejects.toThrow(XpalError);
      }
    }
    const features = matrix(2, 2, Float64Array.of(1, value, 1, 1));
    expect(() => createPool({ features, kernel: "precomputed", classes: ["a", "b"] })).toThrow(XpalError);
  });

  test.each([1e-310, 1e-76, 0, -0, Infinity, 1e76])("a prior of %s", (value) => {
    expect(() => xpal({ evaluationPrior: value })).toThrow(XpalError);
    expect(() => xpal({ candidatePrior: [value, 1] })).toThrow(XpalError);
    expect(() => pal({ prior: value })).toThrow(XpalError);
    expect(() => eer({ epsilon: value })).toThrow(XpalError);
  });

  test.each([1e-310, 5e-324, 1e-76])("a cost of %s, by which the fast engine chose otherwise", (value) => {
    const lossMatrix = matrix(2, 2, Float64Array.of(0, value, 1, 0));
    expect(() => createPool({ features: matrix(3, 1), classes: ["a", "b"], lossMatrix })).toThrow(
      "createPool: lossMatrix, row 0, column 1 must be 0, or from 1e-75 to 1e+75",
    );
    expect(() => xpal({ labelCosts: [1, value] })).toThrow("xpal: labelCosts[1] must be from 1e-75 to 1e+75");
    expect(() => xpal({ labelCosts: [1, 1 / value] })).toThrow(XpalError);
  });

  test("a weight that is no share of the whole counts as 0", () => {
    const options = { features: matrix(3, 1), classes: ["a", "b"] };
    const pool = createPool({ ...options, evaluation: { weights: [1, 1e-310, -0] } });
    expect(pool.evaluation.weights).toEqual(Float64Array.of(1, 0, 0));
    const small = createPool({ ...options, evaluation: { weights: [1e-310, 1e-310, 0] } });
    expect(small.evaluation.weights).toEqual(Float64Array.of(0.5, 0.5, 0));
  });
});

type Drawn = typeof problem extends fc.Arbitrary<infer T> ? T : never;

interface Questions {
  readonly pool: Pool;
  readonly none: Labels;
  readonly some: Labels;
}

/** What was made of each problem: the definition's answers, which are kept by pool and labels, serve all engines. */
const asked = new Map<string, Questions>();

function questionsOf(drawn: Drawn): Questions {
  const name = fc.stringify(drawn); // tells -0 from 0
  const known = asked.get(name);
  if (known !== undefined) return known;
  const pool = poolOf(drawn);
  const pairs = drawn.answers.map(([item, y]) => [item, pool.classes[y]] as const);
  const questions = { pool, none: Labels.none(pool), some: Labels.from(pool, pairs) };
  asked.set(name, questions);
  return questions;
}

function poolOf({ size, classCount, similarity, kernel, weights, costs }: Drawn): Pool {
  const data = Float64Array.from(similarity);
  const square = matrix(size, size, data);
  const places = matrix(
    size,
    1,
    Float64Array.from({ length: size }, (_, i) => i),
  );
  const lookedUp = (a: Float64Array, b: Float64Array) => data[a[0] * size + b[0]];
  // Squared distances such that e^-d runs from 1 through the subnormal numbers to 0.
  const line = matrix(
    size,
    1,
    Float64Array.from({ length: size }, (_, i) => Math.sqrt(Math.abs(Math.log(data[i * size] + 5e-324)))),
  );
  const made = {
    precomputed: { features: square, kernel: precomputed() },
    own: { features: places, kernel: ownKernel("own", lookedUp) },
    "an object": { features: places, kernel: anObject(lookedUp) },
    product: {
      features: { rows: size, groups: [square, line] },
      kernel: product([precomputed(), rbf({ bandwidth: Math.SQRT1_2 })]),
    },
    rbf: { features: line, kernel: rbf({ bandwidth: Math.SQRT1_2 }) },
    learning: {
      features: line,
      kernel: learnedKernel({ base: rbf({ bandwidth: Math.SQRT1_2 }), from: 2, perClass: 0, metrics: [] }),
    },
  }[kernel as "own"];
  const usable = weights?.some((weight) => weight > 0) ?? false;
  return createPool({
    ...made,
    classes: Array.from({ length: classCount }, (_, y) => y),
    ...(costs === null || kernel === "learning"
      ? {}
      : { lossMatrix: matrix(classCount, classCount, Float64Array.from(costs)) }),
    ...(usable ? { evaluation: { weights: weights as number[] } } : {}),
  });
}

/** A kernel that was not made by this library. */
function anObject(similarity: (a: Float64Array, b: Float64Array) => number): Kernel {
  return {
    name: "an object",
    similarity: (a, i, b, j) => similarity(rowOf(a, i), rowOf(b, j)),
    check: () => {},
    toJSON: () => ({ name: "an object", own: true }),
  };
}

function rowOf(features: unknown, i: number): Float64Array {
  const { cols, data } = features as { cols: number; data: Float64Array };
  return data.subarray(i * cols, (i + 1) * cols);
}

function strategyOf({ strategy, alpha, beta, labelCosts }: Drawn, pool: Pool): Strategy {
  if (strategy === "eer") return eer({ epsilon: alpha });
  if (strategy === "pal") return pal({ prior: alpha });
  if (strategy === "us") return us();
  if (strategy === "greedyAll")
    return greedyAll({ truth: Array.from({ length: pool.size }, (_, i) => pool.classes[i % 2]) });
  return xpal({ evaluationPrior: alpha, candidatePrior: beta, ...(labelCosts === null ? {} : { labelCosts }) });
}
