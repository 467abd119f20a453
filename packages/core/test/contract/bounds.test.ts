// Choices by bounds are the definition's: on pools with copies, exact ties, points far from everything, kernels from very
// narrow to very wide, features with large offsets, any priors and weights, and lists that do not fit.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseEngine } from "../../src/engine/choose-engine.ts";
import { openInline } from "../../src/engine/fast/wasm.ts";
import { wasmModule } from "../../src/engine/memory/wasm-module.ts";
import { createPool, Labels, matrix, type Pool, rbf, xpal } from "../../src/index.ts";
import { hardPool, hardProblem as problem } from "./hard-problems.ts";
import { ask, expectSame } from "./same-answers.ts";

describe("choices by bounds", () => {
  test("are the definition's on pools with copies, ties, far points and extreme bandwidths", async () => {
    await fc.assert(
      fc.asyncProperty(problem, async (given) => {
        const pool = hardPool(given);
        const labels = given.answers.reduce((known, [i, y]) => known.add(i, y), Labels.none(pool));
        const strategy = xpal({
          evaluationPrior: given.prior,
          candidatePrior: given.candidatePrior,
          ownRisk: given.ownRisk,
        });
        await expectSame({ mode: "bounds" }, pool, labels, strategy, given.count);
      }),
      { numRuns: 300 },
    );
  });

  test.each([0, 1])("left out items whose answer changes nothing, with own risk %d", async (ownRisk) => {
    const { pool, labels } = copiesBesideQuietItems();
    for (const count of [1, 3]) await expectSame({ mode: "bounds" }, pool, labels, xpal({ ownRisk }), count);
  });

  test("stay the definition's through labels given and taken back, with other priors in between", async () => {
    const pool = grid(90, 3);
    const session = await chooseEngine("test", { mode: "bounds" }).open(pool);
    const plain = await chooseEngine("test", "definition").open(pool);
    let labels = Labels.none(pool);
    for (let step = 0; step < 24; step++) {
      const strategy = xpal({ evaluationPrior: [1e-3, 1, 1e-6][step % 3] });
      const found = await ask(session, labels, strategy, 1, true);
      const expected = await ask(plain, labels, strategy);
      expect(found.best).toEqual(expected.best);
      const item = labels.unlabelled()[found.best[0]];
      labels = step % 4 === 3 ? labels.remove(labels.labelled[0].index) : labels.add(item, step % pool.classCount);
    }
  });

  test("stay the definition's while sums are kept from question to question", async () => {
    const steps = fc.array(
      fc.record({
        // Which item: the best one, or any; which class; whether another label is taken back, or the priors change.
        item: fc.option(fc.nat(59)),
        class: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(5) }),
        removed: fc.option(fc.nat(59), { freq: 6 }),
        prior: fc.option(fc.constantFrom(1e-9, 1e-3, 1, 1e3), { freq: 8 }),
      }),
      { minLength: 2, maxLength: 10 },
    );
    await fc.assert(
      fc.asyncProperty(problem, steps, async (given, taken) => {
        const pool = hardPool(given);
        const session = await chooseEngine("test", { mode: "bounds" }).open(pool);
        const plain = await chooseEngine("test", "definition").open(pool);
        let labels = given.answers.reduce((known, [i, y]) => known.add(i, y), Labels.none(pool));
        let { prior } = given;
        for (const step of taken) {
          if (labels.unlabelled().length === 0) break;
          prior = step.prior ?? prior;
          const strategy = xpal({ evaluationPrior: prior, candidatePrior: given.candidatePrior });
          const found = await ask(session, labels, strategy, given.count, true);
          const expected = await ask(plain, labels, strategy, given.count);
          expect(found.best).toEqual(expected.best);
          const largest = (scores: Float64Array) => [...scores].sort((a, b) => b - a).slice(0, given.count);
          expect(largest(found.scores)).toEqual(largest(expected.scores));
          expected.scores.forEach((score, place) => {
            expect(found.scores[place]).toBeGreaterThanOrEqual(score - 100 * Number.EPSILON);
          });
          const item = step.item === null ? labels.unlabelled()[found.best[0]] : step.item % pool.size;
          labels = labels.add(item, step.class % pool.classCount);
          const removed = labels.labelled[(step.removed ?? 0) % labels.labelled.length];
          if (step.removed !== null) labels = labels.remove(removed.index);
        }
        await session.close();
      }),
      { numRuns: 150 },
    );
  }, 240_000);

  test("are the definition's where lists have room for little or nothing", async () => {
    const pool = grid(300, 2);
    const plain = await chooseEngine("test", "definition").open(pool);
    for (const budget of [2 ** 20 + 400_000, 2 ** 20 + 600_000, 2 ** 22]) {
      const session = await openInline(pool, {
        module: await wasmModule("own"),
        memory: null,
        threads: 1,
        budget,
        keepWithin: budget,
        mode: "bounds",
      });
      for (const count of [0, 1, 3, 20]) {
        const labels = Array.from({ length: count }, (_, i) => i * 7).reduce(
          (known, i) => known.add(i, i % 3),
          Labels.none(pool),
        );
        const expected = await ask(plain, labels, xpal());
        const found = await ask(session, labels, xpal(), 1, true);
        expect(found.best).toEqual(expected.best);
        expect(found.scores[found.best[0]]).toBe(expected.scores[expected.best[0]]);
      }
    }
  });

  test("compute the scores of few candidates only, and say how many", async () => {
    const pool = grid(1500, 2);
    const session = await chooseEngine("test", { mode: "bounds", threads: 1 }).open(pool);
    const labels = Array.from({ length: 20 }, (_, i) => i * 71).reduce(
      (known, i) => known.add(i, i % 3),
      Labels.none(pool),
    );
    await ask(session, labels, xpal(), 1, true);
    const { examined, engine } = session.explanation();
    expect(examined?.evaluated).toBeGreaterThan(0);
    expect(examined?.evaluated).toBeLessThan(0.1);
    expect(examined?.refined).toBeLessThan(0.3);
    expect(engine).toMatch(/bounds.* were computed/);
    await ask(session, labels, xpal());
    expect(session.explanation().examined).toBeUndefined();
  });
});

/** Items on a slightly bent grid, so that no two are alike. */
function grid(size: number, cols: number): Pool {
  const data = Float64Array.from(
    { length: size * cols },
    (_, i) => Math.sin(i * 12.9898) * 2 + ((i * 7919) % 101) / 50,
  );
  return createPool({ features: matrix(size, cols, data), kernel: rbf({ bandwidth: 0.4 }), classes: ["a", "b", "c"] });
}

/** 400 copies with loose bounds, and three open items far from them whose gain is exactly 0; evaluated on the open items. */
function copiesBesideQuietItems(): { pool: Pool; labels: Labels } {
  const [near, far] = [0.995, 0.8].map((similarity) => Math.sqrt(-2 * Math.log(similarity)));
  const places = [...new Array<number>(400).fill(0), 0, 0, near, 100, 100, 100, 100, 100, 100, 100, 100 + far];
  const answers = [
    [400, 1],
    [401, 1],
    [402, 0],
    [406, 1],
    [407, 1],
    [408, 1],
    [409, 0],
    [410, 0],
  ];
  const answered = new Set(answers.map(([item]) => item));
  const indices = [...places.keys()].filter((item) => !answered.has(item));
  const features = matrix(places.length, 1, Float64Array.from(places));
  const pool = createPool({ features, classes: ["no", "yes"], kernel: rbf({ bandwidth: 1 }), evaluation: { indices } });
  return { pool, labels: answers.reduce((known, [item, y]) => known.add(item, y), Labels.none(pool)) };
}
