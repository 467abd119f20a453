// The fast engine under the learned kernel, held to the definition: frequencies, choices and the
// scores that decide are equal to the bit; other scores agree within the bound that is stated here.
import { describe, expect, test } from "vitest";
import { chooseEngine, type EngineChoice } from "../../src/engine/choose-engine.ts";
import { openInline } from "../../src/engine/fast/wasm.ts";
import { wasmModule } from "../../src/engine/memory/wasm-module.ts";
import {
  createPool,
  eer,
  generator,
  Labels,
  type LearnedKernelOptions,
  Learner,
  learnedKernel,
  type Matrix,
  matrix,
  type Pool,
  rbf,
  us,
  xpal,
} from "../../src/index.ts";
import { compareNear, expectNear } from "./near-answers.ts";
import { KERNELS, randomLabels, randomPool } from "./random-pools.ts";
import { ask } from "./same-answers.ts";

/** A similarity w is off by 2e-6 w (1 + ln(1 / w)), a term by that over S(x) + w, and S(x) is at least 0.002. */
const OFF = 2e-6 * (1 + Math.log(1 / 0.002));
const SHARES = [0.2, 0.5, 0.9];
const SOON: Partial<LearnedKernelOptions> = {
  neighbour: 3,
  from: 2,
  perClass: 0,
  delay: 0,
  fitAt: [3, 5, 8, 13, 20],
  leastShare: 0.02,
};

function learningOn(pool: Pool, options: Partial<LearnedKernelOptions> = {}): Pool {
  return Object.freeze({ ...pool, kernel: learnedKernel({ base: pool.kernel, ...SOON, ...options }) });
}

