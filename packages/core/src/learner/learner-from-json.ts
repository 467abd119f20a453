// A learner from a file. Apart from the writing, and loaded when a file is read: a file may name any kernel and strategy.
import { reject } from "../check.ts";
import type { EvaluationOptions } from "../evaluation-set.ts";
import type { Features } from "../features.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { kernelFromJSON } from "../kernels/kernel-from-json.ts";
import { Labels } from "../labels.ts";
import { type Matrix, numbersFromJSON } from "../matrix.ts";
import { poolOf } from "../pool.ts";
import { predictorFromJSON } from "../predictor/from-json.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { strategyFromJSON } from "../strategies/strategy-from-json.ts";
import {
  type FeaturesJSON,
  LEARNER_VERSION,
  type LearnerJSON,
  type LearnerParts,
  learnsInOrder,
} from "./learner-json.ts";

/** The parts of the learner that `learnerToJSON` wrote. */
export function learnerFromJSON(json: LearnerJSON, own: { kernel?: Kernel; strategy?: Strategy }): LearnerParts {
  if (json === null || typeof json !== "object" || json.format !== "xpal-learner") {
    reject("Learner.fromJSON", "json", 'must be an object with format "xpal-learner"', json);
  }
  if (json.version !== LEARNER_VERSION)
    reject("Learner.fromJSON", "json.version", `must be ${LEARNER_VERSION}`, json.version);
  const pool = poolOf("Learner.fromJSON", {
    features: read("json.features", json.features),
    kernel: own.kernel ?? kernelFromJSON(json.kernel),
    classes: json.classes,
    seed: json.seed,
    ...(json.exact === undefined ? {} : { exact: json.exact }),
    ...(json.evaluation === undefined ? {} : { evaluation: readEvaluation(json.evaluation) }),
    ...(json.measure === undefined ? {} : { measure: json.measure }),
    ...(json.predictor === undefined ? {} : { predictor: predictorFromJSON(json.predictor) }),
    ...(json.lossMatrix === undefined ? {} : { lossMatrix: read("json.lossMatrix", json.lossMatrix) as Matrix }),
  });
  const labels = Labels.fromJSON(pool, json.labels);
  return {
    pool,
    strategy: own.strategy ?? strategyFromJSON(json.strategy),
    seed: json.seed,
    labels: learnsInOrder(pool) ? labels : labels.withoutOrder(),
  };
}

function read(argument: string, json: FeaturesJSON): Features {
  if (json === null || typeof json !== "object") reject("Learner.fromJSON", argument, "must be an object", json);
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
