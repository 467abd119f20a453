// The fast engine under the kernel that chooses its view, held to the definition.
import { describe, expect, test } from "vitest";
import { chooseEngine } from "../../src/engine/choose-engine.ts";
import {
  adaptiveViews,
  alce,
  eer,
  generator,
  Labels,
  type Matrix,
  matrix,
  type Pool,
  qbc,
  rbf,
  us,
  xpal,
} from "../../src/index.ts";
import { randomLabels, randomPool } from "./random-pools.ts";

describe("views in the fast engine", () => {
  test("frequencies, choices and scores are the definition's, in whichever view", async () => {
    const names = new Set<string>();
    for (let seed = 0; seed < 12; seed++) {
      const evaluation = (["pool", "sample", "others", "weights"] as const)[seed % 4];
      const plain = wide(seed, evaluation);
      const kernel = adaptiveViews({ base: rbf({ bandwidth: 0.5 }), neighbour: 3, from: 4 });
      const pool: Pool = Object.freeze({ ...plain, kernel });
      const fast = await chooseEngine("test", "wasm").open(pool);
      const slow = await chooseEngine("test", "definition").open(pool);
      for (const share of [0.1, 0.4, 0.7, 0.2]) {
        const labels = randomLabels(pool, share, seed);
        names.add(kernel.viewAt(pool.features, labels).name);
        expect(await fast.frequencies(labels)).toEqual(await slow.frequencies(labels));
        expect(await fast.evaluationFrequencies(labels)).toEqual(await slow.evaluationFrequencies(labels));
        const learnt = await fast.learnt?.(labels);
        expect(learnt?.toJSON()).toEqual(kernel.stateAt(pool.features, labels).kernel.toJSON());
        for (const strategy of [
          xpal({ ownRisk: 1 }),
          us({ measure: "margin" }),
          eer(),
          qbc({ memberCount: 4 }),
          alce(),
        ]) {
          const request = () => ({ strategy, labels, candidates: labels.unlabelled(), generator: generator(0) });
          const [found, expected] = [await fast.scores(request()), await slow.scores(request())];
          expect(found.best).toEqual(expected.best);
          expected.scores.forEach((score, at) => {
            expect(Math.abs(found.scores[at] - score)).toBeLessThanOrEqual(1e-7);
          });
        }
      }
      await fast.close();
    }
    expect([...names].sort()).toEqual(["decorrelated", "given"]);
  });

  test("says in words which view serves", async () => {
    const pool: Pool = Object.freeze({ ...wide(1, "pool"), kernel: adaptiveViews({ base: rbf({ bandwidth: 0.5 }) }) });
    const fast = await chooseEngine("test", "wasm").open(pool);
    const ask = (labels: Labels) =>
      fast.scores({ strategy: xpal(), labels, candidates: labels.unlabelled(), generator: generator(0) });
    await ask(Labels.none(pool));
    expect(fast.explain()).toMatch(/^features as they are given; wasm/);
    const labels = randomLabels(pool, 0.5, 1);
    await ask(labels);
    const { name } = (pool.kernel as ReturnType<typeof adaptiveViews>).viewAt(pool.features, labels);
    expect(fast.explain()).toContain(name === "given" ? "features as they are given" : "features as decorrelated");
    await fast.close();
  });
});

/** A random pool with three more columns that follow the first ones closely, so that views differ. */
function wide(seed: number, evaluation: "pool" | "sample" | "others" | "weights"): Pool {
  const pool = randomPool("rbf", 30 + seed, 2 + (seed % 3), seed, evaluation);
  const widen = ({ rows, cols, data }: Matrix): Matrix => {
    const chance = generator(99);
    const result = matrix(rows, cols + 3);
    for (let i = 0; i < rows; i++) {
      result.data.set(data.subarray(i * cols, (i + 1) * cols), i * (cols + 3));
      for (let d = 0; d < 3; d++) {
        result.data[i * (cols + 3) + cols + d] = data[i * cols + (d % cols)] + 0.3 * (chance.nextIndex(1000) / 1000);
      }
    }
    return result;
  };
  const features = widen(pool.features as Matrix);
  const points = pool.evaluation.isPool ? features : pointsOf(pool, features, widen);
  return { ...pool, features, evaluation: { ...pool.evaluation, features: points } };
}

function pointsOf({ evaluation }: Pool, features: Matrix, widen: (features: Matrix) => Matrix): Matrix {
  if (evaluation.indices === null) return widen(evaluation.features as Matrix);
  const picked = matrix(evaluation.size, features.cols);
  evaluation.indices.forEach((index, x) => {
    picked.data.set(features.data.subarray(index * features.cols, (index + 1) * features.cols), x * features.cols);
  });
  return picked;
}
