// What was learned about feature columns, said of the table's own columns. A category becomes several feature columns, a
// vector or a text becomes hundreds; people ask about the column that they know.

import type { ColumnWeight, Features } from "@xpal/core";
import { reject } from "@xpal/core/check";
import { encoderWidth } from "./apply-recipe.ts";
import { checkRecipe } from "./check-recipe.ts";
import { namesOf } from "./column-choices.ts";
import type { Encoder, Recipe } from "./recipe.ts";

/** How much an original column counts. Texts that were read together are one entry with several names. */
export interface ColumnImportance extends ColumnWeight {
  readonly columns: readonly string[];
  /** How the column became features. */
  readonly kind: Encoder["kind"];
  /** How many feature columns it became. */
  readonly features: number;
}

/**
 * The weights of feature columns, one entry for each original column in the order of the recipe.
 * Feature columns count by their variance: the weight is that of the squared difference that two rows have on average. So
 * a direction in which no row differs says nothing. The range is taken in the same way from the ends of theirs, which
 * makes it rather too wide than too narrow. A column is ignored when each of its feature columns that vary is.
 * @param features What `applyRecipe` made of the table; the weights are those of its columns, groups side by side.
 * @throws XpalError if there is not one weight for each feature column.
 * @example
 * const { recipe } = fitRecipe(balanceScale());
 * const { features } = applyRecipe(recipe, balanceScale());
 * const weights = [1, 2, 1, 1].map((weight) => ({ weight, low: weight, high: weight, ignored: false }));
 * columnImportance(recipe, features, weights)[1].columns // ["left-distance"]
 */
export function columnImportance(
  recipe: Pick<Recipe, "groups">,
  features: Features,
  weights: readonly ColumnWeight[],
): ColumnImportance[] {
  checkRecipe("columnImportance", recipe);
  const variances = columnVariances(features);
  if (weights.length !== variances.length) {
    reject("columnImportance", "weights", `must be one for each of ${variances.length} columns`, weights.length);
  }
  const encoders = recipe.groups.flatMap((group) => group.encoders);
  const width = encoders.reduce((sum, encoder) => sum + encoderWidth(encoder), 0);
  if (width !== variances.length) {
    reject("columnImportance", "features", `must have the ${width} columns of the recipe`, variances.length);
  }
  let next = 0;
  return encoders.map((encoder) => {
    const start = next;
    next += encoderWidth(encoder);
    const { kind } = encoder;
    const own = together(weights.slice(start, next), variances.slice(start, next));
    return { columns: namesOf(encoder), kind, features: next - start, ...own };
  });
}

function together(weights: readonly ColumnWeight[], variances: Float64Array): ColumnWeight {
  const isConstant = variances.every((variance) => variance === 0);
  const counts = isConstant ? variances.map(() => 1) : variances;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = (of: (weight: ColumnWeight) => number) =>
    weights.reduce((sum, weight, d) => sum + (counts[d] / total) * of(weight), 0);
  return {
    weight: mean(({ weight }) => weight),
    low: mean(({ low }) => low),
    high: mean(({ high }) => high),
    ignored: weights.every(({ ignored }, d) => ignored || counts[d] === 0),
  };
}

function columnVariances(features: Features): Float64Array {
  if ("groups" in features) return Float64Array.from(features.groups.flatMap((group) => [...columnVariances(group)]));
  if (!("data" in features)) {
    reject("columnImportance", "features", "must be dense; the columns of sparse features have no weights");
  }
  const { rows, cols, data } = features;
  return Float64Array.from({ length: cols }, (_, d) => {
    let mean = 0;
    for (let i = 0; i < rows; i++) mean += data[i * cols + d] / rows;
    let variance = 0;
    for (let i = 0; i < rows; i++) variance += (data[i * cols + d] - mean) ** 2 / rows;
    return variance;
  });
}
