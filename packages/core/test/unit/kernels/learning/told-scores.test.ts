// Scores of the members that another thread has computed: used at the labels that they are of, and nowhere else.
import { expect, test } from "vitest";
import { createPool, Labels, learnedKernel, matrixFrom, rbf } from "../../../../src/index.ts";

const features = matrixFrom(Array.from({ length: 30 }, (_, i) => [(i % 2) + ((i * 7) % 11) / 20, ((i * 5) % 13) / 13]));
const made = () => learnedKernel({ base: rbf({ bandwidth: 0.4 }) });
function labelsOf(count: number): Labels {
  let labels = Labels.none(createPool({ features, classes: ["a", "b"] }));
  for (let item = 0; item < count; item++) labels = labels.add(item, item % 2);
  return labels;
}
/** The shares of all members at 14 labels. */
const weightsOf = (kernel: ReturnType<typeof made>) =>
  kernel.stateAt(features, labelsOf(14)).learned?.groups.map(({ weights }) => [...weights]);

const here = made();
const expected = weightsOf(here);
const scores = here.scoresOn(features, labelsOf(14)) ?? [];
/** The first member of each group explains the labels best by far. */
const others = scores.map((own) => own.map((_, m) => (m === 0 ? 0 : -1000)));

test("are those of what was asked last", () => {
  expect(scores).toHaveLength(expected?.length ?? 0);
  expect(here.scoresOn(features, labelsOf(13))).toBeNull();
  expect(made().scoresOn(features, labelsOf(14))).toBeNull();
});

test("give the weights that they gave where they were computed", () => {
  const there = made();
  there.rememberScores(features, labelsOf(14), scores);
  expect(weightsOf(there)).toEqual(expected);
});

test("are taken as told, and not computed once more", () => {
  const there = made();
  there.rememberScores(features, labelsOf(14), others);
  expect(weightsOf(there)).not.toEqual(expected);
});

test("say nothing of other labels, and nothing where the groups are others", () => {
  const otherLabels = made();
  otherLabels.rememberScores(features, labelsOf(15), others);
  expect(weightsOf(otherLabels)).toEqual(expected);
  const otherGroups = made();
  otherGroups.rememberScores(features, labelsOf(14), others.slice(1));
  expect(weightsOf(otherGroups)).toEqual(expected);
});
