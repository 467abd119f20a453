// When a kernel that learns should begin, by what the features are. A short text says little about its class, and hundreds of
// directions fitted to a few of them fit chance: with the usual start, one-line descriptions in 8 classes lost 1 to 6
// points of error at 50 labels; fits that began at 72 lost none (docs/decisions/0230).
import { checkRecipe } from "./check-recipe.ts";
import type { Recipe } from "./recipe.ts";

/** Options of the learning kernel that depend on the features. */
export interface LearningStart {
  /** How many labelled items per class seen it takes; the kernel's default where it is left out. */
  readonly perClass?: number;
}

const SHORT_TEXTS_PER_CLASS = 8;

/** From so many directions on, which takes some 600 texts; pools below have few directions. */
const MANY_DIRECTIONS = 100;

/**
 * How the learning kernel begins on the features of a recipe; to be spread into its options.
 * @example learningFor(fitRecipe(balanceScale()).recipe) // {}
 */
export function learningFor(recipe: Pick<Recipe, "groups">): LearningStart {
  checkRecipe("learningFor", recipe);
  const isShort = recipe.groups
    .flatMap(({ encoders }) => encoders)
    .some((one) => one.kind === "lsa" && one.pieces.length > 0 && one.directions.cols >= MANY_DIRECTIONS);
  return isShort ? { perClass: SHORT_TEXTS_PER_CLASS } : {};
}
