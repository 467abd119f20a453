import { describe, expect, test } from "vitest";
import {
  chooseBatch,
  createPool,
  generator,
  Labels,
  Learner,
  matrixFrom,
  openSession,
  xpal,
} from "../../../src/index.ts";

// Three copies of one item, three of another, and one apart.
const features = matrixFrom([[0], [0], [0], [3], [3], [3], [6]]);

describe("a batch by its joint gain", () => {
  test("begins with the item that is suggested alone and takes no copies while others tell more", async () => {
    const learner = await Learner.create({ features, classes: ["a", "b"], seed: 3 });
    const [first] = await learner.suggest();
    const batch = await learner.suggest(3, { batch: "joint" });
    expect(batch[0]).toEqual(first);
    expect(new Set(batch.map(({ index }) => Math.floor(index / 3))).size).toBe(3);
    expect(await learner.suggest(3, { batch: "joint" })).toEqual(batch); // chance is a function of the seed and the labels
  });

  test("is all that is left where fewer are", async () => {
    const learner = await Learner.create({
      features,
      classes: ["a", "b"],
      labels: [
        [0, "a"],
        [1, "a"],
        [2, "a"],
        [3, "b"],
        [4, "b"],
      ],
    });
    expect((await learner.suggest(9, { batch: "joint" })).map(({ index }) => index).sort()).toEqual([5, 6]);
  });

  test.each(["spread", "joint", "top"] as const)("is chosen by a session alike: %s", async (batch) => {
    const pool = createPool({ features, classes: ["a", "b"] });
    const session = await openSession(pool);
    const request = { strategy: xpal(), labels: Labels.none(pool), generator: generator(1), count: 4, batch };
    const found = await chooseBatch(session, request);
    expect(new Set(found).size).toBe(4);
    await session.close();
  });
});
