import type { Matrix, SparseMatrix } from "@xpal/core";
import type { LearningStart } from "@xpal/data";

/** Which kernel columns are compared with; it also decides how they are prepared. */
export type DatasetKernel = "rbf" | "hamming" | "cosine";

/** Columns that share a kernel. */
export interface DatasetGroup {
  readonly kernel: DatasetKernel;
  /** Rows in file order; raw numbers, or for the Hamming kernel every feature one-hot coded over all rows. */
  readonly features: Matrix | SparseMatrix;
  /** Columns of the RBF kernel that no split scales, such as those that say where a value was missing. */
  readonly unscaled?: readonly number[];
  /** What the cosine kernel makes of vectors that point away from each other; rejected by default. */
  readonly negative?: "zero";
}

/** A column of the table that a dataset was made of, and how many feature columns it became. */
export interface DatasetColumn {
  readonly name: string;
  readonly features: number;
}

/** A table ready for the protocol: columns with their kernel, and one class per row. */
export interface Dataset extends DatasetGroup {
  readonly name: string;
  /** The class names in sorted order: the index decides ties. */
  readonly classes: readonly string[];
  /** One class index per row. */
  readonly labels: Uint32Array;
  /** Further columns with kernels of their own, as in a table of numbers and words; the similarities are multiplied. */
  readonly others?: readonly DatasetGroup[];
  /** How a model that learns begins on these features, where a plan says nothing. */
  readonly learning?: LearningStart;
  /** The table's columns in the order of the feature columns, groups side by side; not known of every dataset. */
  readonly columns?: readonly DatasetColumn[];
}

/** All groups of a dataset. */
export function groupsOf(dataset: Dataset): readonly DatasetGroup[] {
  return [dataset, ...(dataset.others ?? [])];
}
