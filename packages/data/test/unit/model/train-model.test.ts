import { Learner } from "@xpal/core";
import { expect, test } from "vitest";
import {
  fitRecipe,
  learnerOptions,
  makeTable,
  modelFor,
  modelFromJSON,
  modelToJSON,
  trainModel,
} from "../../../src/index.ts";

/** 60 rows on a line; one in ten is rare, and half of the labels are of these. */
const table = makeTable([
  { name: "x", type: "number", values: Float64Array.from({ length: 60 }, (_, i) => i) },
  { name: "kind", type: "text", values: Array.from({ length: 60 }, (_, i) => (i >= 54 ? "rare" : "usual")) },
]);
const { recipe } = fitRecipe(table, { label: "kind", roles: { x: "numeric" } });
const labels = [0, 27, 54, 59].map((row) => [row, row >= 54 ? "rare" : "usual"] as const);

test("under the balanced error a model decides by the shares of the classes among all rows", async () => {
  const balanced = modelFor(table, recipe, { learns: false, seed: 1, measure: "balanced" });
  const learner = await Learner.create({ ...learnerOptions(balanced), labels });
  const expected = (await learner.at().lossMatrix())?.data;
  const model = await trainModel(balanced, labels);
  const read = await modelFromJSON(JSON.parse(JSON.stringify(modelToJSON(model))), "model.json");
  for (const one of [model, read]) {
    expect((await one.learner.at().lossMatrix())?.data).toEqual(expected);
    expect(await one.learner.predict(balanced.features)).toEqual(await learner.predict());
  }
  await Promise.all([learner, model.learner, read.learner].map((one) => one.close()));
});

test("a model of a fixed kernel has the labelled rows only, in the order of the table", async () => {
  const backwards = [...labels].reverse();
  const { learner } = await trainModel(modelFor(table, recipe, { learns: false }), backwards);
  expect(learner.pool.size).toBe(labels.length);
  expect(learner.labels.inOrder.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  expect(await learner.predict()).toEqual(["usual", "usual", "rare", "rare"]);
  await learner.close();
});
