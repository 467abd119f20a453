// A learner as a file: everything that decides its next answer. Numbers are written so that they read back as the
// same doubles, hence a learner read back continues bit for bit.
import type { ClassName } from "../classes.ts";
import { costsOf } from "../classifier/costs-of.ts";
import { type Features, isGroups, isSparse } from "../features.ts";
import type { KernelJSON } from "../kernels/kernel.ts";
import { isLearnedKernel } from "../kernels/learning/is-learned-kernel.ts";
import type { Labels, LabelsJSON } from "../labels.ts";
import type { Pool } from "../pool.ts";
import type { PredictorJSON } from "../predictor/predictor.ts";
import { MAX_EXACT_ITEMS } from "../sample.ts";
import type { Strategy, StrategyJSON } from "../strategies/strategy.ts";

/** The version of the format; a reader rejects others. */
export const LEARNER_VERSION = 1;

/** Features as plain lists. */
export type FeaturesJSON =
  | { readonly rows: number; readonly cols: number; readonly data: readonly number[] }
  | {
      readonly rows: number;
      readonly cols: number;
      readonly starts: readonly number[];
      readonly columns: readonly number[];
      readonly values: readonly number[];
    }
  | { readonly rows: number; readonly groups: readonly FeaturesJSON[] };

/** A learner as written to a file. */
export interface LearnerJSON {
  readonly format: "xpal-learner";
  readonly version: number;
  readonly classes: readonly ClassName[];
  readonly kernel: KernelJSON;
  readonly strategy: StrategyJSON;
  readonly seed: number;
  readonly labels: LabelsJSON;
  readonly features: FeaturesJSON;
  readonly evaluation?: {
    readonly indices?: readonly number[];
    readonly sampled?: boolean;
    readonly features?: FeaturesJSON;
    readonly weights?: readonly number[];
  };
  readonly lossMatrix?: FeaturesJSON;
  readonly measure?: "balanced";
  readonly predictor?: PredictorJSON;
  readonly exact?: true;
}

/** What a learner is made of. */
export interface LearnerParts {
  readonly pool: Pool;
  readonly strategy: Strategy;
  readonly seed: number;
  readonly labels: Labels;
}

/** The JSON form of a learner. */
export function learnerToJSON({ pool, strategy, seed, labels }: LearnerParts): LearnerJSON {
  const { evaluation } = pool;
  const costs = costsOf(pool);
  const weights = evaluation.weights === null ? {} : { weights: Array.from(evaluation.weights) };
  const points =
    evaluation.indices === null
      ? { features: written(evaluation.features) }
      : { indices: Array.from(evaluation.indices), ...(evaluation.sampled ? { sampled: true } : {}) };
  return {
    format: "xpal-learner",
    version: LEARNER_VERSION,
    classes: pool.classes,
    kernel: pool.kernel.toJSON(),
    strategy: strategy.toJSON(),
    seed,
    labels: learnsInOrder(pool) ? labels.toOrderedJSON() : labels.toJSON(),
    features: written(pool.features),
    ...(evaluation.isPool && evaluation.weights === null && pool.candidateOrder === null
      ? {}
      : { evaluation: { ...(evaluation.isPool ? {} : points), ...weights } }),
    ...(costs === null ? {} : { lossMatrix: written(costs) }),
    ...(pool.measure === "balanced" ? { measure: pool.measure } : {}),
    ...(pool.predictor === null ? {} : { predictor: pool.predictor.toJSON() }),
    ...(pool.candidateOrder === null && pool.size > MAX_EXACT_ITEMS ? { exact: true } : {}),
  };
}

/** Whether answers depend on the order of labels: only then it is written, so that the same labels give the same file (0460). */
export function learnsInOrder({ kernel, predictor }: Pool): boolean {
  return isLearnedKernel(kernel) || predictor !== null;
}

function written(features: Features): FeaturesJSON {
  if (isGroups(features)) return { rows: features.rows, groups: features.groups.map(written) };
  const { rows, cols } = features;
  if (!isSparse(features)) return { rows, cols, data: Array.from(features.data) };
  const { starts, columns, values } = features;
  return { rows, cols, starts: Array.from(starts), columns: Array.from(columns), values: Array.from(values) };
}
