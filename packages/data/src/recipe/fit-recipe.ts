// Learns a recipe from a table: a role for each column, then one group of features per kind of column with the kernel
// that the paper uses for it: RBF for standardised numbers, Hamming for categories; RBF also for centred vectors
// and texts, cosine for word counts. A mixed table multiplies them: two items are similar if they are in every respect.

import { type KernelJSON, type Matrix, meanBandwidth, meanHammingBandwidth } from "@xpal/core";
import { checkNumber, reject } from "@xpal/core/check";
import { checkTable } from "../table/check-table.ts";
import type { Notice } from "../table/notice.ts";
import { type Column, columnOf, type Table } from "../table/table.ts";
import { encoderWidth, groupFeatures } from "./apply-recipe.ts";
import { type ColumnFitters, plainFitters } from "./column-fitters.ts";
import { namesId } from "./id-name.ts";
import { fitLsa, fitLsaBeside } from "./lsa-encoder.ts";
import type { ColumnRole, Encoder, FeatureGroup, Recipe, VectorEncoder } from "./recipe.ts";
import { checkRecipeOptions, givenRole, type RecipeOptions } from "./recipe-options.ts";
import { fitText } from "./text-encoder.ts";

/** A recipe with its notices. */
export interface FittedRecipe {
  readonly recipe: Recipe;
  readonly notices: readonly Notice[];
}

/**
 * Fits a recipe to a table.
 * @throws XpalError if an option is unknown, the label column does not exist (the message offers the nearest name), fewer than
 * two classes are known, no column is left to learn from, or a missing value is rejected.
 * @example fitRecipe(balanceScale()).recipe.groups[0].kernel.name // "rbf"
 */
export function fitRecipe(table: Table, options: RecipeOptions = {}): FittedRecipe {
  checkTable("fitRecipe", table);
  return fitRecipeBy(table, options, plainFitters(table));
}

/** The same with columns that are learned in another way. */
export function fitRecipeBy(table: Table, options: RecipeOptions, fitters: ColumnFitters): FittedRecipe {
  checkRecipeOptions(table, options);
  if (table.rows < 2) {
    reject("fitRecipe", table.source ?? "the table", "must have at least two rows", table.rows);
  }
  const labelName = options.label === undefined ? (table.target ?? null) : options.label;
  if (labelName === null && options.classes !== undefined) {
    reject("fitRecipe", "options.classes", "must come with a label column", undefined, "name it by the option label");
  }
  const label = labelName === null ? null : fitters.label(labelName, options.classes?.map(String));
  const notices: Notice[] = [...(label?.notices ?? [])];
  let columns = table.columns.map((column) => roleOf(column, labelName, table, options, fitters));
  let groups = fitGroups(table, columns, options, notices, fitters);
  if (groups.length === 0) {
    columns = columns.map((column) => asShortText(column, options));
    groups = fitGroups(table, columns, options, [], fitters);
  }
  if (groups.length === 0) {
    reject(
      "fitRecipe",
      table.source ?? "the table",
      "must have a column to learn from",
      undefined,
      "give a column the role numeric, categorical, text or vector",
    );
  }
  return {
    recipe: { format: "xpal-recipe", version: 1, columns, label: label?.label ?? null, groups },
    notices,
  };
}

function roleOf(
  column: Column,
  label: string | null,
  table: Table,
  options: RecipeOptions,
  fitters: ColumnFitters,
): ColumnRole {
  const { name, type } = column;
  if (name === label) return { name, type, role: "label", reason: "the label column" };
  const chosen = givenRole(options.roles, name);
  if (chosen === "label") {
    reject(
      "fitRecipe",
      `the role of ${name}`,
      'must not be "label"',
      undefined,
      "name the label column by the option label",
    );
  }
  if (chosen === undefined && name === table.truth)
    return { name, type, role: "ignored", reason: "the folder that a file lies in; it can be the label" };
  if (chosen !== undefined) return { name, type, role: chosen, reason: "as asked" };
  const inferred = fitters.role(column);
  if (inferred.role !== "text" && table.columns.some((other) => isMadeOf(other, name)))
    return { name, type, role: "text", reason: "texts that a model has read" };
  return { name, type, ...inferred };
}

/** Short values that are all different may be ids; in a list of names they are all there is. */
function asShortText(column: ColumnRole, { roles }: RecipeOptions): ColumnRole {
  const { name, type, role } = column;
  if (type !== "text" || role !== "id" || givenRole(roles, name) !== undefined || namesId(name)) return column;
  return { name, type, role: "text", reason: "short texts, and nothing else to learn from" };
}

/** Whether a column holds a model's vectors of the texts of another one. */
function isMadeOf(vectors: Column, name: string): boolean {
  if (vectors.type !== "vector" || vectors.embedded?.reads !== "texts") return false;
  return vectors.embedded.columns.includes(name);
}

