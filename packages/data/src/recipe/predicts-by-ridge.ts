// Whether classes are predicted by ridge regression instead of the kernel: on points of texts, images and embeddings that
// is better from the same labels, and the learned kernel adds nothing to the choice (docs/decisions/0345).
import { checkRecipe } from "./check-recipe.ts";
import type { Recipe } from "./recipe.ts";

/**
 * Whether the features of a recipe are points of texts, images or embeddings and nothing else.
 * @example predictsByRidge(fitRecipe(balanceScale()).recipe) // false
 */
export function predictsByRidge(recipe: Pick<Recipe, "groups">): boolean {
  checkRecipe("predictsByRidge", recipe);
  const [{ kernel, encoders }, ...others] = recipe.groups;
  const points = encoders.every(({ kind }) => kind === "lsa" || kind === "vector");
  return others.length === 0 && kernel.name === "rbf" && points;
}
