// How the learned kernel should learn, by what the features are. A short text says little about its class, and hundreds of
// directions fitted to a few of them fit chance: with the usual start, one-line descriptions in 8 classes lost 1 to 6
// points of error at 50 labels; fits that began at 72 lost none (docs/decisions/0230). Vectors are scaled by one number because
// the size of a component says how much it counts. The views by ranks and without correlations make all components the same
// size, and a tree looks at one component at a time, which means nothing by itself: both cost time and gain nothing
// (docs/decisions/0305). On points of texts, images and embeddings ridge regression predicts, and the kernel stays.
import type { ClassPoints, LearnedKernelOptions } from "@xpal/core";
import { encoderWidth } from "./apply-recipe.ts";
import { checkRecipe } from "./check-recipe.ts";
import { predictsByRidge } from "./predicts-by-ridge.ts";
import type { Encoder, Recipe } from "./recipe.ts";

/** What of a model that learns depends on the features; plain data. */
export interface LearningStart {
  /** By what it predicts, if not by the learned kernel. */
  readonly predictor?: "ridge";
  /** What is known of the classes before any answer. */
  readonly classPoints?: ClassPoints;
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
 * @param classes The classes in their order; by default the recipe's.
 * @example learningFor(fitRecipe(balanceScale()).recipe) // {}
 */
export function learningFor(
  recipe: Pick<Recipe, "groups" | "phrases">,
  classes: readonly string[] = (recipe as Partial<Recipe> | undefined)?.label?.classes ?? [],
): LearningStart {
  checkRecipe("learningFor", recipe);
  const encoders = recipe.groups.flatMap((group) => group.encoders);
  const points = classPointsOf(recipe, classes);
  return {
    ...(predictsByRidge(recipe) ? { predictor: "ridge" } : {}),
    ...(points === undefined ? {} : { classPoints: points }),
    ...(encoders.some(isShortTexts) ? { perClass: SHORT_TEXTS_PER_CLASS } : {}),
    ...(recipe.groups.length === 1 && encoders.every(hasOneScale) ? VECTORS : {}),
  };
}

/** The points of the phrases of some classes among the features; undefined where fewer than two have one. */
function classPointsOf(
  { groups, phrases }: Pick<Recipe, "groups" | "phrases">,
  classes: readonly string[],
): ClassPoints | undefined {
  if (phrases === undefined) return undefined;
  const points = classes.map((name) => phrases.points[name] ?? []);
  if (points.filter(({ length }) => length > 0).length < 2) return undefined;
  let first = 0;
  for (const encoder of groups.flatMap(({ encoders }) => encoders)) {
    if (encoder.kind === "vector" && encoder.column === phrases.column) return { first, points };
    first += encoderWidth(encoder);
  }
  return undefined; // the column of vectors is switched off
}

function isShortTexts(encoder: Encoder): boolean {
  return encoder.kind === "lsa" && encoder.pieces.length > 0 && encoder.directions.cols >= MANY_DIRECTIONS;
}

/** Whether the components are divided by one number, not each by its own. */
function hasOneScale(encoder: Encoder): boolean {
  return encoder.kind === "lsa" || (encoder.kind === "vector" && encoder.scale !== undefined);
}