/** Groups without their kernels, by kind; a kernel for all merges the kinds that it can read. */
function fitGroups(
  table: Table,
  columns: readonly ColumnRole[],
  options: RecipeOptions,
  notices: Notice[],
  fitters: ColumnFitters,
): FeatureGroup[] {
  const { kernel = "auto", missing = "median", vectors = "rbf", texts: textKernel = "rbf" } = options;
  const named = (role: string) =>
    columns.filter((column) => column.role === role).map(({ name }) => columnOf(table, name));
  const standardise = kernel !== "cosine";
  const numbers = named("numeric").flatMap((column) => {
    const encoder =
      kernel === "hamming"
        ? fitters.oneHot(column, missing === "reject" ? "reject" : "category")
        : fitters.numeric(column, { missing, standardise });
    return kept(column, encoder, notices, fitters);
  });
  const categories = named("categorical").flatMap((column) =>
    kept(column, fitters.oneHot(column, missing === "reject" ? "reject" : "category"), notices, fitters),
  );
  const embeddings = named("vector").map((column) =>
    fitters.vector(column, (kernel === "auto" ? vectors : kernel) === "rbf"),
  );
  const texts = named("text").map(({ name }) => name);
  const oneDense = kernel === "rbf" || kernel === "hamming";
  if (kernel === "hamming" && texts.length > 0) rejectKernel(kernel, `text in ${texts.join(", ")}`);
  if (kernel === "hamming" && embeddings.length > 0) rejectKernel(kernel, "vectors");
  const onText = kernel === "cosine" || kernel === "rbf" ? kernel : textKernel;
  const together = oneDense || options.categories === "one-hot";
  const kinds: [string, Encoder[], string][] = [
    ["numbers", together ? [...numbers, ...categories] : numbers, kernel === "auto" ? "rbf" : kernel],
    ["categories", together ? [] : categories, kernel === "auto" ? "hamming" : kernel],
    ...pointKinds(table, texts, oneDense ? [] : embeddings, onText, kernel === "auto" ? vectors : kernel, options),
  ];
  if (oneDense) kinds[0][1].push(...embeddings);
  return withKernels(
    table,
    kinds.filter(([, encoders]) => encoders.length > 0),
    options.bandwidth,
    fitters.rows,
  );
}

/** Texts and vectors: one point for each row where both are compared by RBF, else a kind for each. */
function pointKinds(
  table: Table,
  texts: readonly string[],
  vectors: readonly VectorEncoder[],
  onText: string,
  onVectors: string,
  { text = {} }: RecipeOptions,
): [string, Encoder[], string][] {
  if (texts.length > 0 && vectors.length > 0 && onText === "rbf" && onVectors === "rbf") {
    return [["texts", fitLsaBeside(vectors, table, texts, text), "rbf"]];
  }
  const words = () => (onText === "cosine" ? fitText(table, texts, text) : fitLsa(table, texts, text));
  return [
    ...vectors.map((encoder): [string, Encoder[], string] => [encoder.column, [encoder], onVectors]),
    ["texts", texts.length === 0 ? [] : [words()], onText],
  ];
}

function rejectKernel(kernel: string, what: string): never {
  reject("fitRecipe", "options.kernel", `must be able to read ${what}`, kernel, 'use "auto" or "cosine"');
}

/** Drops a column without information and adds a notice; another notice says how missing values are treated. */
function kept<E extends Encoder>(
  column: Column,
  encoder: E | undefined,
  notices: Notice[],
  fitters: ColumnFitters,
): E[] {
  const name = JSON.stringify(column.name);
  const missing = fitters.missing(column);
  if (encoder === undefined) {
    const why = missing === 0 ? "it has the same value in every row" : "it has no two different values";
    notices.push({ code: "constant-column", message: `column ${name} was dropped, since ${why}`, column: column.name });
    return [];
  }
  if (missing > 0) {
    const how =
      encoder.kind === "numeric" ? "replaced by the median, with an indicator column" : "a category of their own";
    const message = `column ${name}: ${missing} missing ${missing === 1 ? "value is" : "values are"} ${how}`;
    notices.push({ code: "missing-values", message, column: column.name });
  }
  return [encoder];
}

function withKernels(
  table: Table,
  kinds: readonly [string, Encoder[], string][],
  bandwidth: number | undefined,
  rows: number,
): FeatureGroup[] {
  const scaled = kinds.filter(([, , kernel]) => kernel !== "cosine");
  if (bandwidth !== undefined && scaled.length !== 1) {
    checkNumber("fitRecipe", "options.bandwidth", bandwidth, 0);
    reject(
      "fitRecipe",
      "options.bandwidth",
      `must belong to exactly one kernel, but ${scaled.length} have a bandwidth`,
      undefined,
      "edit the recipe's kernels instead",
    );
  }
  return kinds.map(([name, encoders, kernel]) => ({
    name,
    encoders,
    kernel: kernelFor(kernel, table, encoders, bandwidth, rows),
  }));
}

/** Only the Hamming kernel's bandwidth needs the features themselves; the others need at most their number. */
function kernelFor(
  kernel: string,
  table: Table,
  encoders: readonly Encoder[],
  bandwidth: number | undefined,
  rows: number,
): KernelJSON {
  if (kernel === "rbf") {
    const width = encoders.reduce((sum, encoder) => sum + encoderWidth(encoder), 0);
    return { name: "rbf", bandwidth: bandwidth ?? meanBandwidth(rows, width) };
  }
  if (kernel === "hamming") {
    const features = () => groupFeatures({ encoders }, table, []) as Matrix;
    return { name: "hamming", bandwidth: bandwidth ?? meanHammingBandwidth(features()) };
  }
  return { name: "cosine", negative: encoders.some(mayBeNegative) ? "zero" : "reject" };
}

/** Embeddings and plain numbers may point away from each other; counts cannot. */
function mayBeNegative(encoder: Encoder): boolean {
  return encoder.kind === "vector" || encoder.kind === "numeric";
}
