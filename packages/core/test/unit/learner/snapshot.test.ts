// A snapshot is the learner that has these labels; what an item's own label says is left out exactly.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ClassName,
  frequencies,
  generator,
  Labels,
  Learner,
  type LearnerOptions,
  learnedKernel,
  type Matrix,
  matrix,
  matrixFrom,
  predictiveFrequencies,
  rbf,
  similarities,
  xpalLearned,
} from "../../../src/index.ts";
import type { GroupMixtureKernel } from "../../../src/kernels/learning/group-mixture.ts";
import { laterRejection, rejection } from "../../rejection.ts";

const chance = generator(3);
const features = matrix(
  40,
  2,
  Float64Array.from({ length: 80 }, () => chance.nextUnit() * 6),
);
const classes = ["a", "b", "c"];
const base = rbf({ bandwidth: 1 });
const MODELS: readonly (readonly [string, Partial<LearnerOptions>])[] = [
  ["paper's", { kernel: base }],
  ["learned", xpalLearned({ base, from: 4, perClass: 0, metrics: [] })],
];
const answers = fc.array(fc.tuple(fc.nat(39), fc.constantFrom(...classes)), { maxLength: 12 });

describe.each(MODELS)("a snapshot with the %s model", (_, model) => {
  const create = (labels: Iterable<readonly [number, ClassName]> = []) =>
    Learner.create({ features, classes, seed: 5, labels, ...model });

  test("answers as a learner with these labels, and leaves its own learner as it was", async () => {
    const learner = await create([[0, "a"]]);
    const before = await learner.suggest();
    await fc.assert(
      fc.asyncProperty(answers, fc.nat(39), async (given, item) => {
        const labels = Labels.from(learner.pool, given);
        const snapshot = learner.at(labels);
        const other = await create(given);
        expect(await snapshot.suggest(3)).toEqual(await other.suggest(3));
        expect(await snapshot.suggest(2, { batch: "top" })).toEqual(await other.suggest(2, { batch: "top" }));
        expect(await snapshot.predict()).toEqual(await other.predict());
        expect(await snapshot.decide(await snapshot.probabilities())).toEqual(await other.predict());
        expect(await snapshot.probabilities(matrixFrom([[1, 2]]))).toEqual(
          await other.probabilities(matrixFrom([[1, 2]])),
        );
        expect(await snapshot.preview(item)).toEqual(await other.preview(item));
        expect(await snapshot.expectedGain()).toEqual(await other.expectedGain());
        expect((await snapshot.kernel()).toJSON()).toEqual((await other.learnedKernel()).toJSON());
      }),
      { numRuns: 15 },
    );
    expect(await learner.suggest()).toEqual(before);
    expect(learner.labels.count).toBe(1);
  });

  test("without an item is the learner that never had its label, the kernel included", async () => {
    const learner = await create();
    await fc.assert(
      fc.asyncProperty(answers, fc.nat(39), async (given, item) => {
        const snapshot = learner.at(Labels.from(learner.pool, given)).without(item);
        const other = await create(given.filter(([index]) => index !== item));
        expect((await snapshot.kernel()).toJSON()).toEqual((await other.learnedKernel()).toJSON());
        const all = await other.at().predictiveFrequencies();
        const { data } = await snapshot.predictiveFrequenciesAt([item, 3]);
        const expected = [item, 3].flatMap((i) => [...all.data.subarray(i * 3, i * 3 + 3)]);
        data.forEach((k, at) => {
          expect(k).toBeCloseTo(expected[at], 12);
        });
      }),
      { numRuns: 20 },
    );
  });
});

