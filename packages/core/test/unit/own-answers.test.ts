// What a learner hands out may be changed by its caller: neither the learner nor the labels change with it.
import { expect, test } from "vitest";
import { costsOf, type Labels, Learner, matrixFrom, ridge } from "../../src/index.ts";

const lossMatrix = matrixFrom([
  [0, 5],
  [1, 0],
]);
const options = {
  features: matrixFrom([[0], [1], [2], [3], [4], [5]]),
  classes: ["a", "b"],
  labels: [[0, "a"] as const, [1, "a"] as const, [5, "b"] as const],
};

const HANDED_OUT: Record<string, (learner: Learner) => Promise<{ data: { fill(value: number): unknown } } | null>> = {
  "the frequencies": (learner) => learner.at().frequencies(),
  "the predictive frequencies": (learner) => learner.at().predictiveFrequencies(),
  "the predictive frequencies of some items": (learner) => learner.at().predictiveFrequenciesAt([0, 3]),
  "the probabilities": (learner) => learner.probabilities(),
  "the loss matrix": (learner) => learner.at().lossMatrix(),
  "the costs": async ({ pool }) => costsOf(pool),
};

test.each(Object.keys(HANDED_OUT))("changing %s changed what the learner says", async (name) => {
  for (const more of [{ lossMatrix }, { predictor: ridge() }]) {
    const learner = await Learner.create({ ...options, ...more });
    const says = async () => {
      const matrices = await Promise.all(Object.values(HANDED_OUT).map((of) => of(learner)));
      return JSON.stringify([
        matrices,
        await learner.predict(),
        await learner.preview(3),
        await learner.suggest(),
        learner,
      ]);
    };
    const before = await says();
    (await HANDED_OUT[name](learner))?.data.fill(7);
    expect(await says()).toBe(before);
    await learner.close();
  }
});

test("changing the items that labels list changed the labels", async () => {
  const learner = await Learner.create(options);
  const labels: Labels = learner.labels.withShares([[1, [0.25, 0.75]]]);
  const before = JSON.stringify([labels, labels.labelled, labels.inOrder]);
  for (const items of [labels.labelled, labels.inOrder]) {
    for (const { counts, weights } of items) {
      counts.fill(9);
      weights.fill(9);
    }
    (items as unknown[]).length = 1;
  }
  expect(JSON.stringify([labels, labels.labelled, labels.inOrder])).toBe(before);
  await learner.close();
});
