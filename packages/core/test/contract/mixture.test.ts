// The fast engine under the kernel that learns, held to the definition: frequencies, choices and the scores that decide
// are equal to the bit; other scores come from tables and agree within the bound that is stated here.
import { describe, expect, test } from "vitest";
import { chooseEngine, type EngineChoice } from "../../src/engine/choose-engine.ts";
import {
  type AdaptiveOptions,
  adaptive,
  createPool,
  eer,
  generator,
  Labels,
  Learner,
  matrix,
  type Pool,
  rbf,
  us,
  xpal,
} from "../../src/index.ts";
import { madeUpPoints } from "../made-up-pools.ts";
import { compareNear, expectNear } from "./near-answers.ts";
import { KERNELS, randomLabels, randomPool } from "./random-pools.ts";
import { ask } from "./same-answers.ts";

/**
 * Distances of 28 bits put a similarity off by at most 7e-10, beside which a table's error is small, and a bound by as
 * much again; a term's error is that over S(x), which is at least 0.001 times the number of classes: 3 * 7e-10 / 0.002.
 */
const OFF = 1.1e-6;
const SHARES = [0.2, 0.5, 0.9];

function learning(pool: Pool, options: Partial<AdaptiveOptions> = {}): Pool {
  const kernel = adaptive({ base: pool.kernel, neighbour: 3, from: 2, localities: [0, 0.5, 1], ...options });
  return Object.freeze({ ...pool, kernel });
}

