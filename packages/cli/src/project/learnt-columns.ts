// What the kernel has learnt about the columns: how much each counts, how sure that is, and which are ignored; or the
// reason in one sentence why there is nothing to say yet.
import { type ColumnImportance, columnImportance } from "@xpal/data";
import { isLearning, type Learner, type LearningSettings } from "xpal";
import type { Project } from "./open-project.ts";

/** A column with its weight, also relative to the mean of all columns. */
export interface LearntColumn extends ColumnImportance {
  readonly relative: number;
}

/** What was learnt about the columns, the heaviest first; without columns there is a reason. */
export interface LearntColumns {
  readonly columns: readonly LearntColumn[];
  /** On how many labelled rows the weights were fitted. */
  readonly fittedOn?: number;
  /** The part of the kernel that these weights make up, and that of all learnt metrics. */
  readonly share?: number;
  readonly metricShare?: number;
  readonly reason?: string;
}

/** What was learnt from a learner's labels; it takes five more fits. */
export function learntColumns({ recipe }: Pick<Project, "recipe">, { pool, labels }: Learner): LearntColumns {
  const { kernel, features } = pool;
  if (!isLearning(kernel)) return none("Columns count as they are given: only --kernel learn weighs them.");
  const { learnt } = kernel.stateAt(features, labels);
  if (learnt === null) return none(tooFew(kernel.settings));
  const skipped = learnt.skipped.find(({ name }) => name === "weights");
  const { fitAt, delay } = kernel.settings;
  if (skipped !== undefined) {
    return none(labels.count < fitAt[0] + delay ? tooFew(kernel.settings) : `No column is weighed: ${skipped.reason}.`);
  }
  const metrics = learnt.groups.filter(({ metric }) => metric !== undefined);
  const metricShare = metrics.reduce((sum, { share }) => sum + share, 0);
  if (metricShare === 0) {
    return none("Columns count alike: no weights explain the labels clearly better than the columns as given.");
  }
  const weights = metrics.find(({ name }) => name === "weights");
  const columns = columnImportance(recipe, features, kernel.columnsAt(features, labels) ?? []);
  const mean = columns.reduce((sum, { weight }) => sum + weight / columns.length, 0);
  return {
    columns: columns
      .map((column) => ({ ...column, relative: column.weight / mean }))
      .sort((a, b) => b.relative - a.relative),
    ...(weights?.metric && { fittedOn: weights.metric.fittedOn, share: weights.share }),
    metricShare,
  };
}

function none(reason: string): LearntColumns {
  return { columns: [], reason };
}

function tooFew({ from, perClass, fitAt, delay }: LearningSettings): string {
  const rows = Math.max(from, fitAt[0] + delay);
  const each = perClass > 0 ? `, and at least ${perClass} for each class seen` : "";
  return `Columns count alike until at least ${rows} rows are labelled${each}.`;
}
