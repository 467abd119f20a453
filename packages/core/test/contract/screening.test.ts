// Choices by screening in 32 bits are the definition's, with and without costs, and what is screened by are upper bounds.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseEngine } from "../../src/engine/choose-engine.ts";
import { CostSums } from "../../src/engine/fast/cost-sums.ts";
import type { Screened } from "../../src/engine/fast/screen-sums.ts";
import { ScreenedGains } from "../../src/engine/fast/screened-gains.ts";
import { layOut, type WasmState } from "../../src/engine/fast/wasm-state.ts";
import { planMemory } from "../../src/engine/memory/memory-plan.ts";
import { wasmMemory, wasmModule } from "../../src/engine/memory/wasm-module.ts";
import { createPool, Labels, matrix, type Pool, rbf, xpal } from "../../src/index.ts";
import { hardPool, hardProblem } from "./hard-problems.ts";
import { ask, expectSame } from "./same-answers.ts";

describe("choices by screening", () => {
  test.each(["lists", "cut"] as const)(
    "are the definition's on pools that are hard to choose from: %s",
    async (mode) => {
      const costs = fc.option(fc.array(fc.constantFrom(0, 1, 2.5, 7, 50), { minLength: 36, maxLength: 36 }));
      await fc.assert(
        fc.asyncProperty(hardProblem, costs, async (given, table) => {
          const { classCount, answers, prior, candidatePrior, ownRisk, count } = given;
          const plain = hardPool(given);
          const data =
            table &&
            Float64Array.from({ length: classCount ** 2 }, (_, at) => {
              return at % (classCount + 1) === 0 ? 0 : table[at];
            });
          const pool =
            data === null ? plain : Object.freeze({ ...plain, lossMatrix: matrix(classCount, classCount, data) });
          const labels = answers.reduce((known, [i, y]) => known.add(i, y), Labels.none(pool));
          const strategy = xpal({ evaluationPrior: prior, candidatePrior, ownRisk });
          await expectSame({ mode }, pool, labels, strategy, count, data === null ? 100 : 20_000);
        }),
        { numRuns: 200 },
      );
    },
    120_000,
  );

  test("are the definition's where priors are so small or so large that 32 bits do not hold them", async () => {
    const pool = bentGrid(40);
    const labels = labelled(pool, 9);
    for (const evaluationPrior of [1e-75, 1e-30, 1e-19, 1e25, 1e40, 1e75]) {
      await expectSame({ mode: "lists" }, pool, labels, xpal({ evaluationPrior }), 2);
      await expectSame(
        { mode: "lists" },
        Object.freeze({ ...pool, lossMatrix: costs() }),
        labels,
        xpal({ evaluationPrior }),
        2,
        20_000,
      );
    }
  });

  test("are those of 64 bits at every one of 299 labels", async () => {
    const pool = bentGrid(300);
    const session = await chooseEngine("test", { mode: "lists" }).open(pool);
    let labels = Labels.none(pool);
    for (let step = 0; step < 299; step++) {
      const found = await ask(session, labels, xpal(), 1, true);
      const expected = await ask(session, labels, xpal());
      expect(found.best).toEqual(expected.best);
      expect(found.scores[found.best[0]]).toBe(expected.scores[expected.best[0]]);
      labels = labels.add(labels.unlabelled()[found.best[0]], (step * 7) % 4);
    }
    await session.close();
  });
});

describe("what is screened by", () => {
  test.each([
    ["zero-one loss", null],
    ["costs", costs()],
  ] as const)("is an upper bound of every gain, and a near one: %s", async (_, lossMatrix) => {
    const plain = bentGrid(600);
    const pool = lossMatrix === null ? plain : Object.freeze({ ...plain, lossMatrix });
    const definition = await chooseEngine("test", "wasm").open(pool); // its scores of all are held to the definition elsewhere
    const state = await stateOf(pool);
    const alpha = new Float64Array(4).fill(1e-3);
    const priors = state.arena.put(alpha);
    const gains = new ScreenedGains(state);
    const byCost = new CostSums(state);
    const most = lossMatrix === null ? 1 : 50;
    for (const count of [1, 2, 5, 20, 100]) {
      const labels = labelled(pool, count);
      state.frequencies.update(labels);
      const screened = (
        lossMatrix === null ? gains.compute(alpha, priors, priors) : byCost.screen(lossMatrix, alpha, priors, priors)
      ) as Screened;
      const { factor, constant } = screened.upper;
      const found = state.arena.doubles(state.scores, pool.size);
      const { scores } = await ask(definition, labels, xpal());
      labels.unlabelled().forEach((item, place) => {
        const bound = found[state.orders.itemPlaces[item]] * factor + constant;
        expect(bound).toBeGreaterThanOrEqual(scores[place]);
        expect(bound).toBeLessThanOrEqual(scores[place] * 1.0001 + 2e-6 * most + (lossMatrix === null ? 0 : 1e-3));
      });
    }
  });
});

function costs() {
  return matrix(4, 4, Float64Array.of(0, 18, 35, 2, 36, 0, 20, 37, 37, 4, 0, 38, 5, 22, 39, 0));
}

async function stateOf(pool: Pool): Promise<WasmState> {
  const plan = planMemory(pool, pool.size * 64, { budget: 2 ** 26, keepWithin: 2 ** 26 }, "lists");
  return layOut(pool, plan, { module: await wasmModule("own") }, wasmMemory("own", 1024));
}

function labelled(pool: Pool, count: number): Labels {
  return Array.from({ length: count }, (_, i) => (i * 37) % pool.size).reduce(
    (known, item) => known.add(item, (item * 11) % 4),
    Labels.none(pool),
  );
}

/** Items on a slightly bent grid, so that no two are alike. */
function bentGrid(size: number): Pool {
  const data = Float64Array.from({ length: size * 3 }, (_, i) => Math.sin(i * 12.9898) * 2 + ((i * 7919) % 101) / 50);
  return createPool({
    features: matrix(size, 3, data),
    kernel: rbf({ bandwidth: 0.6 }),
    classes: ["a", "b", "c", "d"],
  });
}