describe("the mixture in the fast engine", () => {
  test.each(KERNELS)("answers as the definition over the base kernel: %s", async (kernel) => {
    for (const [trial, share] of SHARES.entries()) {
      for (const evaluation of ["pool", "sample", "others", "weights"] as const) {
        const pool = learning(randomPool(kernel, 11 + 13 * trial, 2 + ((trial * 4) % 7), trial, evaluation));
        await expectNear(pool, randomLabels(pool, share, trial), xpal({ ownRisk: trial % 2 }), OFF);
      }
    }
  });

  test.each(["rbf", "hamming", "cosine", "product"] as const)(
    "answers as the definition before it learns: %s",
    async (kernel) => {
      for (const evaluation of ["pool", "sample", "others", "weights"] as const) {
        const pool = learning(randomPool(kernel, 40, 3, 4, evaluation), { from: 6 });
        const session = await chooseEngine("test", "wasm").open(pool);
        const plain = await chooseEngine("test", "definition").open(pool);
        let labels = Labels.none(pool);
        for (let count = 0; count < 8; count++) {
          await compareNear(session, plain, labels, xpal({ ownRisk: 1 }), 2, OFF);
          await compareNear(session, plain, labels, us(), 1, OFF);
          await ask(session, labels, xpal());
          if (count > 0 && (kernel === "rbf" || kernel === "hamming")) {
            const { learnsFrom, learnt } = session.explanation();
            expect([learnsFrom, learnt?.count ?? null]).toEqual([6, count < 6 ? null : count]);
          }
          labels = labels.add(3 * count, count % 3);
        }
        await session.close();
      }
    },
  );

  test("answers as the definition with other scales, localities and the single best member", async () => {
    const plain = randomPool("rbf", 40, 3, 5);
    const labels = randomLabels(plain, 0.4, 2);
    const options: Partial<AdaptiveOptions>[] = [
      { scales: [0.01, 0.7, 30], localities: [0, 0.3, 1, 2] },
      { scales: [1], localities: [1] },
      { localities: [0] },
      { choose: "best" },
      { scales: [5000], localities: [0, 1] }, // beyond what a table resolves: everything is scored exactly
    ];
    for (const option of options) await expectNear(learning(plain, option), labels, xpal({ ownRisk: 1 }), OFF);
  });

  test("answers as the definition with priors of each class", async () => {
    const pool = learning(randomPool("rbf", 30, 3, 5));
    const strategy = xpal({ evaluationPrior: [0.5, 0.001, 0.2], candidatePrior: [2, 0.1, 0.01] });
    for (const share of SHARES) await expectNear(pool, randomLabels(pool, share, 2), strategy, OFF);
  });

  test("serves strategies that have no fast twin under a mixture, and losses other than zero-one", async () => {
    const pool = learning(randomPool("rbf", 30, 3, 8, "sample"));
    const lossMatrix = matrix(3, 3, Float64Array.of(0, 1, 4, 2, 0, 1, 1, 1, 0));
    const labels = randomLabels(pool, 0.4, 3);
    for (const strategy of [us({ measure: "margin" }), eer()]) await expectNear(pool, labels, strategy, OFF);
    await expectNear(Object.freeze({ ...pool, lossMatrix }), labels, xpal(), OFF);
  });

  test.each([
    ["lists at all points", {}, /from lists at 90 of 90 points/],
    ["room for some lists only", { memory: 7_000_000 }, /from lists at [1-8]\d of 90 points/],
    ["room for no lists", { memory: 3_000_000 }, /from lists at 0 of 90 points/],
  ] as const)("keeps answering as the definition through labels given and taken back: %s", async (_, engine, says) => {
    const { features, classes } = randomPool("rbf", 90, 4, 11);
    const kernel = adaptive({ base: rbf({ bandwidth: 0.7 }) });
    const pool = createPool({ features, classes, kernel });
    const session = await chooseEngine("test", engine as EngineChoice).open(pool);
    const plain = await chooseEngine("test", "definition").open(pool);
    const chance = generator(8);
    let labels = randomLabels(pool, 0.07, 1);
    for (let step = 0; step < 25; step++) {
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

  test("leaves no trace of a label that was taken back, and of the fast path none in a learner's file", async () => {
    const { features, classes } = randomPool("rbf", 60, 3, 21);
    const kernel = adaptive({ base: rbf({ bandwidth: 0.7 }) });
    const learner = await Learner.create({ features, classes, kernel });
    for (let i = 0; i < 9; i++) await learner.label(5 * i, classes[i % 3]);
    const before = [await learner.suggest(4), await learner.probabilities()];
    await learner.label(3, classes[0]);
    await learner.suggest();
    await learner.unlabel(3);
    await learner.unlabel(5);
    await learner.unlabel(10);
    await learner.unlabel(15);
    await learner.unlabel(20);
    await learner.suggest();
    for (let i = 1; i < 5; i++) await learner.label(5 * i, classes[i % 3]);
    expect([await learner.suggest(4), await learner.probabilities()]).toEqual(before);
    await learner.close();
  });

  test("tells what the kernel has learnt and had learnt before, as the definition does", async () => {
    const features = madeUpPoints(60, 2);
    const pool = createPool({
      features,
      classes: ["a", "b", "c"],
      kernel: adaptive({ base: rbf({ bandwidth: 0.7 }) }),
    });
    const session = await chooseEngine("test", undefined).open(pool);
    let labels = Labels.none(pool);
    for (let i = 0; i < 6; i++) labels = labels.add(i, i % 3);
    await ask(session, labels, xpal());
    expect(session.explanation()).toMatchObject({ learnsFrom: 6, learnt: { count: 6 }, earlier: null });
    const first = session.explanation().learnt;
    for (let i = 6; i < 15; i++) labels = labels.add(i, i % 3);
    await ask(session, labels, xpal());
    expect(session.explanation()).toMatchObject({ learnt: { count: 15 }, earlier: first });
    expect(session.explanation().engine).toContain("from lists at 60 of 60 points");
    const plain = await chooseEngine("test", "definition").open(pool);
    expect(plain.explanation()).toMatchObject({ learnsFrom: 6, learnt: null, earlier: null });
    let same = Labels.none(pool);
    for (let i = 0; i < 15; i++) {
      if (i === 6) await ask(plain, same, xpal());
      same = same.add(i, i % 3);
    }
    await ask(plain, same, xpal());
    const { learnt, earlier } = plain.explanation();
    for (const [found, defined] of [
      [session.explanation().learnt, learnt],
      [session.explanation().earlier, earlier],
    ]) {
      expect(found?.groups[0].members).toEqual(defined?.groups[0].members);
      const [weights, expected] = [found?.groups[0].weights ?? [], defined?.groups[0].weights ?? []];
      expect(Math.max(...Array.from(expected, (weight, m) => Math.abs(weight - weights[m])))).toBeLessThan(1e-9);
    }
    await session.close();
  });
});
