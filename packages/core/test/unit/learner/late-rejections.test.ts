// Options that were looked at only in some states, such as where an item has a label already.
import { expect, test } from "vitest";
import { Learner, matrixFrom } from "../../../src/index.ts";
import { laterRejection } from "../../rejection.ts";

const options = { features: matrixFrom([[0], [1], [4]]), classes: ["a", "b"] };

test("label took nonsense for again where the item had no label", async () => {
  const learner = await Learner.create(options);
  const again = "yes" as never;
  expect(await laterRejection(() => learner.label(1, "a", { again }))).toBe(
    'label: again must be true or false, got "yes"',
  );
  expect(learner.labels.count).toBe(0);
  await learner.close();
});

test("an evaluation set without indices was said to be a sample, and nothing was said of it", async () => {
  const evaluation = { sampled: true, features: matrixFrom([[2]]) };
  expect(await laterRejection(() => Learner.create({ ...options, evaluation }))).toBe(
    "Learner.create: evaluation.sampled must go with evaluation.indices, which it is said of, got true",
  );
});
