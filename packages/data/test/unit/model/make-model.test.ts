import { Learner, xpal } from "@xpal/core";
import { expect, test } from "vitest";
import { applyRecipe, fitRecipe, makeModel, makeTable, modelFromJSON, modelToJSON } from "../../../src/index.ts";

/** 60 rows on a line; one in ten is rare, and half of the labels are of these. */
const table = makeTable([
  { name: "x", type: "number", values: Float64Array.from({ length: 60 }, (_, i) => i) },
  { name: "kind", type: "text", values: Array.from({ length: 60 }, (_, i) => (i >= 54 ? "rare" : "usual")) },
]);
const { recipe } = fitRecipe(table, { label: "kind", roles: { x: "numeric" } });
const { features, kernel, classes } = applyRecipe(recipe, table);
const labels = [0, 27, 54, 59].map((row) => [row, row >= 54 ? "rare" : "usual"] as const);

test("under the balanced error a model decided by the shares of the classes among its labelled rows alone", async () => {
  const parts = { features, kernel, classes, labels, strategy: xpal(), seed: 1, measure: "balanced" as const };
  const learner = await Learner.create(parts);
  const expected = (await learner.at().lossMatrix())?.data;
  const model = await makeModel({ ...parts, recipe, table });
  const read = await modelFromJSON(JSON.parse(JSON.stringify(modelToJSON(model))), "model.json");
  for (const one of [model, read]) {
    expect((await one.learner.at().lossMatrix())?.data).toEqual(expected);
    expect(await one.learner.predict(features)).toEqual(await learner.predict());
  }
  await Promise.all([learner, model.learner, read.learner].map((one) => one.close()));
});

test("a model of a fixed kernel has the labelled rows only", async () => {
  const model = await makeModel({ features, kernel, classes, labels, strategy: xpal(), seed: 1, recipe, table });
  expect(model.learner.pool.size).toBe(labels.length);
  await model.learner.close();
});
