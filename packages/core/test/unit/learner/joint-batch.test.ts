import { describe, expect, test } from "vitest";
import type { EngineSession, ScoreRequest } from "../../../src/engine/engine.ts";
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
import { jointBatch } from "../../../src/learner/joint-batch.ts";

// Three copies of one item, three of another, and one apart.
const features = matrixFrom([[0], [0], [0], [3], [3], [3], [6]]);

describe("a batch by its joint gain", () => {
  test("of two copies and a third item equals the hand calculation", async () => {
    // Items 0 and 1 are copies, 2 is apart; alpha = beta = 1, E is all three, nothing is labelled, a is decided.
    // First: the answer b, chance 1/2, turns both copies, where (1, 2)/3 drops the risk by 1/3: 1/2 * (1/3 + 1/3) / 3 = 1/9
    // (item 2 alone: 1/18). Given it, whatever it was, the copy adds 0: after an a another b makes a tie, which stays a; after
    // a b an a makes a tie, which becomes a, and (2, 2)/4 drops nothing. Item 2 adds 1/2 * 1/3 / 3 = 1/18 in every draw.
    const copies = matrixFrom([
      [1, 1, 0],
      [1, 1, 0],
      [0, 0, 1],
    ]);
    const strategy = xpal({ evaluationPrior: 1, candidatePrior: 1 });
    const learner = await Learner.create({ features: copies, kernel: "precomputed", classes: ["a", "b"], strategy });
    const batch = await learner.suggest(2, { batch: "joint" });
    expect(batch[0].index).toBeLessThan(2);
    expect(batch[0].score).toBeCloseTo(1 / 9, 15);
    expect(batch[1].index).toBe(2);
    expect(batch[1].score).toBeCloseTo(1 / 18, 15);
  });

  test("drew the answers by the paper's prior whatever the strategy's was: the one of the balanced measure is 0.1", async () => {
    // k = (1, 0) everywhere: with beta = 0.001 the answer is a in 999 of 1000 draws, with a large beta in half of them.
    const pool = createPool({ features, classes: ["a", "b"] });
    const drawn = async (candidatePrior: number) => {
      const seen: number[] = [];
      const session = {
        pool,
        scores: async ({ labels, candidates }: ScoreRequest) => {
          if (labels.count === 1) seen.push(labels.labelled[0].counts.indexOf(1));
          const scores = Float64Array.from(candidates, (item) => -item);
          return { scores, best: [0] };
        },
        frequencies: async () => matrixFrom(Array.from({ length: 7 }, () => [1, 0])),
      } as unknown as EngineSession;
      await jointBatch(session, Labels.none(pool), 2, xpal({ candidatePrior }), generator(1));
      return seen;
    };
    expect(new Set(await drawn(0.001)).size).toBe(1);
    const answers = await drawn(1e6);
    expect([answers.length, new Set(answers).size]).toEqual([8, 2]);
  });

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
