// The contract of the engine without the parts that are loaded when first used: it answers as the definition does, and never loads one of
// them. In a file of its own, because an engine that was opened before would have loaded the whole WASM kernel.
import { describe, expect, test } from "vitest";
import { plainWasm } from "../../src/engine/fast/plain-wasm.ts";
import { knownBytes } from "../../src/engine/memory/wasm-source.ts";
import {
  createPool,
  eer,
  Labels,
  Learner,
  matrixFrom,
  PlainLearner,
  pal,
  qbc,
  rbf,
  type Strategy,
  us,
  xpal,
  xpalLearned,
} from "../../src/index.ts";
import { laterRejection } from "../rejection.ts";
import { KERNELS, randomLabels, randomPool } from "./random-pools.ts";
import { expectSame } from "./same-answers.ts";

const SHARES = [0, 0.05, 0.3, 0.7, 1];
const features = matrixFrom([[0], [0.3], [1], [2], [2.2], [5]]);
const classes = ["no", "yes"];

describe("the plain engine", () => {
  test.each(KERNELS)("answers as the definition with the kernel: %s", async (kernel) => {
    for (const [trial, share] of SHARES.entries()) {
      for (const evaluation of ["pool", "sample", "others", "weights"] as const) {
        const pool = randomPool(kernel, 9 + 12 * trial, 2 + ((trial * 5) % 11), trial, evaluation);
        await expectSame(plainWasm("test"), pool, randomLabels(pool, share, trial), xpal());
      }
    }
  });

  test.each(["cut", "tiles", "dense"] as const)("answers as the definition in the mode %s", async (mode) => {
    const pool = randomPool("rbf", 45, 3, 5);
    for (const share of SHARES)
      await expectSame(plainWasm("test", { mode }), pool, randomLabels(pool, share, 2), xpal());
  });

  test.each<Strategy>([us(), eer(), pal(), qbc({ memberCount: 5 }), xpal({ lookAhead: 2 }), xpal({ ownRisk: 1 })])(
    "answers as the definition with other strategies: $name",
    async (strategy) => {
      const pool = randomPool("rbf", 20, 3, 4);
      for (const share of SHARES) await expectSame(plainWasm("test"), pool, randomLabels(pool, share, 3), strategy);
    },
  );

  test("answers as the definition under costs, and with the learned kernel", async () => {
    const lossMatrix = matrixFrom([
      [0, 1],
      [5, 0],
    ]);
    const costly = createPool({ features, classes, kernel: rbf({ bandwidth: 1 }), lossMatrix });
    const balanced = createPool({ features, classes, kernel: rbf({ bandwidth: 1 }), measure: "balanced" });
    const learning = createPool({ features, classes, kernel: xpalLearned({ base: rbf({ bandwidth: 1 }) }).kernel });
    for (const pool of [costly, balanced, learning]) {
      const labels = Labels.from(pool, [
        [0, "no"],
        [4, "yes"],
      ]);
      await expectSame(plainWasm("test"), pool, labels, xpal());
    }
  });

  test("answers a large pool without bounds", async () => {
    // Below 1.5 MB no list fits; the engine of Learner would keep bounds there.
    const pool = randomPool("rbf", 60, 3, 9);
    await expectSame(plainWasm("test", { memory: 1_150_000 }), pool, randomLabels(pool, 0.1, 2), xpal());
  });
});

describe("a plain learner", () => {
  test("rejects what it has no part for, and names the argument", async () => {
    const made = (engine: object) => laterRejection(() => PlainLearner.create({ features, classes, engine }));
    expect(await made({ threads: 2 })).toMatch(/^PlainLearner\.create: engine\.threads must be an integer from 1 to 1/);
    expect(await made({ mode: "bounds" })).toMatch(
      /^PlainLearner\.create: engine\.mode must be one of lists, cut, tiles, dense, got "bounds"/,
    );
  });

  test("takes answers, suggests, predicts and writes a file", async () => {
    const options = { features, classes, seed: 3, labels: [[0, "no"] as const] };
    const learner = await PlainLearner.create(options);
    const defined = await Learner.create({ ...options, engine: "definition" });
    for (const one of [learner, defined]) await one.label(5, "yes");
    expect(await learner.suggest(3)).toEqual(await defined.suggest(3));
    expect(await learner.preview(2)).toEqual(await defined.preview(2));
    expect(await learner.predict()).toEqual(["no", "no", "no", "no", "no", "yes"]);
    expect(learner.toJSON().labels.labelled).toHaveLength(2);
    await learner.close();
  });

  test("loaded no part of the engine besides the plain kernel", async () => {
    expect(await knownBytes()).toBeUndefined();
  });
});
