// A learner as a file: everything that decides its next answer. Numbers are written so that they read back as the
// same doubles, hence a learner read back continues bit for bit.
import { refuse } from "../check.ts";
import type { ClassName } from "../classes.ts";
import { costsOf } from "../classifier/loss.ts";
import type { EvaluationOptions } from "../evaluation-set.ts";
import { type Features, isGroups, isSparse } from "../features.ts";
import type { Kernel, KernelJSON } from "../kernels/kernel.ts";
import { kernelFromJSON } from "../kernels/kernel-from-json.ts";
import { isLearning } from "../kernels/learning/learning.ts";
import { Labels, type LabelsJSON } from "../labels.ts";
import { type Matrix, numbersFromJSON } from "../matrix.ts";
import { type Pool, poolOf } from "../pool.ts";
import type { Strategy, StrategyJSON } from "../strategies/strategy.ts";
import { strategyFromJSON } from "../strategies/strategy-from-json.ts";

/** The version of the format; a reader refuses others. */
const VERSION = 1;

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
    version: VERSION,
    classes: pool.classes,
    kernel: pool.kernel.toJSON(),
    strategy: strategy.toJSON(),
    seed,
    labels: isLearning(pool.kernel) ? labels.toOrderedJSON() : labels.toJSON(),
    features: written(pool.features),
    ...(evaluation.isPool && evaluation.weights === null
      ? {}
      : { evaluation: { ...(evaluation.isPool ? {} : points), ...weights } }),
    ...(costs === null ? {} : { lossMatrix: written(costs) }),
    ...(pool.measure === "balanced" ? { measure: pool.measure } : {}),
  };
}

/** The parts of the learner that `learnerToJSON` wrote. */
export function learnerFromJSON(json: LearnerJSON, own: { kernel?: Kernel; strategy?: Strategy }): LearnerParts {
  if (json === null || typeof json !== "object" || json.format !== "xpal-learner") {
    refuse("Learner.fromJSON", "json", 'must be an object with format "xpal-learner"', json);
  }
  if (json.version !== VERSION) refuse("Learner.fromJSON", "json.version", `must be ${VERSION}`, json.version);
  const pool = poolOf("Learner.fromJSON", {
    features: read("json.features", json.features),
    kernel: own.kernel ?? kernelFromJSON(json.kernel),
    classes: json.classes,
    ...(json.evaluation === undefined ? {} : { evaluation: readEvaluation(json.evaluation) }),
    ...(json.measure === undefined ? {} : { measure: json.measure }),
    ...(json.lossMatrix === undefined ? {} : { lossMatrix: read("json.lossMatrix", json.lossMatrix) as Matrix }),
  });
  return {
    pool,
    strategy: own.strategy ?? strategyFromJSON(json.strategy),
    seed: json.seed,
    labels: Labels.fromJSON(pool, json.labels),
  };
}

function written(features: Features): FeaturesJSON {
  if (isGroups(features)) return { rows: features.rows, groups: features.groups.map(written) };
  const { rows, cols } = features;
  if (!isSparse(features)) return { rows, cols, data: Array.from(features.data) };
  const { starts, columns, values } = features;
  return { rows, cols, starts: Array.from(starts), columns: Array.from(columns), values: Array.from(values) };
}

function read(argument: string, json: FeaturesJSON): Features {
  if (json === null || typeof json !== "object") refuse("Learner.fromJSON", argument, "must be an object", json);
  if ("groups" in json && Array.isArray(json.groups)) {
    return { rows: json.rows, groups: json.groups.map((group, g) => read(`${argument}.groups[${g}]`, group)) };
  }
  const list = (of: string, values: unknown) => numbersFromJSON("Learner.fromJSON", `${argument}.${of}`, values);
  if ("starts" in json) {
    const starts = Uint32Array.from(list("starts", json.starts));
    const columns = Uint32Array.from(list("columns", json.columns));
    return { rows: json.rows, cols: json.cols, starts, columns, values: list("values", json.values) };
  }
  const { rows, cols, data } = json as { rows: number; cols?: number; data?: unknown };
  return { rows, cols, data: list("data", data) } as Matrix; // its shape is checked with the pool
}

function readEvaluation(evaluation: NonNullable<LearnerJSON["evaluation"]>): EvaluationOptions {
  const { indices, sampled, features, weights } = evaluation ?? {};
  return {
    ...(sampled === undefined ? {} : { sampled }),
    ...(indices === undefined ? {} : { indices }),
    ...(features === undefined ? {} : { features: read("json.evaluation.features", features) }),
    ...(weights === undefined ? {} : { weights }),
  };
}
