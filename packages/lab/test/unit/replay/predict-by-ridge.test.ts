// On points of texts a model that learns keeps the kernel, chooses as it did, and predicts by ridge regression.

import { openSession, xpal } from "@xpal/core";
import { bundled, fitRecipe, learningFor } from "@xpal/data";
import { expect, test } from "vitest";
import { datasetOf } from "../../../src/plan/datasets/recipe-dataset.ts";
import { LearningTestPart } from "../../../src/replay/learning-test-part.ts";
import { runStrategy } from "../../../src/replay/run-strategy.ts";
import { learnedTask, prepareTask } from "../../../src/replay/task.ts";
import { PlainTestPart } from "../../../src/replay/test-part.ts";

const table = await bundled("messages");
const { recipe } = fitRecipe(table, { label: "class" });
const task = prepareTask(datasetOf(recipe, table, "messages").dataset, 1, { budget: 40 });

test("texts alone are predicted by ridge regression, texts beside a number are not", () => {
  expect(learningFor(recipe).predictor).toBe("ridge");
  const numbers = {
    name: "length",
    type: "number" as const,
    values: Array.from({ length: table.rows }, (_, i) => i % 7),
  };
  const mixed = fitRecipe({ ...table, columns: [...table.columns, numbers] } as typeof table, { label: "class" });
  expect(learningFor(mixed.recipe).predictor).toBeUndefined();
  expect(learningFor(fitRecipe(table, { label: "class", kernel: "cosine" }).recipe).predictor).toBeUndefined();
});

test("the same items are chosen, and fewer are predicted wrongly from them", async () => {
  const learning = learnedTask(task);
  expect([learning.pool.kernel, learning.pool.predictor?.name]).toEqual([task.pool.kernel, "ridge"]);
  const session = await openSession(task.pool);
  const testPart = await LearningTestPart.open(learning);
  try {
    const plain = await runStrategy(task, { strategy: xpal(), session, testPart: new PlainTestPart(task) });
    const ridge = await runStrategy(learning, { strategy: xpal(), session, testPart });
    expect(ridge.picks).toEqual(plain.picks);
    expect(ridge.aulc).toBeLessThan(plain.aulc);
  } finally {
    await session.close();
    await testPart.close();
  }
});
