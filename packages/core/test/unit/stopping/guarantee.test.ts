import { describe, expect, test } from "vitest";
import { auditBound, type Check, guarantee, Learner, matrixFrom, rbf } from "../../../src/index.ts";

/** Two clear clouds, of which most are open, and among the labelled items some at one place that nobody can predict. */
async function withHardItems(labels: number, { size = 700, hard = 40 } = {}): Promise<Learner> {
  const features = matrixFrom(Array.from({ length: size }, (_, i) => [i < hard ? 9 : (i % 2) + Math.sin(i) / 20]));
  const classOf = (item: number) => ((item < hard ? item % 4 < 2 : item % 2 === 0) ? "low" : "high");
  return Learner.create({
    ...{ features, classes: ["low", "high"], kernel: rbf({ bandwidth: 0.2 }), engine: "definition" },
    labels: Array.from({ length: labels }, (_, item) => [item, classOf(item)] as const),
  });
}
const right = (count: number, from = 200): Check[] =>
  Array.from({ length: count }, (_, i) => ({ labels: from + i, to: 0, predicted: 0 }));

describe("guarantee", () => {
  test("610 labels, true error 0.1 %, 38 checks without an error: 5 % was not in sight, as the labelled items are the hard ones", async () => {
    const learner = await withHardItems(610, { size: 1400, hard: 100 });
    const found = await guarantee(learner, right(38, 500), 0.05);
    expect(found).toMatchObject({ reached: false, checks: 38, wrong: 0, toGo: 41, open: 790, isLikely: true });
    expect(found.bound).toBeCloseTo(auditBound(new Array<number>(38).fill(0), 0.95), 12);
    // Without checks the hard items are all there is to go by.
    expect(await guarantee(learner, [], 0.05)).toMatchObject({ isLikely: false, toGo: 79, bound: null });
    await learner.close();
  });

  test("comes from the checks alone: no model estimate changes the bound", async () => {
    const one = await withHardItems(12);
    const other = await withHardItems(100);
    const checks = [...right(30), { labels: 231, to: 0, predicted: 1 }];
    const [a, b] = [await guarantee(one, checks, 0.1), await guarantee(other, checks, 0.1)];
    expect(a.bound).toBe(b.bound);
    expect([a.toGo, a.reached, a.wrong]).toEqual([b.toGo, b.reached, 1]);
    await Promise.all([one.close(), other.close()]);
  });

  test("advises no checks while it is too early to tell", async () => {
    const learner = await withHardItems(9);
    expect((await guarantee(learner, [], 0.2)).isLikely).toBe(false);
    await learner.close();
  });

  test("rejects a check of a class that there is not", async () => {
    const learner = await withHardItems(12);
    await expect(guarantee(learner, [{ labels: 3, to: 2, predicted: 0 }], 0.1)).rejects.toThrow("checks[0].to");
    await expect(guarantee(learner, [], 0)).rejects.toThrow("target must be a number above 0");
    await learner.close();
  });
});