describe("a snapshot", () => {
  test("without an item fitted every metric of the learned kernel anew", async () => {
    const kernel = learnedKernel({ base: rbf({ bandwidth: 1 }), leastShare: 0, fitAt: [8, 12], perClass: 0 });
    const labels = Array.from({ length: 16 }, (_, i): [number, string] => [2 * i, classes[i % 3]]);
    const learner = await Learner.create({ features, classes, kernel, labels });
    const all = (await learner.at().kernel()) as GroupMixtureKernel;
    const snapshot = learner.at().without(4);
    const rest = (await snapshot.kernel()) as GroupMixtureKernel;
    // The metrics are the very same ones; what weighs them has not seen the item.
    expect(all.groups.length).toBeGreaterThan(2);
    const metrics = ["weights", "rankWeights", "full"];
    const viewsOf = ({ groups }: GroupMixtureKernel) =>
      groups.map(({ view }) => view).filter(({ name }) => metrics.includes(name));
    expect(viewsOf(rest)).not.toEqual([]);
    for (const view of viewsOf(rest)) expect(viewsOf(all)).toContain(view);
    expect(rest.groups[0].mixture.weights).not.toEqual(all.groups[0].mixture.weights);
    const { data } = await snapshot.frequencies();
    (await snapshot.predictiveFrequenciesAt([4, 7])).data.forEach((k, at) => {
      expect(k).toBeCloseTo(data[(at < 3 ? 4 : 7) * 3 + (at % 3)], 12);
    });
    // All other answers are those of the learner with every label, and the item's own are gone.
    expect(snapshot.labels.count).toBe(15);
    expect((await learner.at().kernel()).toJSON()).toEqual(all.toJSON());
  });

  test.each([
    ["rbf", base],
    ["learning", learnedKernel({ base, leastShare: 0, fitAt: [8, 12], perClass: 0 })],
  ])("predicted the former rows of a matrix that was filled anew, with the %s kernel", async (_, kernel) => {
    const labels = Array.from({ length: 16 }, (__, i): [number, string] => [2 * i, classes[i % 3]]);
    const learner = await Learner.create({ features, classes, kernel, labels });
    const rows = matrixFrom([[1, 2]]);
    const learned = await learner.learnedKernel();
    const all = async (items: Matrix) => [
      await learner.probabilities(items),
      frequencies(learner.pool, learner.labels, items),
      predictiveFrequencies(learner.pool, learner.labels, items),
      similarities(learned, items, features),
    ];
    const before = await all(rows);
    rows.data.set([5, 0.5]);
    const after = await all(rows);
    expect(after).toEqual(await all(matrixFrom([[5, 0.5]])));
    for (const [at, found] of after.entries()) expect(found).not.toEqual(before[at]);
  });

  test("tells the next suggestion after each answer before it is given", async () => {
    const learner = await Learner.create({ features, classes });
    const [{ index }] = await learner.suggest();
    const ahead = await learner.at(learner.labels.add(index, 1)).suggest();
    await learner.label(index, "b");
    expect(await learner.suggest()).toEqual(ahead);
  });

  test("lists as many flips as asked for and counts all", async () => {
    const learner = await Learner.create({ features, classes, labels: [[0, "a"]] });
    const { answers: all } = await learner.preview(7);
    const { answers: few } = await learner.preview(7, { flips: 2 });
    expect(few.map(({ flipCount }) => flipCount)).toEqual(all.map(({ flips }) => flips.length));
    expect(few.map(({ flips }) => flips)).toEqual(all.map(({ flips }) => flips.slice(0, 2)));
  });

  test("rejects labels of another pool and items that its pool does not have", async () => {
    const learner = await Learner.create({ features, classes });
    const other = await Learner.create({ features: matrixFrom([[0], [1]]), classes });
    expect(rejection(() => learner.at(other.labels))).toBe(
      'at: labels must belong to this pool of 40 items and 3 classes, got "2 items and 3 classes"',
    );
    expect(await laterRejection(() => learner.at().predictiveFrequenciesAt([40]))).toBe(
      "predictiveFrequenciesAt: items[0] must be an integer from 0 to 39, got 40",
    );
    expect(await laterRejection(() => learner.at().decide(matrixFrom([[0.5, 0.5]])))).toBe(
      "decide: probabilities must have 3 columns, one per class, got 2",
    );
    expect(rejection(() => learner.at().without(-1))).toBe("without: index must be an integer from 0 to 39, got -1");
  });
});

describe("costs", () => {
  /** To call a "bad" item "good" costs 10, the reverse 1. */
  const lossMatrix = matrixFrom([
    [0, 1],
    [10, 0],
  ]);
  const options = { features: matrixFrom([[0], [1], [2]]), classes: ["good", "bad"], kernel: base, lossMatrix };

  test("once did not change a prediction: it is decided by expected cost", async () => {
    const labels = [[0, "good"] as const, [0, "good"] as const, [2, "bad"] as const];
    const learner = await Learner.create({ ...options, labels });
    // At 0, K(0, 2) = e^-2: "good" has 2 / (2 + 0.135) = 0.94 of the mass, but "bad" costs 10 if missed:
    // deciding "good" costs 0.063 * 10 = 0.63, "bad" 0.94 * 1.
    expect(await learner.predict()).toEqual(["good", "bad", "bad"]);
    const plain = await Learner.create({ ...options, lossMatrix: undefined as never, labels });
    expect(await plain.predict()).toEqual(["good", "good", "bad"]);
  });

  test("are not called an error rate", async () => {
    const learner = await Learner.create({ ...options, labels: [[0, "good"]] });
    const [{ index, score }] = await learner.suggest();
    expect(score).toBeGreaterThan(0);
    expect(await learner.expectedGain()).toEqual({
      index,
      errorRate: null,
      items: null,
      cost: score,
      balancedError: null,
      balancedCost: null,
      standardError: null,
    });
  });
});

describe("the expected gain under the balanced measure", () => {
  const nothing = { errorRate: null, items: null, cost: null, balancedError: null, balancedCost: null };
  const options = {
    features: matrixFrom([[0], [1], [2], [3], [4], [5]]),
    classes: ["a", "b"],
    measure: "balanced" as const,
    labels: [[0, "a"] as const, [1, "a"] as const, [5, "b"] as const],
  };

  test("was called an error rate and a number of items", async () => {
    const learner = await Learner.create(options);
    const [{ index, score }] = await learner.suggest();
    expect(score).toBeGreaterThan(0);
    expect(await learner.expectedGain()).toEqual({ ...nothing, index, balancedError: score, standardError: null });
  });

  test("was called a mean cost of items where there are costs", async () => {
    const lossMatrix = matrixFrom([
      [0, 5],
      [1, 0],
    ]);
    const learner = await Learner.create({ ...options, lossMatrix });
    const [{ index, score }] = await learner.suggest();
    expect(await learner.expectedGain()).toEqual({ ...nothing, index, balancedCost: score, standardError: null });
  });
});
