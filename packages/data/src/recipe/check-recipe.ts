// What is passed for a recipe is one: the check at the door of every function that takes a recipe.
import { checkParts, refuse } from "@xpal/core/check";
import type { Recipe } from "./recipe.ts";

/** Refuses what is not a recipe. */
export function checkRecipe(who: string, value: Pick<Recipe, "groups">): void {
  checkParts(who, "recipe", value, "a recipe, as fitRecipe gives it", ["groups"]);
  if (!Array.isArray(value.groups)) refuse(who, "recipe.groups", "must be a list of groups", value.groups);
}
