import { expect, test } from "vitest";
import { alwaysBest, Learner, matrixFrom } from "../../../src/index.ts";
import { rejection } from "../../rejection.ts";

test("the class that is never a dearer answer than any other is found, whatever right answers cost", () => {
  expect(
    alwaysBest(
      matrixFrom([
        [0, 0],
        [5, 0],
      ]),
    ),
  ).toBe(1);
  expect(
    alwaysBest(
      matrixFrom([
        [0, 1],
        [5, 0],
      ]),
    ),
  ).toBeNull();
  // The third is as cheap as the cheapest in every row.
  expect(
    alwaysBest(
      matrixFrom([
        [2, 3, 2],
        [1, 4, 1],
        [9, 9, 0],
      ]),
    ),
  ).toBe(2);
  expect(rejection(() => alwaysBest(matrixFrom([[0, -1]])))).toContain("lossMatrix");
});

test("a learner with such costs did not say that no label can change anything", async () => {
  const learner = (costs: number[][]) =>
    Learner.create({
      features: matrixFrom([[0], [1], [4]]),
      classes: ["ok", "fraud"],
      lossMatrix: matrixFrom(costs),
      engine: "definition",
    });
  const foolish = await learner([
    [0, 0],
    [5, 0],
  ]);
  expect(foolish.explain()).toContain('calling every item "fraud" never costs more than any other answer');
  const sound = await learner([
    [0, 1],
    [5, 0],
  ]);
  expect(sound.explain()).not.toContain("never costs more");
});
