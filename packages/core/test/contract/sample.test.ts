// In a large pool the engine makes its lists, rows and sums for the items that can be candidates soon. Its answers are the same.
import { expect, test } from "vitest";
import {
  candidatesOf,
  createPool,
  generator,
  type Kernel,
  Labels,
  learnedKernel,
  matrix,
  openSession,
  type Pool,
  rbf,
  xpal,
} from "../../src/index.ts";
import { shuffled } from "../../src/random/shuffled.ts";

const SIZE = 26_000;

function largePool(kernel: Kernel, costs: boolean): Pool {
  const chance = generator(2);
  const features = matrix(
    SIZE,
    2,
    Float64Array.from({ length: 2 * SIZE }, () => chance.nextUnit() * 4),
  );
  return createPool({
    ...{ features, kernel, classes: ["a", "b", "c"], evaluation: { sample: 40, seed: 1 }, seed: 3 },
    ...(costs ? { lossMatrix: matrix(3, 3, Float64Array.of(0, 1, 4, 2, 0, 1, 1, 1, 0)) } : {}),
  });
}

const kernels = [
  ["a plain kernel", rbf({ bandwidth: 0.5 })],
  ["the learned kernel", learnedKernel({ base: rbf({ bandwidth: 0.5 }), localities: [0], metrics: [] })],
] as const;

test.each(kernels.flatMap(([name, kernel]) => [false, true].map((costs) => [name, costs, kernel] as const)))(
  "the scores of a sample are those of the whole pool: %s, costs %s",
  async (_, costs, kernel) => {
    const pool = largePool(kernel, costs);
    const sampled = await openSession(pool, { worker: false });
    const whole = await openSession({ ...pool, candidateOrder: null }, { worker: false });
    let labels = Labels.none(pool);
    const strategy = xpal();
    const same = async (candidates: Uint32Array) => {
      const request = { strategy, labels, candidates, count: 3 };
      const [found, expected] = [
        await sampled.scores({ ...request, generator: generator(1) }),
        await whole.scores({ ...request, generator: generator(1) }),
      ];
      expect(found.best).toEqual(expected.best);
      const off = found.scores.reduce((most, score, i) => Math.max(most, Math.abs(score - expected.scores[i])), 0);
      expect(off).toBeLessThan(1e-9);
      return candidates[found.best[0]];
    };
    for (let step = 0; step < 6; step++) labels = labels.add(await same(candidatesOf(pool, labels)), step % 3);
    // So many answers that others come to be candidates than those that were scored at first.
    const many = shuffled(SIZE, generator(4)).slice(0, 9000);
    labels = many.reduce((all, item) => (all.has(item) ? all : all.setAside(item, "skipped")), labels);
    await same(candidatesOf(pool, labels));
    await same(labels.unlabelled());
    await same(Uint32Array.of(labels.unlabelled()[0]));
  },
);
