// A table through a fitted recipe: features, kernel, labels and classes, ready for `createPool`.

import { type Features, type Kernel, kernelFromJSON, type Matrix, matrix, product } from "@xpal/core";
import { nearestName, reject } from "@xpal/core/check";
import { checkTable } from "../table/check-table.ts";
import type { Notice } from "../table/notice.ts";
import { type Column, columnOf, type Table } from "../table/table.ts";
import { checkRecipe } from "./check-recipe.ts";
import { applyLabel, UNLABELLED } from "./label-encoder.ts";
import { applyLsa } from "./lsa-encoder.ts";
import { applyNumeric, checkDates } from "./numeric-encoder.ts";
import { applyOneHot, oneHotWidth } from "./one-hot-encoder.ts";
import { columnsOf, type Encoder, type FeatureGroup, type Recipe } from "./recipe.ts";
import { applyText } from "./text-encoder.ts";
import { applyVector } from "./vector-encoder.ts";

/** The result of applying a recipe to a table. `features`, `kernel` and `classes` are what `createPool` takes. */
export interface PoolData {
  readonly features: Features;
  readonly kernel: Kernel;
  /** The class index of each row, -1 where it is unlabelled. */
  readonly labels: Int32Array;
  readonly classes: readonly string[];
  readonly notices: readonly Notice[];
}

/** More numbers than this do not fit into one array. */
const MAX_NUMBERS = 2 ** 31;

/**
 * Applies a fitted recipe to a table. A missing label column means that nothing is labelled; columns that the recipe
 * does not know are left out; a category it does not know becomes a row of zeros, with a notice; a missing number becomes the
 * fitted median, unless the recipe rejects it.
 * @throws XpalError if a feature column is missing (the message offers the nearest name) or of another type (dates where
 * numbers were learned, or the reverse, too), or a label is not one of the classes.
 * @example applyRecipe(fitRecipe(balanceScale()).recipe, balanceScale()).classes // ["B", "L", "R"]
 */
export function applyRecipe(recipe: Recipe, table: Table): PoolData {
  checkRecipe("applyRecipe", recipe);
  checkTable("applyRecipe", table);
  checkColumns(recipe, table);
  checkNumericColumns(recipe, table);
  const notices: Notice[] = [];
  const parts = recipe.groups.map((group) => groupFeatures(group, table, notices));
  const kernels = recipe.groups.map((group) => kernelFromJSON(group.kernel));
  return {
    features: parts.length === 1 ? parts[0] : { rows: table.rows, groups: parts },
    kernel: kernels.length === 1 ? kernels[0] : product(kernels),
    labels: recipe.label === null ? new Int32Array(table.rows).fill(UNLABELLED) : applyLabel(recipe.label, table),
    classes: recipe.label?.classes ?? [],
    notices,
  };
}

function checkColumns(recipe: Recipe, table: Table): void {
  if (table.rows === 0) reject("applyRecipe", table.source ?? "the table", "must have at least one row");
  const names = table.columns.map(({ name }) => name);
  const needed = recipe.groups.flatMap(({ encoders }) => encoders.flatMap(columnsOf));
  const missing = needed.filter((name) => !names.includes(name));
  if (missing.length === 0) return;
  const near = nearestName(
    missing[0],
    names.filter((name) => !needed.includes(name)),
  );
  reject(
    "applyRecipe",
    table.source ?? "the table",
    `must have the columns of the recipe, but it lacks ${missing.join(", ")}`,
    undefined,
    near === undefined ? undefined : `did you mean ${JSON.stringify(near)}?`,
  );
}

/** The encoder of a column does not tell what it was: the list of columns does. */
function checkNumericColumns({ groups, columns }: Recipe, table: Table): void {
  for (const encoder of groups.flatMap(({ encoders }) => encoders)) {
    if (encoder.kind !== "numeric") continue;
    const isDate =
      encoder.reads?.kind === "date" || columns.find(({ name }) => name === encoder.column)?.type === "date";
    checkDates("applyRecipe", table, columnOf(table, encoder.column), isDate);
  }
}

/** The features of one group; notices are added to the list. */
export function groupFeatures(
  group: Pick<FeatureGroup, "encoders">,
  table: Table,
  notices: Notice[],
): Exclude<Features, { groups: unknown }> {
  const [first] = group.encoders;
  if (first.kind === "tf-idf") return applyText(first, table);
  const widths = group.encoders.map(encoderWidth);
  const cols = widths.reduce((sum, width) => sum + width, 0);
  if (table.rows * cols > MAX_NUMBERS) {
    reject(
      "applyRecipe",
      "the features",
      `must be at most 2^31 numbers, but ${table.rows} x ${cols} are more`,
      undefined,
      "ignore columns with many categories, or take fewer rows",
      "does-not-fit",
    );
  }
  const features = matrix(table.rows, cols);
  let offset = 0;
  group.encoders.forEach((encoder, e) => {
    encode(encoder, table, features, offset, notices);
    offset += widths[e];
  });
  return features;
}

/**
 * How many columns of features an encoder makes.
 * @example encoderWidth({ kind: "vector", column: "embedding", length: 384 }) // 384
 */
export function encoderWidth(encoder: Encoder): number {
  switch (encoder?.kind) {
    case "numeric":
      return encoder.indicator ? 2 : 1;
    case "one-hot":
      return oneHotWidth(encoder);
    case "vector":
      return encoder.length;
    case "tf-idf":
      return encoder.words.length;
    case "lsa":
      return encoder.directions.cols;
    default:
      return reject("encoderWidth", "encoder", "must be an encoder of a recipe", encoder);
  }
}

function encode(encoder: Encoder, table: Table, into: Matrix, offset: number, notices: Notice[]): void {
  if (encoder.kind === "tf-idf") return; // alone in its group, see groupFeatures
  if (encoder.kind === "lsa") {
    applyLsa(encoder, table, into, offset);
    return;
  }
  const column = columnOf(table, encoder.column, "applyRecipe");
  if (encoder.kind === "vector") {
    applyVector(encoder, column, into, offset);
  } else if (encoder.kind === "numeric") {
    const missing = applyNumeric(encoder, table, column, into, offset);
    if (missing > 0) notices.push(imputed(column, missing, encoder.median));
  } else {
    notices.push(...unknownCategories(column, applyOneHot(encoder, column, into, offset)));
  }
}

function unknownCategories(column: Column, unknown: ReadonlyMap<string, number>): Notice[] {
  return Array.from(unknown, ([category, count]) => {
    const what = category === "" ? "a missing value" : `the category ${JSON.stringify(category)}`;
    const message = `column ${JSON.stringify(column.name)}: ${what}, unknown to the recipe, in ${count} ${rowsWord(count)}, counts as none of the known`;
    return { code: "unknown-category", message, column: column.name };
  });
}

function imputed(column: Column, missing: number, median: number): Notice {
  const message = `column ${JSON.stringify(column.name)}: ${missing} missing ${missing === 1 ? "value was" : "values were"} replaced by the median ${median}`;
  return { code: "imputed", message, column: column.name };
}

function rowsWord(count: number): string {
  return count === 1 ? "row" : "rows";
}
