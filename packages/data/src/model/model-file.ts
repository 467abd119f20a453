// A model as a file: the recipe, and a learner over the rows that its predictions depend on. Written by the command and
// by the studio, read by `xpal predict` and by the library.
import { Learner, type LearnerJSON } from "@xpal/core";
import { checkParts, refuse } from "@xpal/core/check";
import { isLearntColumns, type LearntColumns, learntColumns } from "../recipe/learnt-columns.ts";
import { type Recipe, recipeFromJSON } from "../recipe/recipe.ts";

/** What was learnt from the labelled rows of a table. */
export interface Model {
  readonly recipe: Recipe;
  readonly learner: Learner;
  /** What was learnt about the columns when the model was written; models of earlier versions do not say. */
  readonly learnt?: LearntColumns;
}

/** A model as written to a file. */
export interface ModelJSON {
  readonly format: "xpal-model";
  readonly version: 1;
  readonly recipe: Recipe;
  readonly learner: LearnerJSON;
  readonly learnt?: LearntColumns;
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
  const { columns, ...learnt } = learntOf(model);
  const said = columns.length === 0 ? {} : { learnt: { columns, ...learnt } };
  return { format: "xpal-model", version: 1, recipe, learner: learner.toJSON(), ...said };
}

/**
 * What the labels of a model say about the columns.
 * @example
 * const learner = await Learner.create({ features: matrixFrom([[0], [1]]), classes: ["B", "L"] });
 * learntOf({ recipe: fitRecipe(balanceScale()).recipe, learner }).state // "fixed"
 */
export function learntOf(model: Model): LearntColumns {
  checkParts("learntOf", "model", model, "a model", ["recipe", "learner"]);
  const { recipe, learner, learnt } = model;
  return learnt ?? learntColumns(recipe, learner.pool, learner.labels);
}

/**
 * The model that `modelToJSON` wrote.
 * @param name The name that messages use.
 * @throws XpalError if `json` is not a model, or has another version.
 * @example await modelFromJSON({ format: "something else" }).catch((error) => error.code) // "bad-argument"
 */
export async function modelFromJSON(json: unknown, name = "the model"): Promise<Model> {
  const { format, version, recipe, learner, learnt } = (json ?? {}) as Partial<ModelJSON>;
  if (format !== "xpal-model" || version !== 1) {
    refuse("modelFromJSON", name, 'must say format "xpal-model", version 1', `${format}, ${version}`);
  }
  return {
    recipe: recipeFromJSON(recipe),
    learner: await Learner.fromJSON(learner as LearnerJSON),
    ...(isLearntColumns(learnt) ? { learnt } : {}),
  };
}
