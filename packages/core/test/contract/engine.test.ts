// The contract of engines: whatever an engine does inside, it answers as the definition does. Frequencies and choices
// are equal to the bit; scores agree within a stated number of epsilons, and those that decide are equal to the bit.
import { describe, expect, test } from "vitest";
import { chooseEngine, type EngineChoice } from "../../src/engine/choose-engine.ts";
import {
  alce,
  eer,
  generator,
  greedyAll,
  Labels,
  type Pool,
  pal,
  qbc,
  random,
  type Strategy,
  us,
  xpal,
} from "../../src/index.ts";
import { KERNELS, randomLabels, randomPool } from "./random-pools.ts";
import { ask, compare, expectSame, expectSameOfEach } from "./same-answers.ts";

const ENGINES: readonly (readonly [string, EngineChoice, path: string])[] = [
  ["wasm by default", "wasm", "wasm, lists: "],
  ["wasm with tiles", { mode: "tiles" }, "wasm, tiles: "],
];

const STRATEGIES: readonly ((pool: Pool) => Strategy)[] = [
  (pool) => greedyAll({ truth: Array.from({ length: pool.size }, (_, i) => pool.classes[(i * 7) % 2]) }),
  () => eer(),
  (pool) => eer({ epsilon: pool.classes.map((_, y) => 0.1 + y) }),
  () => eer({ loss: "log" }),
  () => pal(),
  () => pal({ labelCount: 4, prior: 0.5 }),
  (pool) => pal({ density: Array.from({ length: pool.size }, (_, i) => i % 3) }),
  () => us(),
  () => us({ measure: "margin" }),
  () => us({ measure: "entropy" }),
  () => qbc({ memberCount: 5 }),
  () => alce(),
  () => alce({ bandwidth: 2 }),
  () => random(),
];

const SHARES = [0, 0.05, 0.3, 0.7, 1];

describe.each(ENGINES)("the engine %s", (_, choice, path) => {
  test.each(KERNELS)("answers as the definition with the kernel: %s", async (kernel) => {
    for (const [trial, share] of SHARES.entries()) {
      for (const evaluation of ["pool", "sample", "others", "weights"] as const) {
        const pool = randomPool(kernel, 9 + 12 * trial, 2 + ((trial * 5) % 11), trial, evaluation);
        await expectSame(choice, pool, randomLabels(pool, share, trial), xpal());
      }
    }
  });

  // From the numbers the strategies are counted, so that each is the first of some session.
  test.each([
    ["rbf", 0],
    ["hamming", 5],
    ["lopsided precomputed", 0],
    ["own", 10],
  ] as const)("answers as the definition with every other strategy and the kernel: %s", async (kernel, first) => {
    for (const [trial, share] of SHARES.entries()) {
      const pool = randomPool(kernel, 8 + 6 * trial, 2 + trial, 40 + trial, trial % 2 === 0 ? "pool" : "sample");
      const strategies = STRATEGIES.map((strategyFor) => strategyFor(pool)).filter(
        ({ name }) => kernel !== "lopsided precomputed" || !["qbc", "alce"].includes(name),
      );
      await expectSameOfEach(choice, pool, randomLabels(pool, share, trial), strategies, first + trial);
    }
  });

  test("answers as the definition with priors of each class", async () => {
    const pool = randomPool("rbf", 40, 3, 5);
    const strategy = xpal({ evaluationPrior: [0.5, 0.001, 0.2], candidatePrior: [2, 0.1, 0.01] });
    for (const share of SHARES) await expectSame(choice, pool, randomLabels(pool, share, 2), strategy);
  });

  test("answers as the definition with the candidate's own risk", async () => {
    const pool = randomPool("rbf", 40, 3, 6);
    for (const share of SHARES) await expectSame(choice, pool, randomLabels(pool, share, 2), xpal({ ownRisk: 1 }));
  });

  test("keeps answering as the definition through a long way of labels given and taken back", async () => {
    const pool = randomPool("rbf", 45, 4, 11);
    const session = await chooseEngine("test", choice).open(pool);
    const plain = await chooseEngine("test", "definition").open(pool);
    const chance = generator(8);
    let labels = Labels.none(pool);
    for (let step = 0; step < 120; step++) {
      const index = chance.nextIndex(pool.size);
      if (labels.asideOf(index)) labels = labels.restore(index);
      else if (!labels.has(index)) {
        labels = chance.nextIndex(6) === 0 ? labels.setAside(index, "skipped") : labels.add(index, chance.nextIndex(4));
      } else labels = chance.nextIndex(3) === 0 ? labels.add(index, chance.nextIndex(4)) : labels.remove(index);
      await compare(session, plain, labels, xpal(), 3);
    }
    expect(session.explain()).toContain(path);
    await session.close();
  });

  test("leaves no trace of a label that was taken back", async () => {
    const pool = randomPool("rbf", 50, 3, 21);
    const session = await chooseEngine("test", choice).open(pool);
    const labels = randomLabels(pool, 0.3, 4);
    const before = await ask(session, labels, xpal());
    await ask(session, labels.remove(labels.labelled[2].index), xpal());
    await ask(session, Labels.none(pool), xpal());
    expect(await ask(session, labels, xpal())).toEqual(before);
    await session.close();
  });

  test("finds every tie among equal items and no other", async () => {
    const pool = randomPool("hamming", 60, 2, 3);
    await expectSame(choice, pool, Labels.none(pool), xpal());
    await expectSame(choice, pool, Labels.none(pool).add(5, 1), xpal());
  });

  test("says which way it took", async () => {
    const pool = randomPool("rbf", 30, 2, 1);
    const session = await chooseEngine("test", choice).open(pool);
    await ask(session, Labels.none(pool).add(0, 0), xpal());
    expect(session.explain()).toContain(path);
    await session.close();
  });
});
