// What is passed for a recipe is one: the check on entry of every function that takes a recipe.
import { checkParts, reject } from "@xpal/core/check";
import type { Recipe } from "./recipe.ts";

/** Rejects what is not a recipe. */
export function checkRecipe(who: string, value: Pick<Recipe, "groups">): void {
  checkParts(who, "recipe", value, "a recipe, as fitRecipe gives it", ["groups"]);
  if (!Array.isArray(value.groups)) reject(who, "recipe.groups", "must be a list of groups", value.groups);
}
