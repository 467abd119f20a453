// A labelled table as a problem to replay. The recipe is the one that every command shows and uses: roles, categories
// and scales follow from the whole file, never from one shuffled part of it.
import { applyRecipe, type Recipe, type Table, takeRows } from "@xpal/data";
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
  /** Fitted to the whole table; its classes are all classes, since a split may miss one. */
  readonly recipe: Recipe;
}

/** The task that a seed splits the rows into. */
export function tableTask({ table, rows, recipe, kernel }: LabelledRows, seed: number): Task {
  const parts = split(rows.length, TEST_SHARE, seed);
  const pick = (part: Uint32Array) =>
    applyRecipe(
      recipe,
      takeRows(
        table,
        part.map((place) => rows[place]),
      ),
    );
  const [train, test] = [pick(parts.train), pick(parts.test)];
  return {
    train: train.features,
    test: test.features,
    kernel: adapted(train, { kernel }).kernel,
    classes: train.classes,
    trainLabels: train.labels,
    testLabels: test.labels,
  };
}
