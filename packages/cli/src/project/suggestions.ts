// The rows to label next with what each answer is worth, in numbers that a script can read.

import { type Batch, type Learner, XpalError } from "@xpal/core";
import { UNLABELLED } from "@xpal/data";
import { amount } from "../terminal/amount.ts";
import type { Project } from "./open-project.ts";

/** A row to label. */
export interface RowSuggestion {
  /** The data row, from 0. */
  readonly row: number;
  /** The expected drop in error rate, or in mean cost, if only this row were answered. */
  readonly gain: number;
  /** The same in rows of the file, or in cost over all of them. */
  readonly items: number;
  /** The standard error of the gain, where it is a mean over a sample of the rows. */
  readonly standardError?: number;
  readonly predicted: string;
  readonly probability: number;
  /** What its label costs, where a column says so. */
  readonly labelCost?: number;
  /** The strategy's own score, per cost of the label where that is told; in a spread batch after the rows before it. */
  readonly score: number;
}

/**
 * The rows to label next, best first.
 * @throws XpalError if every row has a label or was skipped.
 */
export async function suggestRows(
  project: Project,
  learner: Learner,
  { count, batch }: { readonly count: number; readonly batch: Batch },
): Promise<RowSuggestion[]> {
  const suggestions = await learner.suggest(count, { batch });
  if (suggestions.length === 0) rejectFullyLabelled(project);
  const predicted = await learner.predict();
  const { cols, data } = await learner.probabilities();
  const rows: RowSuggestion[] = [];
  for (const { index, score } of suggestions) {
    const { gain, items, standardError } = await learner.preview(index);
    const y = learner.pool.classes.indexOf(predicted[index]);
    rows.push({
      row: index,
      gain,
      ...(project.large === undefined ? { items } : { items: gain * project.large.rows }),
      ...(standardError === null ? {} : { standardError }),
      predicted: String(predicted[index]),
      probability: data[index * cols + y],
      ...(project.model.labelCosts === null ? {} : { labelCost: project.model.labelCosts[index] }),
      score,
    });
  }
  return rows;
}

function rejectFullyLabelled({ labelColumn, labels, answers }: Project): never {
  const skipped = labels.reduce(
    (sum, label, row) => sum + (label === UNLABELLED && answers.skipped.has(row) ? 1 : 0),
    0,
  );
  const found = skipped === 0 ? "every row is labelled" : `every row is labelled or was skipped (${skipped})`;
  throw new XpalError("bad-argument", {
    who: "suggestRows",
    argument: `column ${JSON.stringify(labelColumn)}`,
    rule: `must have an empty cell, but ${found}`,
    wayOut: "xpal evaluate works on labelled files, xpal predict on new rows",
  });
}

/** How many rows have a label, and how many are open. */
export function labelCounts(project: Project): { labelled: number; skipped: number; open: number } {
  let labelled = 0;
  let skipped = 0;
  project.labels.forEach((label, row) => {
    if (label !== UNLABELLED) labelled++;
    else if (project.answers.skipped.has(row)) skipped++;
  });
  if (project.large !== undefined) labelled += project.large.labelled - project.large.survey.labelled.rows;
  return { labelled, skipped, open: rowCount(project) - labelled - skipped };
}

/** The same in words, without a full stop; rows that were skipped are told, since they are neither. */
export function countsWords(project: Project): string {
  const { labelled, skipped, open } = labelCounts(project);
  const aside = skipped === 0 ? "" : `, ${skipped} ${skipped === 1 ? "was" : "were"} skipped`;
  const are = (count: number) => `${count} ${count === 1 ? "is" : "are"}`;
  const all = amount(rowCount(project), "row");
  return `${labelled} of ${all} ${labelled === 1 ? "is" : "are"} labelled${aside}, ${are(open)} open`;
}

/** How many rows the file has. */
export function rowCount({ labels, large }: Pick<Project, "labels" | "large">): number {
  return large?.rows ?? labels.length;
}
