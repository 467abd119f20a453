import { beforeEach, describe, expect, test } from "vitest";
import { cosine } from "../../../src/kernels/cosine.ts";
import { ownKernel } from "../../../src/kernels/own-kernel.ts";
import { product } from "../../../src/kernels/product.ts";
import { rbf } from "../../../src/kernels/rbf.ts";
import { Learner } from "../../../src/learner/learner.ts";
import type { LearnerJSON } from "../../../src/learner/learner-json.ts";
import { matrixFrom } from "../../../src/matrix.ts";
import { qbc } from "../../../src/strategies/qbc.ts";
import { madeUpTexts } from "../../made-up-pools.ts";
import { laterRejection } from "../../rejection.ts";
import { classes, create, features, reading } from "./small-learner.ts";

let learner: Learner;
beforeEach(async () => {
  learner = await create();
});

describe("a file", () => {
  const write = (of: Learner): LearnerJSON => JSON.parse(JSON.stringify(of));

  test("continues bit for bit, step by step", async () => {
    await learner.label(5, "dog");
    await learner.label(5, "cow", { again: true });
    await learner.skip(2);
    await learner.discard(1);
    const twin = await Learner.fromJSON(write(learner));
    expect(await reading(twin)).toBe(await reading(learner));
    for (let step = 0; step < 4; step++) {
      const [next] = await learner.suggest();
      await learner.label(next.index, classes[step % 3]);
      await twin.label(next.index, classes[step % 3]);
      expect(await reading(twin)).toBe(await reading(learner));
    }
  });

  test("keeps strategy, loss, and an evaluation set with its weights and its being a sample", async () => {
    const options = {
      features,
      classes,
      strategy: qbc({ memberCount: 3 }),
      lossMatrix: matrixFrom([
        [0, 1, 2],
        [3, 0, 1],
        [1, 1, 0],
      ]),
    };
    for (const evaluation of [
      { weights: [0.1, 0.2, 0.3, 0.7, 0.7, 0.1, 0.3] },
      { sample: 3, seed: 2, weights: [1 / 3, 0.1, 0.7] },
      { indices: [6, 0, 1, 2], weights: [0.5, 1, 0.7, 1 / 3] }, // normalised twice, these would change their last bits
      { features: matrixFrom([[1, 1]]) },
    ]) {
      const one = await Learner.create({ ...options, evaluation });
      await one.label(0, "cat");
      await one.label(3, "dog");
      const two = await Learner.fromJSON(write(one));
      expect(two.pool.evaluation).toEqual(one.pool.evaluation);
      expect(await reading(two)).toBe(await reading(one));
    }
  });

  test("keeps sparse features and groups", async () => {
    const texts = madeUpTexts(7);
    const kernel = product([cosine(), rbf({ bandwidth: 0.5 })]);
    for (const options of [
      { features: texts, kernel: cosine() },
      {
        features: { rows: 7, groups: [texts, features] },
        kernel,
        evaluation: { features: { rows: 7, groups: [texts, features] } },
      },
    ]) {
      const one = await Learner.create({ ...options, classes });
      await one.label(0, "cat");
      await one.label(3, "dog");
      const two = await Learner.fromJSON(write(one));
      expect(two.pool.features).toEqual(one.pool.features);
      expect(await reading(two)).toBe(await reading(one));
    }
  });

  test("of a learner with a kernel of one's own is read with that kernel", async () => {
    const kernel = ownKernel("near", (a, b) => 1 / (1 + Math.abs(a[0] - b[0])));
    const own = await Learner.create({ features, classes, kernel });
    await own.label(0, "cat");
    expect(await reading(await Learner.fromJSON(write(own), { kernel }))).toBe(await reading(own));
    expect(await laterRejection(() => Learner.fromJSON(write(own)))).toMatch(/pass your own kernel as an option$/);
  });

  test("is rejected with the place of what is wrong in it", async () => {
    const json = write(learner);
    const rejected = (change: object) => laterRejection(() => Learner.fromJSON({ ...json, ...change } as LearnerJSON));
    expect(await rejected({ format: "csv" })).toBe(
      'Learner.fromJSON: json must be an object with format "xpal-learner", got an object',
    );
    expect(await rejected({ version: 2 })).toBe("Learner.fromJSON: json.version must be 1, got 2");
    expect(await rejected({ features: { rows: 2, cols: 1, data: [1, null] } })).toBe(
      "Learner.fromJSON: json.features.data[1] must be a number, got null",
    );
    expect(await rejected({ features: { rows: 2, cols: 2, data: [1, 2] } })).toBe(
      "Learner.fromJSON: features must hold rows * cols = 4 numbers, got 2",
    );
    expect(await rejected({ seed: "1" })).toBe('Learner.fromJSON: seed must be an integer of at least 0, got "1"');
    expect(await rejected({ labels: null })).toMatch(/^Labels.fromJSON: json must have the lists/);
    expect(await rejected({ strategy: { name: "best" } })).toMatch(/^strategyFromJSON: json.name must name a strategy/);
    expect(await rejected({ classes: ["a"] })).toBe("Learner.fromJSON: classes must have at least two classes, got 1");
  });
});
