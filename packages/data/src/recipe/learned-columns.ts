// What a kernel has learned about the columns of a table, as data that commands, reports and pages put into words: how much
// each column counts, how sure that is, what the answers say for and against it, and which columns are not used at all.

import {
  type ColumnVerdict,
  type Features,
  isLearnedKernel,
  type Kernel,
  type Labels,
  type LearnedKernel,
} from "@xpal/core";
import { checkParts } from "@xpal/core/check";
import { encoderWidth } from "./apply-recipe.ts";
import { checkRecipe } from "./check-recipe.ts";
import { comparedColumns } from "./column-choices.ts";
import { type ColumnImportance, columnImportance } from "./column-importance.ts";
import { predictsByRidge } from "./predicts-by-ridge.ts";
import type { Recipe } from "./recipe.ts";
import type { Role } from "./role.ts";

/** A column with its weight, and what the answers say about it. */
export interface LearnedColumn extends ColumnImportance {
  /**
   * The part of the weight that all fits agree on: the end of the range that is nearer to 1, and 1 if some fits put it above and
   * some below. Of columns that matter equally a single fit may take one and leave the others.
   */
  readonly weight: number;
  /** The weight relative to the mean of all columns. */
  readonly relative: number;
  readonly verdict: ColumnVerdict;
  /** ln of how much likelier the labels are with the column than without it; 3 and more is strong. */
  readonly without: number;
  /** Whether somebody has pinned it: it counts at least as much as at the start. */
  readonly pinned: boolean;
}

/** A column that no item is compared by. */
export interface UnusedColumn {
  readonly name: string;
  /** "image": vectors that came with the images are compared in their place. */
  readonly why: "ignored" | "id" | "image" | "constant";
}

/**
 * learned: the labels weigh the columns; alike: they were looked at, and no weights are clearly better than none; few: there
 * are too few labels; unweighed: this kernel or these features have no weights; fixed: the kernel does not learn.
 */
export type LearnedColumnsState = "learned" | "alike" | "few" | "unweighed" | "fixed";

/** What was learned about the columns, the heaviest first. */
export interface LearnedColumns {
  readonly state: LearnedColumnsState;
  /** Empty unless the state is "learned" or "alike". */
  readonly columns: readonly LearnedColumn[];
  readonly unused: readonly UnusedColumn[];
  /** On how many labelled rows the weights were fitted. */
  readonly fittedOn?: number;
  /** The part of the kernel that these weights make up, and that of all learned metrics. */
  readonly share?: number;
  readonly metricShare?: number;
  /** Where there are too few labels: how many it takes at least, and how many of each class. */
  readonly needed?: { readonly labels: number; readonly perClass: number };
  /** Why no column is weighed, in words. */
  readonly reason?: string;
}

/**
 * What some labels have taught a kernel about the columns of a recipe. It takes five more fits, and some twenty scores of
 * the labels for each column.
 * @param features What `applyRecipe` made of the table.
 * @example
 * const { recipe } = fitRecipe(balanceScale());
 * const { features, kernel, classes } = applyRecipe(recipe, balanceScale());
 * const pool = createPool({ features, kernel, classes });
 * learnedColumns(recipe, pool, Labels.none(pool)).state // "fixed"
 */
