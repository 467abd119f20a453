// What else can be measured on a test part besides the share of wrong predictions, from predictions and probabilities.
import type { Matrix } from "@xpal/core";
import { meanOf } from "../mean-of.ts";
import { calibrationError } from "./reliability.ts";

/** The measures a study may ask for beside the error. */
const MEASURES = ["balancedError", "macroF1", "logLoss", "brier", "calibrationError", "cost"] as const;

/** A measure beside the error. */
export type Measure = (typeof MEASURES)[number];

/** What a study may ask for: measures, and what stop rules look at along a run. */
export const RECORDED = [...MEASURES, "stopping"] as const;

/** A measure, or the trace for stop rules. */
export type Recorded = (typeof RECORDED)[number];

/** What a run keeps beside the error: measures, and what all labels so far cost where they differ. */
export type Measured = Measure | "spent";

/** What a classifier says of a test part. */
export interface Predictions {
  readonly truth: Uint32Array;
  readonly predicted: Uint32Array;
  /** Rows x classes. */
  readonly probabilities: Float64Array;
  readonly classCount: number;
  /** What errors cost, true class in rows; by default each costs 1. */
  readonly costs?: Matrix | null;
}

/** A probability of 0 counts as this much in the log loss, which would else be infinite. */
const MIN_PROBABILITY = 1e-15;

/**
 * The value of a measure: balanced error (1 - mean recall), macro F1 (a class never met nor predicted is left out), log
 * loss (natural logarithm, probabilities of at least 1e-15), Brier score (squared differences summed over the classes),
 * calibration error (see `calibrationError`) or cost (the mean cost of the predictions).
 */
export function measure(name: Measure, predictions: Predictions): number {
  switch (name) {
    case "balancedError":
      return 1 - meanOf(perClass(predictions).flatMap(({ hits, met }) => (met === 0 ? [] : [hits / met])));
    case "macroF1":
      return meanOf(
        perClass(predictions).flatMap(({ hits, met, said }) => (met + said === 0 ? [] : [(2 * hits) / (met + said)])),
      );
    case "logLoss":
      return meanOf(Array.from(predictions.truth, (y, x) => -Math.log(chance(predictions, x, y))));
    case "brier":
      return meanOf(Array.from(predictions.truth, (_, x) => squaredDifferences(predictions, x)));
    case "calibrationError":
      return calibrationError(predictions);
    case "cost":
      return meanOf(Array.from(predictions.truth, (y, x) => costOf(predictions, y, x)));
  }
}

function perClass({ truth, predicted, classCount }: Predictions): { hits: number; met: number; said: number }[] {
  const counts = Array.from({ length: classCount }, () => ({ hits: 0, met: 0, said: 0 }));
  truth.forEach((y, x) => {
    counts[y].met++;
    counts[predicted[x]].said++;
    if (predicted[x] === y) counts[y].hits++;
  });
  return counts;
}

function costOf({ predicted, costs = null }: Predictions, y: number, x: number): number {
  return costs === null ? Number(predicted[x] !== y) : costs.data[y * costs.cols + predicted[x]];
}

function chance({ probabilities, classCount }: Predictions, x: number, y: number): number {
  return Math.min(1, Math.max(MIN_PROBABILITY, probabilities[x * classCount + y]));
}

function squaredDifferences({ truth, probabilities, classCount }: Predictions, x: number): number {
  let sum = 0;
  for (let y = 0; y < classCount; y++) sum += (probabilities[x * classCount + y] - (truth[x] === y ? 1 : 0)) ** 2;
  return sum;
}
