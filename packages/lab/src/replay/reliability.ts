// How far a classifier can be taken at its word: of the test rows that it is 80 to 90 % sure of, how many does it get
// right? Rows are sorted into ten bins by the probability of the class that is predicted.
import type { Predictions } from "./measures.ts";

/** How many bins of equal width there are. */
const BIN_COUNT = 10;

/** Test rows by how sure the classifier was of them; the bins' counts add up, over repetitions as well. */
export interface Reliability {
  readonly count: Uint32Array;
  /** How many were predicted rightly. */
  readonly hits: Uint32Array;
  /** The sum of their probabilities. */
  readonly confidence: Float64Array;
}

/** The bins of a test part. */
export function reliabilityOf({ truth, predicted, probabilities, classCount }: Predictions): Reliability {
  const count = new Uint32Array(BIN_COUNT);
  const hits = new Uint32Array(BIN_COUNT);
  const confidence = new Float64Array(BIN_COUNT);
  for (let x = 0; x < truth.length; x++) {
    const p = probabilities[x * classCount + predicted[x]];
    const bin = Math.min(BIN_COUNT - 1, Math.floor(p * BIN_COUNT));
    count[bin]++;
    confidence[bin] += p;
    if (predicted[x] === truth[x]) hits[bin]++;
  }
  return { count, hits, confidence };
}

/** The expected calibration error: the gap between probability and share of right predictions, weighted by bin. */
export function calibrationError(predictions: Predictions): number {
  const { hits, confidence } = reliabilityOf(predictions);
  let gap = 0;
  for (let bin = 0; bin < BIN_COUNT; bin++) gap += Math.abs(hits[bin] - confidence[bin]);
  return gap / predictions.truth.length;
}
