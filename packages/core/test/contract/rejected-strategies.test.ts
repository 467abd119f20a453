// A strategy that cannot score a pool says so before the first question: an answer that a person gives takes time, and QBC and ALCE
// look at the features only once several classes have labels.
import { describe, expect, test } from "vitest";
import {
  alce,
  cosine,
  createPool,
  eer,
  type Features,
  generator,
  greedyAll,
  Labels,
  Learner,
  matrixFrom,
  type PoolOptions,
  pal,
  product,
  qbc,
  query,
  rbf,
  type Strategy,
  xpal,
} from "../../src/index.ts";
import { openSession } from "../../src/learner/open-session.ts";
import { laterRejection } from "../rejection.ts";

const SIZE = 6;
const dense = matrixFrom(Array.from({ length: SIZE }, (_, i) => [i, (i * 5) % 7]));
const table = matrixFrom(Array.from({ length: SIZE }, (_, i) => Array.from({ length: SIZE }, (_, j) => +(i === j))));
const sparse: Features = {
  rows: SIZE,
  cols: 3,
  starts: Uint32Array.from({ length: SIZE + 1 }, (_, i) => i),
  columns: Uint32Array.from({ length: SIZE }, (_, i) => i % 3),
  values: new Float64Array(SIZE).fill(1),
};
const groups = { rows: SIZE, groups: [dense, sparse] };
const both = product([rbf({ bandwidth: 1 }), cosine()]);
const three = matrixFrom([
  [0, 1, 1],
  [1, 0, 1],
  [1, 1, 0],
]);

const CASES: readonly (readonly [string, Omit<PoolOptions, "classes">, () => Strategy, string])[] = [
  [
    "qbc on a table of similarities",
    { features: table, kernel: "precomputed" },
    () => qbc(),
    'qbc: kernel must be computed from features, got "precomputed"',
  ],
  [
    "qbc on sparse features",
    { features: sparse, kernel: cosine() },
    () => qbc(),
    "qbc: features must be one dense matrix for qbc, not sparse",
  ],
  [
    "qbc on groups of features",
    { features: groups, kernel: both },
    () => qbc(),
    "qbc: features must be one dense matrix for qbc, not groups",
  ],
  [
    "qbc with members that look at a column too many",
    { features: dense },
    () => qbc({ members: [{ samples: [0], columns: [2] }] }),
    "qbc: members[0].columns[0] must be an integer from 0 to 1, got 2",
  ],
  [
    "qbc with members trained on an item that is not of the pool",
    { features: dense },
    () => qbc({ members: [{ samples: [0, 77], columns: [0] }] }),
    "qbc: members[0].samples[1] must be an integer from 0 to 5, got 77",
  ],
  [
    "alce on sparse features",
    { features: sparse, kernel: cosine() },
    () => alce(),
    "alce: features must be one dense matrix for alce, not sparse",
  ],
  [
    "alce with the costs of another number of classes",
    { features: dense },
    () => alce({ cost: three }),
    "alce: cost must be 2 x 2, got 3",
  ],
  [
    "alce with the embedding of another number of classes",
    { features: dense },
    () => alce({ embedding: { classPoints: three, predictionPoints: three } }),
    "alce: embedding must have 2 class points, got 3",
  ],
  [
    "pal with the densities of another pool",
    { features: dense },
    () => pal({ density: [1, 2] }),
    "pal: density must have 6 numbers, got 2",
  ],
  [
    "pal with the prior of another number of classes",
    { features: dense },
    () => pal({ prior: [1, 2, 3] }),
    "pal: prior must have one number per class, 2, got 3",
  ],
  [
    "eer with the prior of another number of classes",
    { features: dense },
    () => eer({ epsilon: [1, 2, 3] }),
    "eer: epsilon must have one number per class, 2, got 3",
  ],
  [
    "xpal with the priors of another number of classes",
    { features: dense },
    () => xpal({ candidatePrior: [1, 2, 3] }),
    "xpal: candidatePrior must have one number per class, 2, got 3",
  ],
  [
    "xpal with the label costs of another pool",
    { features: dense },
    () => xpal({ labelCosts: [1, 2] }),
    "xpal: labelCosts must have a number for each of 6 items, got 2",
  ],
  [
    "greedyAll with the truth of another pool",
    { features: dense },
    () => greedyAll({ truth: ["a", "b"] }),
    "greedyAll: truth must name a class for each of 6 items, got 2",
  ],
];

describe.each(CASES)("took labels before it rejected %s", (_, options, make, sentence) => {
  const classes = ["a", "b"];
  const rejects = async (call: () => Promise<unknown>) => expect(await laterRejection(call)).toBe(sentence);

  test.each(["definition", "wasm"] as const)("with the engine %s", async (engine) => {
    const pool = createPool({ ...options, classes });
    const labels = Labels.none(pool);
    await rejects(() => Learner.create({ ...options, classes, strategy: make(), engine }));
    await rejects(() => query({ pool, strategy: make(), engine }));
    const session = await openSession(pool, engine);
    const candidates = labels.unlabelled();
    await rejects(() => session.scores({ strategy: make(), labels, candidates, generator: generator(0) }));
    await session.close();
  });

  test("in a learner of one small file, and in one that was read from a file", async () => {
    const file = (await Learner.create({ ...options, classes })).toJSON();
    await rejects(() => Learner.fromJSON({ ...file, strategy: make().toJSON() }));
  });
});

test.each(["definition", "wasm"] as const)(
  "chose at random by members that were trained on items without a label, with the engine %s",
  async (engine) => {
    const pool = createPool({ features: dense, classes: ["a", "b"] });
    const strategy = qbc({ members: [{ samples: [0, 3], columns: [0] }] });
    const labels = Labels.from(pool, [[0, "a"]]);
    expect(await laterRejection(() => query({ pool, labels, strategy, engine }))).toBe(
      "qbc: members[0].samples[1] must be a labelled item, got 3",
    );
  },
);

test("a kernel that the strategy cannot use took the place of one that it can", async () => {
  const learner = await Learner.create({ features: table, classes: ["a", "b"], strategy: qbc() });
  const { precomputed } = await import("../../src/kernels/precomputed.ts");
  expect(await laterRejection(() => learner.replaceKernel(precomputed()))).toBe(
    'qbc: kernel must be computed from features, got "precomputed"',
  );
  expect(learner.pool.kernel.name).toBe("rbf");
  await learner.close();
});

test("a strategy of one's own rejects a pool when the learner is created", async () => {
  const strategy: Strategy = {
    name: "own",
    check(pool) {
      if (pool.classCount > 2) throw new RangeError("own: two classes only");
    },
    scores: ({ candidates }) => new Float64Array(candidates.length),
    toJSON: () => ({ name: "own" }),
  };
  await expect(Learner.create({ features: dense, classes: ["a", "b", "c"], strategy })).rejects.toThrow(RangeError);
  const learner = await Learner.create({ features: dense, classes: ["a", "b"], strategy });
  expect(await learner.suggest()).toHaveLength(1);
  await learner.close();
  const wrong = { ...strategy, check: true } as never;
  expect(await laterRejection(() => Learner.create({ features: dense, classes: ["a", "b"], strategy: wrong }))).toBe(
    "Learner.create: strategy.check must be a function, if it is there, got true",
  );
});
