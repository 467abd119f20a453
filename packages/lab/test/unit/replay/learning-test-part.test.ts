import { definition, frequencies, Labels, matrixFrom, random, xpalLearned } from "@xpal/core";
import { describe, expect, test } from "vitest";
import { RandomState } from "../../../src/paper/numpy/random-state.ts";
import type { Dataset } from "../../../src/replay/dataset.ts";
import { LearningTestPart } from "../../../src/replay/learning-test-part.ts";
import { runStrategy } from "../../../src/replay/run-strategy.ts";
import { prepareTask, type Task } from "../../../src/replay/task.ts";
import { PlainTestPart } from "../../../src/replay/test-part.ts";

/** Two clouds that overlap, 40 points. */
function clouds(): Dataset {
  const chance = new RandomState(5);
  const rows = Array.from({ length: 40 }, (_, i) => [...chance.uniform(0, 1, 2)].map((x) => x + (i % 2) / 2));
  const labels = Uint32Array.from({ length: 40 }, (_, i) => i % 2);
  return { name: "clouds", kernel: "rbf", features: matrixFrom(rows), classes: ["a", "b"], labels };
}

describe("the testPart of the learned kernel", () => {
  test("examines a kernel that does not learn as the plain testPart does", async () => {
    const task = prepareTask(clouds(), 2);
    const session = await definition.open(task.pool);
    const plain = await runStrategy(task, { strategy: random(), session, testPart: new PlainTestPart(task) });
    const testPart = await LearningTestPart.open(task);
    const learning = await runStrategy(task, { strategy: random(), session, testPart, measures: [] });
    expect(learning.testErrors).toEqual(plain.testErrors);
    await testPart.close();
  });

  test("predicts the test rows with what the labels have taught the kernel", async () => {
    const task = prepareTask(clouds(), 1);
    const { kernel } = xpalLearned({ base: task.pool.kernel });
    const taught: Task = { ...task, pool: Object.freeze({ ...task.pool, kernel }) };
    const testPart = await LearningTestPart.open(taught);
    const tested = testPart.begin();
    let labels = Labels.none(taught.pool);
    for (let i = 0; i < 12; i++) {
      labels = labels.add(i, task.truth[i]);
      tested.learn(i, labels);
    }
    const freq = frequencies(taught.pool, labels, task.testFeatures).data;
    const { probabilities } = await tested.predictionsAt(12);
    for (let x = 0; x < task.testTruth.length; x++) {
      expect(probabilities[2 * x]).toBe(freq[2 * x] / (freq[2 * x] + freq[2 * x + 1]));
    }
    await testPart.close();
  });
});
