// A labelled table as a problem to replay: the recipe learns from the part to ask about and is applied to the other
// part, as it would be to rows that come later.
import { applyRecipe, fitRecipe, type RecipeOptions, type Table, takeRows } from "@xpal/data";
import { adapted } from "../project/open-project.ts";
import type { KernelName } from "../project/project-options.ts";
import type { Task } from "./learning-curve.ts";
import { split } from "./split.ts";

/** The share of the rows that is kept for the test, as in the paper. */
export const TEST_SHARE = 0.4;

/** A table, the rows of it that have a label, and how it is read. */
export interface LabelledRows {
  /** Whether the kernel learns from the labels. */
  readonly kernel: KernelName;
  readonly table: Table;
  readonly rows: Uint32Array;
  /** The classes must be declared: a split may miss one. */
  readonly recipe: RecipeOptions & { readonly classes: readonly string[] };
}

/** The task that a seed splits the rows into. */
export function tableTask({ table, rows, recipe, kernel }: LabelledRows, seed: number): Task {
  const parts = split(rows.length, TEST_SHARE, seed);
  const pick = (part: Uint32Array) =>
    takeRows(
      table,
      part.map((place) => rows[place]),
    );
  const [asked, kept] = [pick(parts.train), pick(parts.test)];
  const fitted = fitRecipe(asked, recipe).recipe;
  const train = applyRecipe(fitted, asked);
  const test = applyRecipe(fitted, kept);
  return {
    train: train.features,
    test: test.features,
    kernel: adapted(train, { kernel }).kernel,
    classes: train.classes,
    trainLabels: train.labels,
    testLabels: test.labels,
  };
}
