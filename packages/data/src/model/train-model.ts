// A model of the rows that it needs and no others: of a fixed kernel these are the labelled ones. The learned kernel may
// also measure how close together all rows lie; once it has, all of them go along. So they do under the balanced error, which
// estimates the shares of the classes over all rows: over the labelled ones, which were chosen, they would be others.
import { isLearnedKernel, type Kernel, Learner, type Measure, strategyFromJSON } from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import { applyRecipe } from "../recipe/apply-recipe.ts";
import { takeRows } from "../table/take-rows.ts";
import type { Model } from "./model-file.ts";
import { learnerOptions, type TableModel } from "./model-for.ts";

/**
 * What is learned from labelled rows; the caller closes its learner.
 * @param labels The labelled rows with their classes, in the order of the answers.
 * @example
 * const table = balanceScale();
 * const model = modelFor(table, fitRecipe(table).recipe, { learns: false, seed: 1 });
 * const { learner } = await trainModel(model, [[0, "B"], [1, "R"]]);
 * learner.pool.features.rows // 2
 */
export async function trainModel(
  model: TableModel,
  labels: readonly (readonly [row: number, name: string])[],
): Promise<Model> {
  checkParts("trainModel", "model", model, "a model of a table", ["recipe", "table", "kernel", "classes"]);
  const { recipe, table, kernel, measure, predictor, features } = model;
  const options = { ...learnerOptions(model), predictor: predictor?.fixedOn(features) };
  if (needsAllRows(kernel, measure)) {
    return { recipe, learner: await Learner.create({ ...options, labels }) };
  }
  // What learns may depend on the order of the answers; otherwise the rows are kept in the order of the table.
  const learns = isLearnedKernel(kernel) || predictor !== undefined;
  const kept = learns ? labels : [...labels].sort(([a], [b]) => a - b);
  const rows = takeRows(
    table,
    kept.map(([row]) => row),
  );
  const columns = rows.columns.filter(({ name }) => name !== recipe.label?.column);
  const { labelCosts: _, ...strategy } = model.strategy.toJSON(); // decide only what is asked for, and are of all rows
  const learner = await Learner.create({
    ...options,
    features: applyRecipe({ ...recipe, label: null }, { ...rows, columns }).features,
    labels: kept.map(([, name], at) => [at, name]),
    strategy: strategyFromJSON(strategy),
  });
  return { recipe, learner };
}

/**
 * Whether predictions depend on rows without a label, given what the risk is the mean of.
 * @example needsAllRows(rbf({ bandwidth: 1 })) // false
 */
export function needsAllRows(kernel: Kernel, measure: Measure = "mean"): boolean {
  if (measure === "balanced") return true;
  if (isLearnedKernel(kernel)) {
    const { views, localities, metrics } = kernel.settings;
    return views.length > 1 || localities.some((p) => p !== 0) || metrics.some((name) => name !== "weights");
  }
  return kernel.stateAt !== undefined;
}