export function learnedColumns(
  recipe: Pick<Recipe, "groups" | "columns">,
  pool: { readonly features: Features; readonly kernel: Kernel },
  labels: Labels,
): LearnedColumns {
  checkRecipe("learnedColumns", recipe);
  checkParts("learnedColumns", "pool", pool, "a pool", ["features", "kernel"]);
  const { features, kernel } = pool;
  const unused = unusedColumns(recipe);
  const nothing = { columns: [], unused };
  if (predictsByRidge(recipe)) return { state: "unweighed", ...nothing, reason: COMPARED_WHOLE };
  if (!isLearnedKernel(kernel)) return { state: "fixed", ...nothing };
  const { settings } = kernel;
  const { learned } = kernel.stateAt(features, labels);
  const tooFew = { state: "few", ...nothing, needed: neededLabels(kernel, labels) } as const;
  if (learned === null) return tooFew;
  const evidence = kernel.evidenceAt(features, labels, columnNumbers(recipe));
  const skipped = learned.skipped.find(({ name }) => name === "weights");
  if (evidence === null) {
    if (labels.count < settings.fitAt[0] + settings.delay) return tooFew;
    return { state: "unweighed", ...nothing, reason: skipped?.reason ?? "column weights are not among its metrics" };
  }
  const metrics = learned.groups.filter(({ metric }) => metric !== undefined);
  const metricShare = metrics.reduce((sum, { share }) => sum + share, 0);
  const weights = metrics.find(({ name }) => name === "weights");
  const fitted = metricShare > 0 && weights?.metric !== undefined ? kernel.columnsAt(features, labels) : null;
  const found = columnImportance(recipe, features, fitted ?? columnNumbers(recipe).map(() => ALIKE));
  const importance = found.map((column) => ({ ...column, weight: agreedWeight(column) }));
  const isWeighed = importance.some(({ weight }) => weight !== 1);
  const mean = importance.reduce((sum, { weight }) => sum + weight / importance.length, 0);
  const pinned = new Set(settings.pinned);
  const first = firstFeatures(recipe);
  const columns = importance.map((column, c): LearnedColumn => {
    const { verdict, without } = evidence[c];
    return { ...column, relative: column.weight / mean, verdict, without, pinned: pinned.has(first[c]) };
  });
  return {
    state: isWeighed ? "learned" : "alike",
    columns: columns.sort((a, b) => b.relative - a.relative || b.without - a.without),
    unused,
    ...(isWeighed ? { fittedOn: weights?.metric?.fittedOn, share: weights?.share, metricShare } : {}),
  };
}

/** The weight in the range that is nearest to 1. */
function agreedWeight({ low, high }: ColumnImportance): number {
  return Math.min(Math.max(1, low), high);
}

const COMPARED_WHOLE = "a text, an image or an embedding is compared as a whole";

/** Whether what a file says has the form of learned columns; otherwise it is computed anew. */
export function isLearnedColumns(value: unknown): value is LearnedColumns {
  const { state, columns, unused } = (value ?? {}) as Partial<LearnedColumns>;
  const isColumn = (column: Partial<LearnedColumn>) =>
    Array.isArray(column?.columns) &&
    [column.weight, column.low, column.high, column.relative].every((number) => typeof number === "number");
  return typeof state === "string" && Array.isArray(columns) && Array.isArray(unused) && columns.every(isColumn);
}

const ALIKE = { weight: 1, low: 1, high: 1, ignored: false };

/** The number of the encoder of each feature column. */
function columnNumbers({ groups }: Pick<Recipe, "groups">): number[] {
  return groups
    .flatMap(({ encoders }) => encoders)
    .flatMap((encoder, c) => new Array<number>(encoderWidth(encoder)).fill(c));
}

function firstFeatures({ groups }: Pick<Recipe, "groups">): number[] {
  let next = 0;
  return groups
    .flatMap(({ encoders }) => encoders)
    .map((encoder) => {
      const first = next;
      next += encoderWidth(encoder);
      return first;
    });
}

function neededLabels({ settings, neededAt }: LearnedKernel, labels: Labels): { labels: number; perClass: number } {
  const { from, perClass, fitAt, delay } = settings;
  const seen = new Set(labels.labelled.flatMap(({ counts }) => [...counts.keys()].filter((y) => counts[y] > 0))).size;
  const needed = neededAt(labels);
  return {
    labels: Math.max(needed, (fitAt[0] ?? from) + delay),
    perClass: needed === seen * (perClass + 1) && needed > from ? perClass + 1 : perClass,
  };
}

const WHY: Readonly<Partial<Record<Role, UnusedColumn["why"]>>> = { id: "id", ignored: "ignored", image: "image" };

function unusedColumns(recipe: Pick<Recipe, "groups" | "columns">): UnusedColumn[] {
  const used = new Set([...comparedColumns(recipe), ...readColumns(recipe)]);
  return recipe.columns.flatMap(({ name, role }): UnusedColumn[] => {
    if (role === "label" || used.has(name)) return [];
    return [{ name, why: WHY[role] ?? "constant" }];
  });
}

/** The columns of vectors that were made from images are read, although the images' column gives the name. */
function readColumns({ groups }: Pick<Recipe, "groups">): string[] {
  return groups.flatMap(({ encoders }) => encoders.flatMap((one) => (one.kind === "vector" ? [one.column] : [])));
}
