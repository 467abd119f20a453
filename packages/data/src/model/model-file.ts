// A model as a file: the recipe, and a learner over the rows that its predictions depend on. Written by the command and
// by the studio, read by `xpal predict` and by the library.
import { Learner, type LearnerJSON } from "@xpal/core";
import { checkParts, reject } from "@xpal/core/check";
import { isLearnedColumns, type LearnedColumns, learnedColumns } from "../recipe/learned-columns.ts";
import { type Recipe, recipeFromJSON } from "../recipe/recipe.ts";

/** What was learned from the labelled rows of a table. */
export interface Model {
  readonly recipe: Recipe;
  readonly learner: Learner;
  /** What was learned about the columns when the model was written; models of earlier versions do not say. */
  readonly learned?: LearnedColumns;
}

/** A model as written to a file. */
export interface ModelJSON {
  readonly format: "xpal-model";
  readonly version: 1;
  readonly recipe: Recipe;
  readonly learner: LearnerJSON;
  readonly learned?: LearnedColumns;
}

/**
 * A model as JSON, with what its labels say about the columns; that takes some fits.
 * @example
 * const learner = await Learner.create({ features: matrixFrom([[0], [1]]), classes: ["B", "L"] });
 * modelToJSON({ recipe: fitRecipe(balanceScale()).recipe, learner }).format // "xpal-model"
 */
export function modelToJSON(model: Model): ModelJSON {
  checkParts("modelToJSON", "model", model, "a model", ["recipe", "learner"]);
  const { recipe, learner } = model;
  const { columns, ...learned } = learnedOf(model);
  const said = columns.length === 0 ? {} : { learned: { columns, ...learned } };
  return { format: "xpal-model", version: 1, recipe, learner: learner.toJSON(), ...said };
}

/**
 * What the labels of a model say about the columns.
 * @example
 * const learner = await Learner.create({ features: matrixFrom([[0], [1]]), classes: ["B", "L"] });
 * learnedOf({ recipe: fitRecipe(balanceScale()).recipe, learner }).state // "fixed"
 */
export function learnedOf(model: Model): LearnedColumns {
  checkParts("learnedOf", "model", model, "a model", ["recipe", "learner"]);
  const { recipe, learner, learned } = model;
  return learned ?? learnedColumns(recipe, learner.pool, learner.labels);
}

/**
 * The model that `modelToJSON` wrote.
 * @param name The name that messages use.
 * @throws XpalError if `json` is not a model, or has another version.
 * @example await modelFromJSON({ format: "something else" }).catch((error) => error.code) // "bad-argument"
 */
export async function modelFromJSON(json: unknown, name = "the model"): Promise<Model> {
  const { format, version, recipe, learner, learned } = (json ?? {}) as Partial<ModelJSON>;
  if (format !== "xpal-model" || version !== 1) {
    reject("modelFromJSON", name, 'must say format "xpal-model", version 1', `${format}, ${version}`);
  }
  return {
    recipe: recipeFromJSON(recipe),
    learner: await Learner.fromJSON(learner as LearnerJSON),
    ...(isLearnedColumns(learned) ? { learned } : {}),
  };
}
