import { describe, expect, test } from "vitest";
import {
  candidatesOf,
  chooseBatch,
  createPool,
  describeSample,
  generator,
  Labels,
  Learner,
  matrix,
  openSession,
  type Pool,
  type PoolOptions,
  query,
  random,
  rbf,
  us,
} from "../../src/index.ts";
import { CANDIDATE_SAMPLE, EVALUATION_SAMPLE, MAX_EXACT_ITEMS } from "../../src/sample.ts";

const kernel = rbf({ bandwidth: 1 });

/** Items on a line. */
function pool(size: number, options: Partial<PoolOptions> = {}): Pool {
  return createPool(parts(size, options));
}

function parts(size: number, options: Partial<PoolOptions> = {}): PoolOptions {
  const features = matrix(size, 1);
  for (let i = 0; i < size; i++) features.data[i] = (i * 37) % 101;
  return { features, kernel, classes: ["no", "yes"], ...options };
}

const LARGE = CANDIDATE_SAMPLE + 2000;

describe("the sample of a large pool", () => {
  test("is all of a pool of 4,000 items", () => {
    const small = pool(MAX_EXACT_ITEMS);
    expect(small.evaluation).toMatchObject({ isPool: true, sampled: false });
    expect(candidatesOf(small, Labels.none(small)).length).toBe(MAX_EXACT_ITEMS);
    expect(describeSample(small)).toBe(null);
  });

  test("is 2,000 evaluation points and all candidates of a pool of 4,001 items", () => {
    const middle = pool(MAX_EXACT_ITEMS + 1);
    expect(middle.evaluation).toMatchObject({ size: EVALUATION_SAMPLE, isPool: false, sampled: true });
    expect(candidatesOf(middle, Labels.none(middle)).length).toBe(MAX_EXACT_ITEMS + 1);
    expect(describeSample(middle)).toBe("the risk is taken over 2,000 random items of 4,001");
  });

  test("has 10,000 candidates, ascending and different", () => {
    const large = pool(LARGE);
    const candidates = candidatesOf(large, Labels.none(large));
    expect(candidates.length).toBe(CANDIDATE_SAMPLE);
    expect(candidates.every((item, i) => i === 0 || item > candidates[i - 1])).toBe(true);
    expect(describeSample(large)).toBe(
      "10,000 random open items are compared and the risk is taken over 2,000 random items of 12,000",
    );
  });

  test("is decided by the seed", () => {
    const first = candidatesOf(pool(LARGE), Labels.none(pool(LARGE)));
    expect(candidatesOf(pool(LARGE), Labels.none(pool(LARGE)))).toEqual(first);
    const other = pool(LARGE, { seed: 1 });
    expect(candidatesOf(other, Labels.none(other))).not.toEqual(first);
    expect(other.evaluation.indices).not.toEqual(pool(LARGE).evaluation.indices);
  });

  test("takes one other item in for each that was answered or excluded, and undo gives the former one", () => {
    const large = pool(LARGE);
    const none = Labels.none(large);
    const before = candidatesOf(large, none);
    const labels = none.add(before[5], 1).setAside(before[7], "skipped");
    const after = candidatesOf(large, labels);
    expect(after.length).toBe(CANDIDATE_SAMPLE);
    const kept = after.filter((item) => before.includes(item));
    expect(kept).toEqual(before.filter((_, i) => i !== 5 && i !== 7));
    expect(candidatesOf(large, labels.restore(before[7]).remove(before[5]))).toEqual(before);
  });

  test("has as many candidates as are to be chosen", () => {
    const large = pool(LARGE);
    const none = Labels.none(large);
    expect(candidatesOf(large, none, CANDIDATE_SAMPLE + 1).length).toBe(CANDIDATE_SAMPLE + 1);
    expect(candidatesOf(large, none, LARGE + 1)).toEqual(none.unlabelled());
  });

  test("is all of a pool that is asked to be exact", () => {
    const exact = pool(LARGE, { exact: true });
    expect(exact.evaluation.isPool).toBe(true);
    expect(candidatesOf(exact, Labels.none(exact)).length).toBe(LARGE);
    expect(describeSample(exact)).toBe(null);
  });

  test("has the evaluation set that was given", () => {
    expect(pool(LARGE, { evaluation: { indices: [3, 4] } }).evaluation).toMatchObject({ size: 2, sampled: false });
  });

  test("is what learners, queries and sessions choose from", async () => {
    const large = pool(LARGE);
    const sample = new Set(candidatesOf(large, Labels.none(large)));
    const { indices, scores } = await query({ pool: large, strategy: us() });
    expect(sample.has(indices[0])).toBe(true);
    expect(scores.filter((score) => !Number.isNaN(score)).length).toBe(CANDIDATE_SAMPLE);
    const learner = await Learner.create({ ...parts(LARGE), strategy: random() });
    for (const { index } of await learner.suggest(50)) expect(sample.has(index)).toBe(true);
    expect(learner.explain()).toContain("10,000 random open items are compared");
    await learner.close();
    const session = await openSession(large);
    const request = { strategy: random(), labels: Labels.none(large), generator: generator(1), count: 50 };
    for (const index of await chooseBatch(session, { ...request, batch: "top" })) expect(sample.has(index)).toBe(true);
    await session.close();
  });

  test("is the same after a learner was read from its file", async () => {
    for (const options of [{}, { exact: true }, { evaluation: {} }]) {
      const learner = await Learner.create({ ...parts(LARGE, options), seed: 5, strategy: random() });
      const read = await Learner.fromJSON(JSON.parse(JSON.stringify(learner.toJSON())));
      expect(read.pool.candidateOrder).toEqual(learner.pool.candidateOrder);
      expect(read.pool.evaluation.indices).toEqual(learner.pool.evaluation.indices);
      expect(read.pool.evaluation.sampled).toBe(learner.pool.evaluation.sampled);
      await learner.close();
      await read.close();
    }
  });

  test("rejects what is neither true nor false", () => {
    expect(() => pool(3, { exact: 1 as unknown as boolean })).toThrow("createPool: exact must be true or false, got 1");
    expect(() => pool(3, { seed: -1 })).toThrow("createPool: seed must be an integer of at least 0, got -1");
  });
});
