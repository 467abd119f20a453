// A model as a file: the recipe, and a learner over the rows that its predictions depend on. Written by the command and
// by the studio, read by `xpal predict` and by the library.
import { Learner, type LearnerJSON } from "xpal";
import { refuse } from "xpal/check";
import { type Recipe, recipeFromJSON } from "../recipe/recipe.ts";

/** What was learnt from the labelled rows of a table. */
export interface Model {
  readonly recipe: Recipe;
  readonly learner: Learner;
}

/** A model as written to a file. */
export interface ModelJSON {
  readonly format: "xpal-model";
  readonly version: 1;
  readonly recipe: Recipe;
  readonly learner: LearnerJSON;
}

/**
 * A model as JSON.
 * @example
 * const learner = await Learner.create({ features: matrixFrom([[0], [1]]), classes: ["B", "L"] });
 * modelToJSON({ recipe: fitRecipe(balanceScale()).recipe, learner }).format // "xpal-model"
 */
export function modelToJSON({ recipe, learner }: Model): ModelJSON {
  return { format: "xpal-model", version: 1, recipe, learner: learner.toJSON() };
}

/**
 * The model that `modelToJSON` wrote.
 * @param name The name that messages use.
 * @throws XpalError if `json` is not a model, or has another version.
 * @example await modelFromJSON({ format: "something else" }).catch((error) => error.code) // "bad-argument"
 */
export async function modelFromJSON(json: unknown, name = "the model"): Promise<Model> {
  const { format, version, recipe, learner } = (json ?? {}) as Partial<ModelJSON>;
  if (format !== "xpal-model" || version !== 1) {
    refuse("modelFromJSON", name, 'must say format "xpal-model", version 1', `${format}, ${version}`);
  }
  return { recipe: recipeFromJSON(recipe), learner: await Learner.fromJSON(learner as LearnerJSON) };
}