describe("the learned kernel in the fast engine", () => {
  test.each(KERNELS)("answers as the definition over the base kernel: %s", async (kernel) => {
    for (const [trial, share] of SHARES.entries()) {
      for (const evaluation of ["pool", "sample", "others", "weights"] as const) {
        const pool = learningOn(randomPool(kernel, 11 + 13 * trial, 2 + ((trial * 4) % 7), trial, evaluation));
        await expectNear(pool, randomLabels(pool, share, trial), xpal({ ownRisk: trial % 2 }), OFF);
      }
    }
  });

  test("answers as the definition before it learns, and where a metric comes into use", async () => {
    for (const evaluation of ["pool", "sample", "others", "weights"] as const) {
      const pool = learningOn(randomPool("rbf", 40, 3, 4, evaluation), { from: 6, fitAt: [8, 10], delay: 1 });
      const session = await chooseEngine("test", "wasm").open(pool);
      const plain = await chooseEngine("test", "definition").open(pool);
      let labels = Labels.none(pool);
      for (let count = 0; count < 13; count++) {
        await compareNear(session, plain, labels, xpal({ ownRisk: 1 }), 2, OFF);
        labels = labels.add(3 * count, count % 3);
      }
      expect(session.explanation().learned?.groups.map(({ metric }) => metric?.fittedOn)).toContain(10);
      expect(session.explanation().learned).toEqual(plain.explanation().learned);
      await session.close();
    }
  });

  test("answers as the definition while metrics that were fitted ahead are applied a piece at a time", async () => {
    const data = Float64Array.from({ length: 320 * 3 }, (_, i) => Math.sin(i * 12.9898) * 2 + ((i * 7919) % 101) / 50);
    const given = createPool({
      features: matrix(320, 3, data),
      kernel: rbf({ bandwidth: 0.8 }),
      classes: ["a", "b", "c"],
      evaluation: { sample: 20, seed: 3 },
    });
    const pool = learningOn(given, {
      ...{ localities: [0], views: ["given"], metrics: ["weights"] },
      ...{ from: 6, fitAt: [8, 10, 14, 16], delay: 2, leastShare: 0 },
    });
    const plain = await chooseEngine("test", "definition").open(pool);
    // All pieces, one of them, none: a metric that was applied in part is completed when it comes into use.
    for (const most of [Number.POSITIVE_INFINITY, 1, 3, 0]) {
      const session = await openInline(pool, {
        ...{ module: await wasmModule(), mode: undefined },
        ...{ budget: 2 ** 26, keepWithin: 2 ** 26 },
      });
      let pieces = 0;
      let labels = Labels.none(pool);
      for (let count = 0; count < 20; count++) {
        await compareNear(session, plain, labels, xpal({ ownRisk: 1 }), 2, OFF);
        session.fitAhead(labels);
        for (let piece = 0; piece < most && session.prepareSome(); piece++) pieces++;
        labels = labels.add(7 * count, data[7 * count * 3] > 1 ? 0 : 1 + (count % 2));
      }
      expect(session.explanation().learned).toEqual(plain.explanation().learned);
      expect(session.explanation().learned?.groups.some(({ metric }) => metric !== undefined)).toBe(true);
      if (most > 1) expect(pieces).toBeGreaterThan(8);
      await session.close();
    }
  });

  test("answers as the definition when it is first asked with many labels, in memory that was used before", async () => {
    const pool = learningOn(randomPool("rbf", 180, 13, 3), { neighbour: 20 });
    await expectNear(pool, randomLabels(pool, 0.08, 1), xpal({ ownRisk: 1 }), OFF);
  });

  test("answers as the definition with other scales, localities, views and metrics", async () => {
    const plain = randomPool("rbf", 40, 3, 5);
    const labels = randomLabels(plain, 0.4, 2);
    const options: Partial<LearnedKernelOptions>[] = [
      { scales: [0.01, 0.7, 30], localities: [0, 0.3, 1, 2], leastShare: 0 },
      { scales: [1], localities: [1], metrics: [] },
      { views: ["given"], metrics: ["full"] },
      { leastShare: 1 },
      { scales: [5000], localities: [0, 1] }, // beyond what a table resolves: everything is scored exactly
    ];
    for (const option of options) await expectNear(learningOn(plain, option), labels, xpal({ ownRisk: 1 }), OFF);
  });

  test.each(["wide rbf", "hamming"] as const)(
    "answers as the definition with a forest, also when it grows anew: %s",
    async (kernel) => {
      for (const evaluation of ["pool", "sample", "others", "weights"] as const) {
        const options = { metrics: ["forest"], scales: [0.5, 1], leastShare: 0, fitAt: [10, 14], delay: 1 } as const;
        const pool = learningOn(randomPool(kernel, 50, 3, 6, evaluation), options);
        const session = await chooseEngine("test", "wasm").open(pool);
        const plain = await chooseEngine("test", "definition").open(pool);
        const { data, cols } = pool.features as Matrix;
        let labels = Labels.none(pool);
        for (let count = 0; count < 17; count++) {
          labels = labels.add(2 * count, data[2 * count * cols] > 0 ? 1 : 0); // what one split finds
          if (count > 8) await compareNear(session, plain, labels, xpal({ ownRisk: 1 }), 2, OFF);
        }
        const forest = session.explanation().learned?.groups.find(({ name }) => name === "forest");
        expect(forest?.metric?.fittedOn).toBe(14);
        expect(forest?.share).toBeGreaterThan(0);
        expect(session.explanation().learned).toEqual(plain.explanation().learned);
        await session.close();
      }
    },
  );

  test("serves priors of each class, strategies without a twin, and losses other than zero-one", async () => {
    const pool = learningOn(randomPool("rbf", 30, 3, 8, "sample"));
    const lossMatrix = matrix(3, 3, Float64Array.of(0, 1, 4, 2, 0, 1, 1, 1, 0));
    const labels = randomLabels(pool, 0.4, 3);
    const priors = xpal({ evaluationPrior: [0.5, 0.001, 0.2], candidatePrior: [2, 0.1, 0.01] });
    for (const strategy of [priors, us({ measure: "margin" }), eer()]) await expectNear(pool, labels, strategy, OFF);
    await expectNear(Object.freeze({ ...pool, lossMatrix }), labels, xpal(), OFF);
  });

  test.each([
    ["rows kept", {}, /rows kept until the kernel changes/],
    ["no room for rows", { memory: 3_000_000 }, /rows computed at each question/],
  ] as const)("keeps answering as the definition through labels given and taken back: %s", async (_, engine, says) => {
    const { features, classes } = randomPool("rbf", 90, 4, 11);
    const pool = createPool({
      features,
      classes,
      kernel: learnedKernel({ base: rbf({ bandwidth: 0.7 }), perClass: 2 }),
    });
    const session = await chooseEngine("test", engine as EngineChoice).open(pool);
    const plain = await chooseEngine("test", "definition").open(pool);
    const chance = generator(8);
    let labels = randomLabels(pool, 0.07, 1);
    for (let step = 0; step < 40; step++) {
      const index = chance.nextIndex(pool.size);
      if (labels.asideOf(index)) continue;
      if (!labels.has(index)) labels = labels.add(index, chance.nextIndex(4));
      else labels = chance.nextIndex(3) === 0 ? labels.add(index, chance.nextIndex(4)) : labels.remove(index);
      if (step % 9 === 8) labels = labels.remove(labels.labelled[0].index);
      await compareNear(session, plain, labels, xpal({ ownRisk: 1 }), 3, OFF);
    }
    expect(session.explain()).toMatch(says);
    await session.close();
  });

  test("keeps lists of near items that give the scores of lists made anew, to the bit", async () => {
    const chance = generator(31);
    const data = Float64Array.from({ length: 240 * 3 }, () => 4 * chance.nextUnit());
    const kernel = () => learnedKernel({ base: rbf({ bandwidth: 0.6 }), perClass: 0 });
    const given = { features: matrix(240, 3, data), classes: ["a", "b", "c"] };
    const pool = createPool({ ...given, kernel: kernel() });
    const session = await chooseEngine("test", "wasm").open(pool);
    let labels = Labels.none(pool);
    for (let count = 0; count < 60; count++) {
      if (count > 30) {
        const fresh = await chooseEngine("test", "wasm").open(createPool({ ...given, kernel: kernel() }));
        const expected = await ask(fresh, labels, xpal({ ownRisk: 1 }));
        expect(await ask(session, labels, xpal({ ownRisk: 1 }))).toEqual(expected);
        await fresh.close();
      }
      labels = labels.add(4 * count, Math.floor(data[12 * count]) % 3);
    }
    await session.close();
  });

  test("leaves no trace of a label that was taken back, nor of other threads", async () => {
    const { features, classes } = randomPool("rbf", 60, 3, 21);
    const readings: unknown[] = [];
    for (const engine of [undefined, { worker: true }] as const) {
      const kernel = learnedKernel({ base: rbf({ bandwidth: 0.7 }), perClass: 2 });
      const learner = await Learner.create({ features, classes, kernel, ...(engine && { engine }) });
      for (let i = 0; i < 12; i++) await learner.label(5 * i, classes[i % 3]);
      const before = [
        await learner.suggest(4),
        await learner.probabilities(),
        (await learner.learnedKernel()).toJSON(),
      ];
      await learner.label(3, classes[0]);
      await learner.suggest();
      await learner.unlabel(3);
      expect([
        await learner.suggest(4),
        await learner.probabilities(),
        (await learner.learnedKernel()).toJSON(),
      ]).toEqual(before);
      readings.push(before);
      await learner.close();
    }
    expect(readings[1]).toEqual(readings[0]);
  });
});
