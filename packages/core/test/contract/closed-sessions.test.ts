// Whoever closes a learner wants no answer any more; whoever has a session from before may still ask. These tests run what
// was built, since threads start from it.

import { createPool, generator, Learner, learnedKernel, matrix, query, rbf, xpal } from "@xpal/core";
import { expect, test } from "vitest";

const chance = generator(4);
const features = matrix(
  300,
  3,
  Float64Array.from({ length: 900 }, () => chance.nextUnit() * 4),
);
const classes = ["a", "b"];
const labels = Array.from({ length: 9 }, (_, i) => [30 * i, classes[i % 2]] as const);
const base = rbf({ bandwidth: 0.7 });
const create = (kernel = base, worker = true) =>
  Learner.create({ features, classes, kernel, labels, engine: { worker } });

test.each([
  ["rbf", () => base],
  ["learning", () => learnedKernel({ base })],
])("questions that waited when a learner was closed were computed on the calling thread, with %s", async (_, make) => {
  const learner = await create(make() as typeof base);
  const asked = [
    learner.suggest(),
    learner.suggest(3, { batch: "joint" }),
    learner.predict(),
    learner.preview(7),
    learner.expectedGain(),
  ];
  const answers = Promise.allSettled(asked);
  await learner.close();
  const rejection = expect.objectContaining({
    name: "XpalError",
    code: "cancelled",
    message:
      "engine: the session was closed before the question was answered; wait for answers before you close a learner",
  });
  expect(await answers).toEqual(asked.map(() => ({ status: "rejected", reason: rejection })));
  await expect(learner.at(learner.labels.add(1, 0)).suggest()).rejects.toEqual(rejection);
  await learner.close();
});

test("another kernel lets those finish who ask about the former one", async () => {
  const [learner, one] = [await create(), await create(base, false)];
  const before = learner.at();
  const asked = before.suggest(2);
  await learner.replaceKernel(rbf({ bandwidth: 2 }));
  expect(await asked).toEqual(await one.suggest(2));
  expect(await before.predict()).toEqual(await one.predict());
  await learner.close();
});

test("a question about another pool lets one that waits be answered", async () => {
  const pools = [1, 2, 3].map((bandwidth) => createPool({ features, classes, kernel: rbf({ bandwidth }) }));
  const asked = pools.map((pool) => query({ pool, strategy: xpal(), engine: { worker: true } }));
  const expected = pools.map((pool) => query({ pool, strategy: xpal(), engine: { worker: false } }));
  expect(await Promise.all(asked)).toEqual(await Promise.all(expected));
});
