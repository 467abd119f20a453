import type { Kernel } from "@xpal/core";
import { applyRecipe, fitRecipe, makeTable, modelFor, trainModel } from "@xpal/data";
import { expect, test } from "vitest";
import { predictRows } from "../../../src/project/model/predict-rows.ts";

const values = (at: number) => Float64Array.from({ length: 6 }, (_, i) => at + i);
const table = makeTable([
  { name: "x", type: "number", values: values(0) },
  { name: "kind", type: "text", values: ["low", "low", "low", "high", "high", "high"] },
]);
const { recipe } = fitRecipe(table, { label: "kind", roles: { x: "numeric" } });
const fixed = modelFor(table, recipe, { learns: false, seed: 3 });
const { kernel, classes } = fixed;
const labels = [
  [0, "low"],
  [5, "high"],
] as const;

test("new rows were compared with the labelled ones once for the classes and once more for their probabilities", async () => {
  const seen: number[] = [];
  const counting: Kernel = {
    ...kernel,
    name: "counting",
    similarity(a, i, b, j) {
      if (a !== b) seen.push(i);
      return kernel.similarity(a, i, b, j);
    },
    distance: (a, i, b, j) => -Math.log(kernel.similarity(a, i, b, j)),
  };
  const model = await trainModel({ ...fixed, kernel: counting }, labels);
  const rows = makeTable([{ name: "x", type: "number", values: values(0.5) }]);
  await predictRows(model, rows);
  await model.learner.close();
  expect(seen).toHaveLength(rows.rows * labels.length);
});

test("a tie was decided as the learner decides it", async () => {
  const model = await trainModel(fixed, labels);
  // As far from one label as from the other.
  const rows = makeTable([{ name: "x", type: "number", values: new Float64Array(40).fill(2.5) }]);
  const { predictions } = await predictRows(model, rows);
  const expected = await model.learner.predict(applyRecipe(recipe, rows).features);
  await model.learner.close();
  expect(new Set(expected)).toEqual(new Set(classes));
  expect(predictions.map((one) => one.class)).toEqual(expected);
});
