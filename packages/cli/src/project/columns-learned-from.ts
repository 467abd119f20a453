// What all labels of a file say about its columns, for commands that have no learner of their own.

import { createPool, Labels } from "@xpal/core";
import { type LearnedColumns, learnedColumns } from "@xpal/data";
import { labelledInOrder } from "./labelled-in-order.ts";
import type { Project } from "./open-project.ts";

/** More rows say little more about columns, and take long. */
const MAX_ROWS = 200;

/** What was learned from the first labelled rows, in the order in which a kernel learns from them. */
export function columnsLearnedFrom(project: Project): LearnedColumns {
  const { features, kernel, classes } = project.model;
  const pool = createPool({ features, kernel, classes });
  const rows = labelledInOrder(project).slice(0, MAX_ROWS);
  const labels = Labels.from(
    pool,
    rows.map((row) => [row, classes[project.labels[row]]]),
  );
  return learnedColumns(project.recipe, { features, kernel }, labels);
}
