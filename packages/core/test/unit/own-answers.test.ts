// What a learner hands out may be changed by its caller: neither the learner nor the labels change with it.
import { expect, test } from "vitest";
import {
  alce,
  costsOf,
  type Labels,
  type LearnedKernel,
  Learner,
  matrixFrom,
  pal,
  rbf,
  ridge,
  type XpalStrategy,
  xpal,
  xpalLearned,
} from "../../src/index.ts";

const lossMatrix = matrixFrom([
  [0, 5],
  [1, 0],
]);
const options = {
  features: matrixFrom([[0], [1], [2], [3], [4], [5]]),
  classes: ["a", "b"],
  labels: [[0, "a"] as const, [1, "a"] as const, [5, "b"] as const],
};

const HANDED_OUT: Record<string, (learner: Learner) => Promise<{ data: { fill(value: number): unknown } } | null>> = {
  "the frequencies": (learner) => learner.at().frequencies(),
  "the predictive frequencies": (learner) => learner.at().predictiveFrequencies(),
  "the predictive frequencies of some items": (learner) => learner.at().predictiveFrequenciesAt([0, 3]),
  "the probabilities": (learner) => learner.probabilities(),
  "the loss matrix": (learner) => learner.at().lossMatrix(),
  "the costs": async ({ pool }) => costsOf(pool),
  "the loss matrix of the pool": async ({ pool }) => pool.lossMatrix,
  "the label costs of the strategy": async ({ strategy }) => {
    const { labelCosts } = strategy as XpalStrategy;
    return labelCosts && { data: labelCosts };
  },
};

test.each(Object.keys(HANDED_OUT))("changing %s changed what the learner says", async (name) => {
  const strategy = xpal({ labelCosts: [1, 2, 1, 2, 1, 2] });
  for (const more of [{ lossMatrix, strategy }, { predictor: ridge() }]) {
    const learner = await Learner.create({ ...options, ...more });
    const says = async () => {
      const matrices = await Promise.all(Object.values(HANDED_OUT).map((of) => of(learner)));
      return JSON.stringify([
        matrices,
        await learner.predict(),
        await learner.preview(3),
        await learner.suggest(),
        learner,
      ]);
    };
    const before = await says();
    (await HANDED_OUT[name](learner))?.data.fill(7);
    expect(await says()).toBe(before);
    await learner.close();
  }
});

test("the loss matrix of a pool is a copy after another kernel was taken too", async () => {
  const learner = await Learner.create({ ...options, lossMatrix });
  await learner.replaceKernel(rbf({ bandwidth: 2 }));
  learner.pool.lossMatrix?.data.fill(7);
  expect(Array.from(learner.pool.lossMatrix?.data ?? [])).toEqual([0, 5, 1, 0]);
  await learner.close();
});

test("changing the numbers that a strategy shows changed its scores", () => {
  const made = pal({ density: [1, 2, 3] });
  (made.density as Float64Array).fill(9);
  expect(made.toJSON().density).toEqual([1, 2, 3]);
  const embedding = { classPoints: lossMatrix, predictionPoints: lossMatrix };
  const points = alce({ embedding });
  points.embeddingFor(2).classPoints.data.fill(9);
  expect(Array.from(points.embeddingFor(2).classPoints.data)).toEqual([0, 5, 1, 0]);
  const { evaluationPrior } = xpal({ evaluationPrior: [1, 2] });
  expect(() => (evaluationPrior as number[]).fill(9)).toThrow(TypeError);
  const { settings } = xpalLearned({ base: rbf({ bandwidth: 1 }) }).kernel as LearnedKernel;
  for (const list of [settings.scales, settings.localities, settings.fitAt, settings.views, settings.metrics]) {
    expect(() => (list as unknown[]).push(9)).toThrow(TypeError);
  }
});

test("changing the evaluation set of a pool changed gains without a word", async () => {
  const evaluation = { indices: [0, 1, 2, 3], weights: [1, 1, 2, 2] };
  for (const part of ["weights", "indices"] as const) {
    const learner = await Learner.create({ ...options, evaluation });
    await learner.suggest();
    learner.pool.evaluation[part]?.fill(0);
    await learner.label(3, "b");
    await expect(learner.suggest()).rejects.toThrow(
      "engine: pool must not be changed while an engine works on it, but its evaluation set was; create a new pool",
    );
    expect(() => {
      (learner.pool.evaluation as { size: number }).size = 2;
    }).toThrow(TypeError);
    await learner.close();
  }
});

test("changing the items that labels list changed the labels", async () => {
  const learner = await Learner.create(options);
  const labels: Labels = learner.labels.withShares([[1, [0.25, 0.75]]]);
  const before = JSON.stringify([labels, labels.labelled, labels.inOrder]);
  for (const items of [labels.labelled, labels.inOrder]) {
    for (const { counts, weights } of items) {
      counts.fill(9);
      weights.fill(9);
    }
    (items as unknown[]).length = 1;
  }
  expect(JSON.stringify([labels, labels.labelled, labels.inOrder])).toBe(before);
  await learner.close();
});
