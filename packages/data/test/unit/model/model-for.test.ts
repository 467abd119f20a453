import { matrixFrom } from "@xpal/core";
import { expect, test } from "vitest";
import { fitRecipe, learnerOptions, makeTable, modelFor } from "../../../src/index.ts";

const ROWS = 40;
const words = ["lamp kettle chair", "screw broken noise", "parcel courier late", "invoice refund card"];
const numbers = {
  name: "pages",
  type: "number" as const,
  values: Float64Array.from({ length: ROWS }, (_, i) => 1 + i),
};
const texts = {
  name: "body",
  type: "text" as const,
  values: Array.from({ length: ROWS }, (_, i) => `${words[i % 4]} ${words[(i * 7) % 4]} item ${i}`),
};
const classes = { name: "kind", type: "text" as const, values: Array.from({ length: ROWS }, (_, i) => "ab"[i % 2]) };
const table = makeTable([numbers, classes]);
const { recipe } = fitRecipe(table, { label: "kind", roles: { pages: "numeric" } });

test("the default of numbers is the learned kernel, a mixture that predicts, and xPAL with the candidate's own risk", () => {
  const { kernel, predictor, strategy, seed } = modelFor(table, recipe);
  expect([kernel.name, predictor?.name, seed]).toEqual(["learned", "mixture", 0]);
  expect(strategy.toJSON()).toMatchObject({ name: "xpal", ownRisk: 1 });
});

test("a model that does not learn keeps the recipe's kernel", () => {
  const { kernel, predictor, strategy } = modelFor(table, recipe, { learns: false });
  expect([kernel.name, predictor]).toEqual(["rbf", undefined]);
  expect(strategy.toJSON()).toMatchObject({ name: "xpal", ownRisk: 0 });
});

test("texts alone keep their kernel and are predicted by ridge regression, texts beside numbers by the mixture", () => {
  const alone = makeTable([texts, classes]);
  const { kernel, predictor } = modelFor(alone, fitRecipe(alone, { label: "kind", roles: { body: "text" } }).recipe);
  expect([kernel.name, predictor?.name]).toEqual(["rbf", "ridge"]);
  const mixed = makeTable([texts, numbers, classes]);
  const both = fitRecipe(mixed, { label: "kind", roles: { body: "text", pages: "numeric" } });
  expect(modelFor(mixed, both.recipe).predictor?.name).toBe("mixture");
});

test("label costs, costs of errors and pinned columns arrive in what a learner takes", () => {
  const lossMatrix = matrixFrom([
    [0, 5],
    [1, 0],
  ]);
  const settings = { labelCost: "2 * pages", lossMatrix, pinned: ["pages"], exact: true, measure: "balanced" } as const;
  const options = learnerOptions(modelFor(table, recipe, settings));
  expect(options).toMatchObject({ lossMatrix, exact: true, measure: "balanced", classes: ["a", "b"] });
  expect(modelFor(table, recipe, settings).labelCosts?.[2]).toBe(6);
  expect(options.strategy?.toJSON()).toHaveProperty("labelCosts");
  expect(options.kernel).toMatchObject({ settings: { pinned: [0] } });
});

test("label costs with another strategy than xPAL are rejected", () => {
  expect(() => modelFor(table, recipe, { strategy: "us", labelCost: "pages" })).toThrow(
    /must go with the strategy xpal/,
  );
});
