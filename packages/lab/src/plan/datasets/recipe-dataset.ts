// A table becomes a dataset of the protocol by the recipe that every command uses: the same roles, categories and
// groups of columns. Only the scales of numbers are left to each split, so that the test part has no say in them.

import type { Features, Matrix, SparseMatrix } from "@xpal/core";
import { checkParts, reject } from "@xpal/core/check";
import {
  applyRecipe,
  comparedColumns,
  type Encoder,
  encoderWidth,
  type FeatureGroup,
  fitRecipe,
  learningFor,
  type Notice,
  type Recipe,
  type RecipeOptions,
  type Table,
  takeRows,
  UNLABELLED,
} from "@xpal/data";
import type { Dataset, DatasetColumn, DatasetGroup, DatasetKernel } from "../../replay/dataset.ts";

/** Which dataset is wanted from a table. */
export interface RecipeDatasetOptions extends Pick<RecipeOptions, "roles" | "missing" | "kernel" | "bandwidth"> {
  readonly name: string;
  /** The class column; by default the one that the source names, or the last. */
  readonly label?: string;
}

/** A dataset, the recipe it was made with, and what there is to say about both. */
export interface RecipeDataset {
  readonly dataset: Dataset;
  readonly recipe: Recipe;
  readonly notices: readonly Notice[];
}

/**
 * The dataset in a table. Rows without a label are left out.
 * @throws XpalError if a column does not exist, an option makes no sense for the table, no column is left to learn from,
 * or fewer than two classes occur.
 */
export function recipeDataset(table: Table, { name, ...options }: RecipeDatasetOptions): RecipeDataset {
  const label = options.label ?? table.target ?? table.columns.at(-1)?.name ?? "class";
  const fitted = fitRecipe(table, { ...options, label });
  return { ...datasetOf(fitted.recipe, table, name), notices: fitted.notices };
}

/**
 * The labelled rows of a table as a dataset.
 * @param recipe A recipe with a label, fitted to the table.
 * @throws XpalError if no row is labelled.
 * @example datasetOf(fitRecipe(balanceScale()).recipe, balanceScale(), "scale").dataset.classes // ["B", "L", "R"]
 */
export function datasetOf(recipe: Recipe, table: Table, name: string): Omit<RecipeDataset, "notices"> {
  checkParts("datasetOf", "recipe", recipe, "a recipe", ["groups", "columns"]);
  const { features, labels, classes } = applyRecipe(unscaled(recipe), table);
  const rows = Uint32Array.from(labels.keys()).filter((row) => labels[row] !== UNLABELLED);
  if (rows.length === 0) reject("study", `${name}, column ${recipe.label?.column}`, "must hold the class of some rows");
  const part = rows.length === table.rows ? features : applyRecipe(unscaled(recipe), takeRows(table, rows)).features;
  const parts = "groups" in part ? part.groups : [part];
  const [first, ...others] = recipe.groups.map((group, g) => groupOf(group, parts[g]));
  return {
    dataset: {
      name,
      ...first,
      classes,
      labels: Uint32Array.from(rows, (row) => labels[row]),
      ...(others.length === 0 ? {} : { others }),
      learning: learningFor(recipe),
      columns: recipe.groups.flatMap(columnsOf),
    },
    recipe,
  };
}

/** The table's columns; texts that were read together are one. */
function columnsOf(group: FeatureGroup): DatasetColumn[] {
  return group.encoders.map((encoder) => {
    const names = comparedColumns({ groups: [{ ...group, encoders: [encoder] }] });
    return { name: names.join(", "), features: encoderWidth(encoder) };
  });
}

function groupOf({ kernel, encoders }: FeatureGroup, features: Features): DatasetGroup {
  const plain = kernel.name === "rbf" ? unscaledColumns(encoders) : [];
  return {
    kernel: kernel.name as DatasetKernel,
    features: features as Matrix | SparseMatrix,
    ...(plain.length === 0 ? {} : { unscaled: plain }),
    ...(kernel.negative === "zero" ? { negative: "zero" as const } : {}),
  };
}

/** A recipe that gives raw numbers: a split scales them by its training part. */
function unscaled(recipe: Recipe): Recipe {
  const groups = recipe.groups.map((group) => ({ ...group, encoders: group.encoders.map(rawNumbers) }));
  return { ...recipe, groups };
}

/** Vectors and texts are centred and scaled as a whole, which no column of its own may undo. */
function rawNumbers(encoder: Encoder): Encoder {
  return encoder.kind === "numeric" ? { ...encoder, mean: 0, deviation: 1 } : encoder;
}

/** All columns but plain numbers: categories and indicators are 0 or 1, vectors and texts are scaled by the recipe. */
function unscaledColumns(encoders: readonly Encoder[]): number[] {
  const columns: number[] = [];
  let at = 0;
  for (const encoder of encoders) {
    const width = encoderWidth(encoder);
    for (let d = encoder.kind === "numeric" ? 1 : 0; d < width; d++) columns.push(at + d);
    at += width;
  }
  return columns;
}
