import { describe, expect, test } from "vitest";
import {
  createPool,
  frequencies,
  generator,
  Labels,
  Learner,
  matrix,
  type Pool,
  rbf,
  similarities,
  xgain,
} from "../../../src/index.ts";
import { row } from "../../../src/matrix.ts";

const chance = generator(3);
const features = matrix(
  40,
  2,
  Float64Array.from({ length: 80 }, () => chance.nextUnit() * 6),
);
const classes = ["a", "b", "c"];

describe("replaceKernel", () => {
  test("leaves the learner as if it had been made with the new kernel and the same labels", async () => {
    const kernel = rbf({ bandwidth: 0.3 });
    const learner = await Learner.create({ features, classes });
    const fresh = await Learner.create({ features, classes, kernel });
    for (const one of [learner, fresh]) {
      await one.label(4, "b");
      await one.label(9, "a");
    }
    await learner.replaceKernel(kernel);
    expect(learner.labels.toJSON()).toEqual(fresh.labels.toJSON());
    expect(await learner.suggest()).toEqual(await fresh.suggest());
    expect(await learner.probabilities()).toEqual(await fresh.probabilities());
    expect(learner.toJSON()).toEqual(fresh.toJSON());
  });

  test("changes nothing when the kernel is rejected", async () => {
    const learner = await Learner.create({ features, classes });
    const before = await learner.suggest();
    await expect(learner.replaceKernel({} as never)).rejects.toThrow("replaceKernel: kernel must be a kernel");
    expect(await learner.suggest()).toEqual(before);
  });
});

describe("the standard error of a gain over a sample", () => {
  test("is null when the evaluation set is the pool", async () => {
    const learner = await Learner.create({ features, classes });
    expect((await learner.expectedGain())?.standardError).toBeNull();
  });

  test("is 0 when the sample is the whole pool, and the gain is the pool's", async () => {
    const sampled = await Learner.create({ features, classes, evaluation: { sample: 40, seed: 1 } });
    const whole = await Learner.create({ features, classes });
    const gain = await sampled.expectedGain();
    expect(gain?.standardError).toBe(0);
    expect(gain?.errorRate).toBeCloseTo((await whole.expectedGain())?.errorRate as number, 14);
  });

  test("is how much the gain varies from sample to sample", async () => {
    const pool = createPool({ features, classes });
    const labels = Labels.none(pool).add(0, 0).add(1, 1).add(2, 2);
    const item = 7;
    const gains: number[] = [];
    const errors: number[] = [];
    for (let seed = 0; seed < 400; seed++) {
      const learner = await Learner.create({ features, classes, evaluation: { sample: 15, seed } });
      for (const { index, counts } of labels.labelled) await learner.label(index, classes[counts.indexOf(1)]);
      const { gain, standardError } = await learner.preview(item);
      gains.push(gain);
      errors.push((standardError as number) ** 2);
    }
    const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
    const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1);
    const ofMean = Math.sqrt(variance / gains.length);
    expect(Math.abs(mean - gainOverPool(pool, labels, item))).toBeLessThan(4 * ofMean);
    const estimated = errors.reduce((sum, square) => sum + square, 0) / errors.length;
    expect(estimated / variance).toBeGreaterThan(0.8); // 400 samples tell a variance to about 7 %
    expect(estimated / variance).toBeLessThan(1.25);
  });
});

function gainOverPool(pool: Pool, labels: Labels, item: number): number {
  const freq = frequencies(pool, labels);
  const similarity = row(similarities(pool.kernel, pool.features, pool.features), item);
  return xgain({ similarity, freq, candidateFreq: row(freq, item) });
}
