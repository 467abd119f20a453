import type { Matrix } from "xpal";

/** Which kernel a dataset is compared with; it also decides how its features are prepared. */
export type DatasetKernel = "rbf" | "hamming" | "cosine";

/** A table ready for the protocol: numbers, and one class per row. */
export interface Dataset {
  readonly name: string;
  readonly kernel: DatasetKernel;
  /** Rows in file order; raw numbers, or for the Hamming kernel every feature one-hot coded over all rows. */
  readonly features: Matrix;
  /** The class names in sorted order: the index decides ties. */
  readonly classes: readonly string[];
  /** One class index per row. */
  readonly labels: Uint32Array;
}
