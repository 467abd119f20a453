// The model of a table: one assembly of kernel, predictor, strategy and costs for the studio, the commands, the laboratory
// and the model file, so that the same rows and answers lead to the same next row everywhere.
import {
  classPoints,
  type Features,
  type Kernel,
  type LearnedKernelOptions,
  type LearnerOptions,
  learnedKernel,
  type Matrix,
  type Measure,
  mixture,
  type Predictor,
  ridge,
  type Strategy,
  strategyNamed,
} from "@xpal/core";
import { checkParts, reject } from "@xpal/core/check";
import { labelCostsOf } from "../costs/label-costs.ts";
import { applyRecipe, type PoolData } from "../recipe/apply-recipe.ts";
import { featureColumns } from "../recipe/column-choices.ts";
import { UNLABELLED } from "../recipe/label-encoder.ts";
import { type LearningStart, learningFor } from "../recipe/learning-for.ts";
import type { Recipe } from "../recipe/recipe.ts";
import type { Table } from "../table/table.ts";

/** What people decide about a model; everything has a default. */
export interface ModelSettings {
  /** Whether the model learns how to compare items; true by default. The recipe's kernel stays as it is otherwise. */
  readonly learns?: boolean;
  /** Columns that the learned kernel may only make count more. */
  readonly pinned?: readonly string[];
  /** Options of the learned kernel in the place of those that suit the recipe. */
  readonly learned?: Omit<LearnedKernelOptions, "base">;
  /** The name of a strategy in the catalogue; xPAL by default. */
  readonly strategy?: string;
  /** The classes in their order; by default the recipe's. */
  readonly classes?: readonly string[];
  /** What errors cost, in the order of the classes; all the same by default. */
  readonly lossMatrix?: Matrix;
  /** What the risk is the mean of; items by default. */
  readonly measure?: Measure;
  /** What the label of a row costs: a column or a rule. xPAL then chooses by gain per cost. */
  readonly labelCost?: string;
  /** Which rows need no cost besides those with a label in the table. */
  readonly isKnown?: (row: number) => boolean;
  /** The seed of all random choices; 0 by default. */
  readonly seed?: number;
  /** Whether every open row is compared over all rows of a large table, too. */
  readonly exact?: boolean;
}

/** How items are compared, and by what their classes are predicted if not by that. */
export interface ModelKernel {
  readonly kernel: Kernel;
  readonly predictor?: Predictor;
}

/** A table with all that a learner of it is made of; labels are those in the table. */
export interface TableModel extends PoolData, ModelKernel {
  readonly table: Table;
  readonly recipe: Recipe;
  readonly strategy: Strategy;
  readonly seed: number;
  readonly lossMatrix?: Matrix;
  readonly measure?: Measure;
  /** What the label of each row costs; null where all cost the same. */
  readonly labelCosts: Float64Array | null;
  readonly exact?: boolean;
}

/**
 * The model of a table.
 * @throws XpalError if the recipe does not fit the table, or a setting does not fit either.
 * @example modelFor(balanceScale(), fitRecipe(balanceScale()).recipe).strategy.name // "xpal"
 */
export function modelFor(table: Table, recipe: Recipe, settings: ModelSettings = {}): TableModel {
  checkParts("modelFor", "settings", settings, "settings", []);
  const { learns = true, pinned = [], strategy = "xpal", labelCost, seed = 0 } = settings;
  const { lossMatrix, measure, exact } = settings;
  const { features, kernel: base, labels, classes: fitted, notices } = applyRecipe(recipe, table);
  const classes = settings.classes ?? fitted;
  const start = { ...learningFor(recipe, classes), ...settings.learned, pinned: featureColumns(recipe, pinned) };
  const { kernel, predictor }: ModelKernel = learns ? learnedModel(base, start) : { kernel: base };
  const isKnown = (row: number) => labels[row] !== UNLABELLED || settings.isKnown?.(row) === true;
  const labelCosts =
    labelCost === undefined ? null : labelCostsOf("modelFor", table, labelCost, (row) => !isKnown(row));
  return {
    ...{ table, recipe, features, kernel, predictor, labels, notices, labelCosts },
    ...{ seed, lossMatrix, measure, exact },
    classes,
    strategy: strategyFor(strategy, kernel, measure, labelCosts),
  };
}

/**
 * The kernel and the predictor of a model that learns, the default of the product.
 * @param base The kernel to start from.
 * @param options What `learningFor` gives, and what else the learned kernel is told.
 * @example learnedModel(rbf({ bandwidth: 1 }), {}).kernel.name // "learned"
 */
export function learnedModel(base: Kernel, options: LearningStart & Omit<LearnedKernelOptions, "base">): ModelKernel {
  checkParts("learnedModel", "base", base, "a kernel", ["name", "similarity"]);
  checkParts("learnedModel", "options", options, "options", []);
  const { predictor, classPoints: known, ...start } = options;
  const [kernel, rest] = predictor === "ridge" ? [base, ridge()] : [learnedKernel({ ...start, base }), mixture()];
  return { kernel, predictor: known === undefined ? rest : classPoints({ ...known, rest }) };
}

/** The strategy of a name with the options that suit kernel and measure, by gain per cost where labels cost differently. */
function strategyFor(
  name: string,
  kernel: Kernel,
  measure: Measure | undefined,
  labelCosts: Float64Array | null,
): Strategy {
  const { make, optionsFor } = strategyNamed(name);
  const options = optionsFor(kernel, measure);
  if (labelCosts === null) return make(options);
  if (name === "xpal") return make({ ...options, labelCosts });
  return reject("modelFor", "labelCost", "must go with the strategy xpal, whose score is a gain", name);
}

/**
 * What `Learner.create` takes for a model, but for answers and engine.
 * @example learnerOptions(modelFor(balanceScale(), fitRecipe(balanceScale()).recipe)).seed // 0
 */
export function learnerOptions(model: TableModel): LearnerOptions & { readonly features: Features } {
  checkParts("learnerOptions", "model", model, "a model of a table", ["features", "kernel", "strategy"]);
  const { features, kernel, predictor, classes, strategy, seed, lossMatrix, measure, exact } = model;
  return { features, kernel, predictor, classes, strategy, seed, lossMatrix, measure, exact };
}
