import { describe, expect, test } from "vitest";
import { Learner, matrixFrom } from "../../../src/index.ts";

describe("several suggestions at once", () => {
  // Two groups of four near-equal items: one answer tells all about its group.
  const features = matrixFrom([[0], [0.01], [0.02], [0.03], [5], [5.01], [5.02], [5.03]]);
  const classes = ["left", "right"];

  test("do not repeat each other: the second is of the other group", async () => {
    const learner = await Learner.create({ features, classes });
    const [first, second] = await learner.suggest(2);
    expect(first.index < 4).not.toBe(second.index < 4);
  });

  test("are the largest scores of now when asked for, one group or not", async () => {
    const learner = await Learner.create({ features, classes });
    await learner.label(0, "left");
    const top = await learner.suggest(3, { batch: "top" });
    expect(top.every(({ index }) => index > 3)).toBe(true);
    expect(top.map(({ score }) => score)).toEqual(top.map(({ score }) => score).sort((a, b) => b - a));
  });

  test("begin with the single suggestion, leave the labels alone, and end when nothing is left", async () => {
    const learner = await Learner.create({ features, classes });
    const [single] = await learner.suggest();
    const all = await learner.suggest(20);
    expect(all[0]).toEqual(single);
    expect(all.map(({ index }) => index).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(learner.labels.count).toBe(0);
  });

  test("reject an unknown way of choosing", async () => {
    const learner = await Learner.create({ features, classes });
    await expect(learner.suggest(2, { batch: "best" } as never)).rejects.toThrow(
      'suggest: batch must be one of spread, joint, top, got "best"',
    );
  });
});
