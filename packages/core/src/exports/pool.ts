// Matrices, pools, labels and errors.

export { candidatesOf, describeSample } from "../candidates.ts";
export type { ClassName } from "../classes.ts";
export { type ErrorCode, type ErrorParts, XpalError } from "../error.ts";
export type { EvaluationOptions, EvaluationSet } from "../evaluation-set.ts";
export type { FeatureGroups, Features, SparseMatrix } from "../features.ts";
export { type Aside, type LabelledItem, Labels, type LabelsJSON } from "../labels.ts";
export { type Matrix, matrix, matrixFrom } from "../matrix.ts";
export { pickItems } from "../pick-items.ts";
export {
  createPool,
  type KernelName,
  type Pool,
  type PoolOptions,
} from "../pool.ts";
