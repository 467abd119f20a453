// How the learned kernel should learn, by what the features are. A short text says little about its class, and hundreds of
// directions fitted to a few of them fit chance: with the usual start, one-line descriptions in 8 classes lost 1 to 6
// points of error at 50 labels; fits that began at 72 lost none (docs/decisions/0230). Vectors are scaled by one number because
// the size of a component says how much it counts. The views by ranks and without correlations make all components the same
// size, and a tree looks at one component at a time, which means nothing by itself: both cost time and gain nothing
// (docs/decisions/0305). On points of texts, images and embeddings ridge regression predicts, and the kernel stays.
import type { LearnedKernelOptions } from "@xpal/core";
import { checkRecipe } from "./check-recipe.ts";
import { predictsByRidge } from "./predicts-by-ridge.ts";
import type { Encoder, Recipe } from "./recipe.ts";

/** What of a model that learns depends on the features; plain data. */
export interface LearningStart {
  /** By what it predicts, if not by the learned kernel. */
  readonly predictor?: "ridge";
  /** How many labelled items per class seen it takes; the kernel's default where it is left out. */
  readonly perClass?: number;
  /** Which views take part; all where it is left out. */
  readonly views?: NonNullable<LearnedKernelOptions["views"]>;
  /** Which metrics are learned; all where it is left out. */
  readonly metrics?: NonNullable<LearnedKernelOptions["metrics"]>;
}

const SHORT_TEXTS_PER_CLASS = 8;

/** Where all components are divided by one number: it has to stay one. */
const VECTORS: LearningStart = { views: ["given"], metrics: ["weights", "full"] };

/** From so many directions on, which takes some 600 texts; pools below have few directions. */
const MANY_DIRECTIONS = 100;

/**
 * How a model learns on the features of a recipe.
 * @example learningFor(fitRecipe(balanceScale()).recipe) // {}
 */
export function learningFor(recipe: Pick<Recipe, "groups">): LearningStart {
  checkRecipe("learningFor", recipe);
  const encoders = recipe.groups.flatMap((group) => group.encoders);
  return {
    ...(predictsByRidge(recipe) ? { predictor: "ridge" } : {}),
    ...(encoders.some(isShortTexts) ? { perClass: SHORT_TEXTS_PER_CLASS } : {}),
    ...(recipe.groups.length === 1 && encoders.every(hasOneScale) ? VECTORS : {}),
  };
}

function isShortTexts(encoder: Encoder): boolean {
  return encoder.kind === "lsa" && encoder.pieces.length > 0 && encoder.directions.cols >= MANY_DIRECTIONS;
}

/** Whether the components are divided by one number, not each by its own. */
function hasOneScale(encoder: Encoder): boolean {
  return encoder.kind === "lsa" || (encoder.kind === "vector" && encoder.scale !== undefined);
}
