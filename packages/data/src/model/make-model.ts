// A model of the rows that it needs and no others: of a fixed kernel these are the labelled ones. The learned kernel may
// also measure how close together all rows lie; once it has, all of them go along. So they do under the balanced error, which
// estimates the shares of the classes over all rows: over the labelled ones, which were chosen, they would be others.

import {
  type EvaluationOptions,
  type Features,
  isLearnedKernel,
  type Kernel,
  Learner,
  type Matrix,
  type Measure,
  type Predictor,
  type Strategy,
  type StrategyJSON,
  strategyFromJSON,
} from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import { applyRecipe } from "../recipe/apply-recipe.ts";
import type { Recipe } from "../recipe/recipe.ts";
import type { Table } from "../table/table.ts";
import { takeRows } from "../table/take-rows.ts";
import type { Model } from "./model-file.ts";

/** What a model is made of. */
export interface ModelParts {
  readonly recipe: Recipe;
  /** All rows, as they were and as the recipe makes them. */
  readonly table: Table;
  readonly features: Features;
  readonly kernel: Kernel;
  readonly classes: readonly string[];
  /** The labelled rows with their classes. */
  readonly labels: readonly (readonly [row: number, name: string])[];
  readonly strategy: Strategy;
  readonly seed: number;
  /** What errors cost, in the order of the classes; all the same by default. */
  readonly lossMatrix?: Matrix;
  /** What the risk is the mean of; items by default. */
  readonly measure?: Measure;
  /** By what classes are predicted; by the kernel by default. */
  readonly predictor?: Predictor;
  /** The rows that stand for all where these are too many; used where all rows go along. */
  readonly evaluation?: EvaluationOptions;
}

/**
 * Makes the model; the caller closes its learner.
 * @example
 * const table = balanceScale();
 * const { recipe } = fitRecipe(table);
 * const { features, kernel, classes } = applyRecipe(recipe, table);
 * const model = await makeModel({ recipe, table, features, kernel, classes, labels: [[0, "B"], [1, "R"]], strategy: xpal(), seed: 1 });
 * model.learner.pool.features.rows // 2
 */
export async function makeModel(parts: ModelParts): Promise<Model> {
  checkParts("makeModel", "parts", parts, "a model's parts", ["recipe", "classes", "labels"]);
  const { recipe, kernel, classes, labels, strategy, seed, lossMatrix, measure, predictor } = parts;
  const risk = {
    ...(lossMatrix === undefined ? {} : { lossMatrix }),
    ...(measure === undefined ? {} : { measure }),
    ...(predictor === undefined ? {} : { predictor: predictor.fixedOn(parts.features) }),
  };
  if (needsAllRows(kernel, measure)) {
    const { features, evaluation } = parts;
    const points = evaluation === undefined ? {} : { evaluation };
    const learner = await Learner.create({ features, kernel, classes, labels, strategy, seed, ...risk, ...points });
    return { recipe, learner };
  }
  const rows = takeRows(
    parts.table,
    labels.map(([row]) => row),
  );
  const columns = rows.columns.filter(({ name }) => name !== recipe.label?.column);
  const { features } = applyRecipe({ ...recipe, label: null }, { ...rows, columns });
  const known = labels.map(([, name], at) => [at, name] as const);
  return {
    recipe,
    learner: await Learner.create({
      ...{ features, kernel, classes, labels: known, seed, ...risk },
      strategy: withoutLabelCosts(strategy),
    }),
  };
}

/** What labels cost is told for all rows, and decides only what is asked for. */
function withoutLabelCosts(strategy: Strategy): Strategy {
  const { labelCosts, ...options } = strategy.toJSON();
  return labelCosts === undefined ? strategy : strategyFromJSON(options as StrategyJSON);
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
