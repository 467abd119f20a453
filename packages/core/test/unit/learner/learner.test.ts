import { beforeEach, describe, expect, test } from "vitest";
import { learnedKernel } from "../../../src/kernels/learning/learned-kernel.ts";
import { precomputed } from "../../../src/kernels/precomputed.ts";
import { rbf } from "../../../src/kernels/rbf.ts";
import { Learner } from "../../../src/learner/learner.ts";
import { query } from "../../../src/learner/query.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { xpal } from "../../../src/strategies/xpal.ts";
import { laterRejection } from "../../rejection.ts";
import { classes, create, engine, features, reading } from "./small-learner.ts";

let learner: Learner;
beforeEach(async () => {
  learner = await create();
});

describe("a learner", () => {
  test("predicts other items with the kernel that the labels have taught", async () => {
    const labels = [[0, "cat"] as const, [1, "dog"] as const, [3, "dog"] as const];
    const kernel = learnedKernel({ base: rbf({ bandwidth: 0.2 }), from: 2, perClass: 0, metrics: [] });
    const taught = await Learner.create({ features, classes, engine, kernel, labels });
    const again = matrixFrom(
      Array.from({ length: features.rows }, (_, i) => [...features.data.subarray(2 * i, 2 * i + 2)]),
    );
    expect((await taught.probabilities(again)).data).toEqual((await taught.probabilities()).data);
  });

  test("made with labels is the one that was given them one by one", async () => {
    await learner.label(3, "dog");
    await learner.label(0, "cat");
    const labels = [[0, "cat"] as const, [3, "dog"] as const];
    const made = await Learner.create({ features, classes, seed: 4, engine, labels });
    expect(await reading(made)).toBe(await reading(learner));
    const wrong = () => Learner.create({ features, classes, labels: [[0, "bird"]] });
    expect(await laterRejection(wrong)).toMatch(/^Learner\.create: labels\[0\]\[1\] must be/);
  });

  test("starts from no label: uniform probabilities and a suggestion with a positive gain", async () => {
    expect(new Set((await learner.probabilities()).data)).toEqual(new Set([1 / 3]));
    const [first] = await learner.suggest();
    expect(first.score).toBeGreaterThan(0);
  });

  test("may start from given labels, as if they had been answers", async () => {
    const started = await Learner.create({
      features,
      classes,
      seed: 4,
      engine,
      labels: [
        [3, "cow"],
        [0, "cat"],
      ],
    });
    await learner.label(0, "cat");
    await learner.label(3, "cow");
    expect(await reading(started)).toBe(await reading(learner));
    expect(await laterRejection(() => Learner.create({ features, classes, labels: [[9, "cat"]] }))).toBe(
      "Learner.create: labels[0][0] must be an integer from 0 to 6, got 9",
    );
  });

  test("suggests the same however often it is asked, and as many as there are", async () => {
    expect(await learner.suggest()).toEqual(await learner.suggest());
    const all = await learner.suggest(100);
    expect(all.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (let i = 1; i < all.length; i++) expect(all[i].score).toBeLessThanOrEqual(all[i - 1].score);
  });

  test("suggests by the scores that query gives", async () => {
    await learner.label(0, "cat");
    const [first] = await learner.suggest();
    const { scores } = await query({ pool: learner.pool, labels: learner.labels, engine });
    expect(first.score).toBe(scores[first.index]);
    expect(first.score).toBe(Math.max(...scores.filter((score) => !Number.isNaN(score))));
  });

  test("predicts what the labels near an item say, for other items too", async () => {
    await learner.label(0, "cat");
    await learner.label(3, "cow");
    expect((await learner.predict()).slice(0, 5)).toEqual(["cat", "cat", "cat", "cow", "cow"]);
    expect(
      await learner.predict(
        matrixFrom([
          [0, 0.1],
          [2.1, 2],
        ]),
      ),
    ).toEqual(["cat", "cow"]);
  });

  test("gives a class without any label the probability 0 once others have one", async () => {
    await learner.label(0, "cat");
    await learner.label(3, "cow");
    const { data } = await learner.probabilities();
    for (let i = 0; i < features.rows; i++) {
      expect(data[3 * i + 1]).toBe(0);
      expect(data[3 * i] + data[3 * i + 2]).toBeCloseTo(1, 15);
    }
  });

  test("counts repeated answers as frequencies", async () => {
    await learner.label(0, "cat");
    await learner.label(0, "dog", { again: true });
    await learner.label(0, "dog", { again: true });
    const { data } = await learner.probabilities();
    expect(data[0]).toBeCloseTo(1 / 3, 15);
    expect(data[1]).toBeCloseTo(2 / 3, 15);
  });
});

describe("taking back", () => {
  test("in any order restores the very bits", async () => {
    const readings = [await reading(learner)];
    const answers = [
      [5, "dog"],
      [0, "cat"],
      [4, "cow"],
    ] as const;
    for (const [index, name] of answers) {
      await learner.label(index, name);
      readings.push(await reading(learner));
    }
    await learner.unlabel(5);
    await learner.label(2, "dog");
    await learner.unlabel(2);
    await learner.label(5, "dog");
    expect(await reading(learner)).toBe(readings[3]);
    await learner.unlabel(4);
    expect(await reading(learner)).toBe(readings[2]);
    await learner.unlabel(5);
    await learner.unlabel(0);
    expect(await reading(learner)).toBe(readings[0]);
  });

  test("leaves the same bits whatever the order of the answers", async () => {
    const other = await create();
    for (const [index, name] of [
      [0, "cat"],
      [3, "dog"],
      [5, "cow"],
    ] as const)
      await learner.label(index, name);
    for (const [index, name] of [
      [5, "cow"],
      [0, "cat"],
      [3, "dog"],
    ] as const)
      await other.label(index, name);
    expect(await reading(other)).toBe(await reading(learner));
  });

  test("a skip or a discard restores the very bits too", async () => {
    await learner.label(0, "cat");
    const before = await reading(learner);
    await learner.skip(1);
    await learner.discard(2);
    expect((await learner.suggest(100)).map(({ index }) => index).sort()).toEqual([3, 4, 5, 6]);
    await learner.restore(1);
    await learner.restore(2);
    expect(await reading(learner)).toBe(before);
  });
});

describe("a skipped or discarded item", () => {
  test("does not train the model, and leaves nothing to suggest when it was the last", async () => {
    const before = await learner.probabilities();
    await learner.skip(0);
    await learner.discard(1);
    expect(await learner.probabilities()).toEqual(before);
    for (const index of [2, 3, 4, 5, 6]) await learner.label(index, "cat");
    expect(await learner.suggest()).toEqual([]);
    expect(await learner.expectedGain()).toBeNull();
  });
});

describe("a preview", () => {
  beforeEach(async () => {
    await learner.label(0, "cat");
    await learner.label(3, "cow");
  });

  test("weighs its answers to the expected gain, which is the score of xPAL", async () => {
    const { scores } = await query({ pool: learner.pool, labels: learner.labels, engine });
    for (const index of learner.labels.unlabelled()) {
      const { gain, answers, items } = await learner.preview(index);
      expect(gain).toBe(scores[index]);
      expect(items).toBe(gain * 7);
      expect(answers.map((answer) => answer.class)).toEqual(classes);
      expect(answers.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 15);
      expect(answers.reduce((sum, answer) => sum + answer.probability * answer.gain, 0)).toBe(gain);
    }
  });

  test("names the decisions that an answer would flip, as they flip when it is given", async () => {
    const { answers } = await learner.preview(5);
    const lowest = async () => {
      const { data } = await learner.probabilities();
      return Array.from({ length: 7 }, (_, i) => {
        const p = Array.from(data.slice(3 * i, 3 * i + 3));
        return classes[p.indexOf(Math.max(...p))];
      });
    };
    const before = await lowest();
    await learner.label(5, "dog");
    const after = await lowest();
    const flips = before.flatMap((from, index) => (from === after[index] ? [] : [{ index, from, to: after[index] }]));
    expect(flips.length).toBeGreaterThan(0);
    expect(answers[1].flips).toEqual(flips);
  });

  test("knows that nothing flips when an answer says what is decided already", async () => {
    const { answers } = await learner.preview(6); // the twin of item 3
    expect(answers[2]).toMatchObject({ class: "cow", gain: 0, flips: [] });
  });

  test("names a flipped item by its place in the pool when only some items are evaluated", async () => {
    const some = await Learner.create({ features, classes, evaluation: { indices: [4, 6] } });
    const [, dog] = (await some.preview(3)).answers;
    expect(dog.flips.map(({ index }) => index)).toEqual([4, 6]);
  });

  test("of the next suggestion is the expected gain", async () => {
    const [next] = await learner.suggest();
    const { gain, items } = await learner.preview(next.index);
    expect(await learner.expectedGain()).toEqual({
      index: next.index,
      errorRate: gain,
      items,
      cost: null,
      balancedError: null,
      balancedCost: null,
      standardError: null,
    });
  });

  test("uses the priors of the strategy, an evaluation set of its own, its weights and a loss matrix", async () => {
    const strategy = xpal({ evaluationPrior: 0.5, candidatePrior: [1, 2, 3] });
    const lossMatrix = matrixFrom([
      [0, 1, 2],
      [3, 0, 1],
      [1, 1, 0],
    ]);
    for (const evaluation of [
      {
        features: matrixFrom([
          [1, 1],
          [0, 1],
        ]),
        weights: [1, 2],
      },
      { indices: [5, 1] },
    ]) {
      const other = await Learner.create({ features, classes, strategy, lossMatrix, evaluation, engine });
      await other.label(0, "cat");
      const { scores } = await query({ pool: other.pool, labels: other.labels, strategy, engine });
      for (const index of [1, 4, 5]) expect((await other.preview(index)).gain).toBe(scores[index]);
    }
  });
});

describe("a learner rejects, and nothing has changed afterwards,", () => {
  let before: string;
  beforeEach(async () => {
    await learner.label(0, "cat");
    await learner.skip(1);
    await learner.discard(2);
    before = await reading(learner);
  });

  test.each<[string, (of: Learner) => Promise<unknown>, string]>([
    [
      "an undeclared class",
      (l) => l.label(3, "horse"),
      'label: name must be one of the declared classes "cat", "dog", "cow", got "horse"',
    ],
    ["an index out of range", (l) => l.label(7, "cat"), "label: index must be an integer from 0 to 6, got 7"],
    [
      "a second label by mistake",
      (l) => l.label(0, "dog"),
      "label: item 0 has a label already; unlabel it first, or pass { again: true } to add an answer",
    ],
    ["a label for a skipped item", (l) => l.label(1, "dog"), "label: item 1 was skipped; restore it first"],
    ["a label for a discarded item", (l) => l.label(2, "dog"), "label: item 2 was discarded; restore it first"],
    [
      "an unknown option",
      (l) => l.label(0, "dog", { agian: true } as never),
      'label: options.agian is unknown; did you mean "again"?',
    ],
    ["taking back what is not there", (l) => l.unlabel(3), "unlabel: item 3 has no label to take back"],
    ["skipping a labelled item", (l) => l.skip(0), "skip: item 0 has a label; unlabel it first"],
    ["discarding a labelled item", (l) => l.discard(0), "discard: item 0 has a label; unlabel it first"],
    ["restoring what was not set aside", (l) => l.restore(3), "restore: item 3 was neither skipped nor discarded"],
    ["a count of 0", (l) => l.suggest(0), "suggest: count must be an integer of at least 1, got 0"],
    ["a preview out of range", (l) => l.preview(-1), "preview: index must be an integer from 0 to 6, got -1"],
    [
      "similarities that are not to each item",
      (l) => l.replaceKernel(precomputed()),
      'replaceKernel: features must be square when precomputed, got "7 x 2"',
    ],
    ["items with other columns", (l) => l.predict(matrixFrom([[1]])), "predict: features must have 2 columns, got 1"],
    [
      "items that are not finite",
      (l) => l.probabilities(matrixFrom([[1, Number.NaN]])),
      "probabilities: features, row 0, column 1 must be finite, got NaN",
    ],
  ])("%s", async (_, call, message) => {
    expect(await laterRejection(() => call(learner))).toBe(message);
    expect(await reading(learner)).toBe(before);
  });

  test("options that make no learner, in its own name", async () => {
    const rejected = (options: object) => laterRejection(() => Learner.create({ features, classes, ...options }));
    expect(await rejected({ seed: -1 })).toBe("Learner.create: seed must be an integer of at least 0, got -1");
    expect(await rejected({ features: matrixFrom([[1, 2]]) })).toBe(
      "Learner.create: features must have at least two items, got 1",
    );
    expect(await rejected({ strategy: {} })).toBe(
      "Learner.create: strategy must be a strategy such as xpal(), got an object",
    );
    expect(await rejected({ prior: 1 })).toMatch(/^Learner.create: options.prior is unknown; known are /);
    expect(await laterRejection(() => Learner.create(undefined as never))).toBe(
      "Learner.create: options must be an object, got null",
    );
  });
});
