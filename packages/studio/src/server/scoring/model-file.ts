// The model as a file, for `xpal predict` and for the library in a browser.

import { type Features, type Labels, Learner } from "@xpal/core";
import { modelToJSON, needsAllRows, type Recipe, type TableModel, trainModel } from "@xpal/data";
import { StudioError } from "../studio-error.ts";

/** A longer text is more than runtimes take as one string. */
const MAX_NUMBERS = 20_000_000;

/**
 * The text of the file.
 * @param fitted The recipe in use, with its label.
 * @param weighed The learner's labels as they count, with shares where answers are weighed.
 */
export async function modelFileOf(
  model: TableModel,
  fitted: Recipe,
  learner: Learner,
  weighed: Labels,
): Promise<string> {
  const { features, kernel, classes, measure, predictor } = model;
  const recipe = recipeWith(fitted, classes);
  const { labels } = learner;
  if (labels.count < 2) throw new StudioError("bad-state", "a model needs at least two labelled items");
  if (needsAllRows(kernel, measure)) {
    if (numbersIn(features) > MAX_NUMBERS) {
      const wayOut =
        "under Settings choose the paper's model, and that all items count the same: that needs the labelled items only";
      throw new StudioError("too-large", `this model needs all items, which are too many for one file; ${wayOut}`);
    }
    return fileWith(weighed, recipe, learner); // what was set aside goes along
  }
  const answers = predictor === undefined ? labels.labelled : labels.inOrder;
  const known = answers.map(({ index, counts }) => [index, classes[counts.indexOf(1)]] as const);
  const { learner: small } = await trainModel({ ...model, recipe }, known);
  try {
    const position = new Map(known.map(([index], at) => [index, at]));
    const shares = weighed.labelled
      .filter(({ weights, counts }) => weights !== counts)
      .map(({ index, weights }) => [position.get(index) ?? -1, weights] as const);
    return await fileWith(shares.length === 0 ? small.labels : small.labels.withShares(shares), recipe, small);
  } finally {
    await small.close();
  }
}

/** The text of the file of a learner that has these labels in the place of its own. */
async function fileWith(labels: Labels, recipe: Recipe, learner: Learner): Promise<string> {
  if (labels === learner.labels) return JSON.stringify(modelToJSON({ recipe, learner }));
  const other = await Learner.fromJSON({ ...learner.toJSON(), labels: labels.toOrderedJSON() });
  try {
    return JSON.stringify(modelToJSON({ recipe, learner: other }));
  } finally {
    await other.close();
  }
}

/** The recipe with the classes of now: some may have come, gone or been renamed since it was fitted. */
function recipeWith(recipe: Recipe, classes: readonly string[]): Recipe {
  return recipe.label === null ? recipe : { ...recipe, label: { ...recipe.label, classes } };
}

function numbersIn(features: Features): number {
  if ("groups" in features) return features.groups.reduce((sum, group) => sum + numbersIn(group), 0);
  return "data" in features ? features.data.length : 3 * features.values.length;
}
