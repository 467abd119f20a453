// The evaluation set E: the items over which the risk is taken. The paper takes the whole pool; a sample of it, other
// items, and weights are allowed too.
import { checkInteger, checkOptions, reject } from "./check.ts";
import { checkNumbers } from "./check-numbers.ts";
import { checkFeatures, chosenItems, type Features } from "./features.ts";
import type { Kernel } from "./kernels/kernel.ts";
import { checkComparable } from "./kernels/similarities.ts";
import { sampledItems } from "./sample.ts";

/** E, the items over which the risk is taken, each with its weight; weights sum to 1. */
export interface EvaluationSet {
  readonly size: number;
  /** Places in the pool, or null when the items are not of the pool. */
  readonly indices: Uint32Array | null;
  readonly features: Features;
  /** One weight per item, or null when all are equal. */
  readonly weights: Float64Array | null;
  /** Whether E is the whole pool in its own order, the paper's choice. */
  readonly isPool: boolean;
  /** Whether E was drawn at random from the pool, so that gains carry a standard error. */
  readonly sampled: boolean;
}

/** Which items stand for the generator: indices into the pool, a uniform sample of it, or other items. */
export interface EvaluationOptions {
  readonly indices?: ArrayLike<number>;
  /** Whether `indices` were drawn at random from the pool; false by default. */
  readonly sampled?: boolean;
  readonly sample?: number;
  readonly seed?: number;
  readonly features?: Features;
  readonly weights?: ArrayLike<number>;
}

const EVALUATION_OPTIONS = ["indices", "sampled", "sample", "seed", "features", "weights"];

/** The evaluation set of a pool: by default the pool itself. */
export function evaluationSet(
  who: string,
  features: Features,
  kernel: Kernel,
  options: EvaluationOptions | undefined,
): EvaluationSet {
  checkOptions(who, options, EVALUATION_OPTIONS, "evaluation");
  const { indices, sampled = false, sample, seed = 0, features: others, weights } = options ?? {};
  const ways = [indices, sample, others].filter((way) => way !== undefined).length;
  if (ways > 1) reject(who, "evaluation", "must have only one of indices, sample and features");
  checkInteger(who, "evaluation.seed", seed, 0);
  if (typeof sampled !== "boolean") reject(who, "evaluation.sampled", "must be true or false", sampled);
  if (sampled && indices === undefined)
    reject(who, "evaluation.sampled", "must go with evaluation.indices, which it is said of", sampled);
  const weighted = (size: number) => (weights === undefined ? null : normalise(who, weights, size));
  const chosen = (of: Uint32Array, isSample: boolean): EvaluationSet => ({
    size: of.length,
    indices: of,
    features: chosenItems(features, of),
    weights: weighted(of.length),
    isPool: false,
    sampled: isSample,
  });
  if (sample !== undefined) return chosen(sampleOf(who, features.rows, sample, seed), true);
  if (indices !== undefined) return chosen(checkIndices(who, indices, features.rows), sampled);
  if (others === undefined) {
    const all = Uint32Array.from({ length: features.rows }, (_, i) => i);
    return { size: all.length, indices: all, features, weights: weighted(all.length), isPool: true, sampled: false };
  }
  checkFeatures(who, "evaluation.features", others);
  checkComparable(who, "evaluation.features", others, features);
  kernel.check(who, others);
  const { rows: size } = others;
  return { size, indices: null, features: others, weights: weighted(size), isPool: false, sampled: false };
}

function sampleOf(who: string, size: number, sample: number, seed: number): Uint32Array {
  if (!Number.isSafeInteger(sample) || sample < 1 || sample > size) {
    reject(who, "evaluation.sample", `must be an integer from 1 to ${size}`, sample);
  }
  return sampledItems(size, sample, seed);
}

function checkIndices(who: string, indices: ArrayLike<number>, size: number): Uint32Array {
  checkNumbers(who, "evaluation.indices", indices);
  if (indices.length === 0) reject(who, "evaluation.indices", "must not be empty", indices);
  for (let i = 0; i < indices.length; i++) {
    if (!Number.isInteger(indices[i]) || indices[i] >= size) {
      reject(who, `evaluation.indices[${i}]`, `must be an integer from 0 to ${size - 1}`, indices[i]);
    }
  }
  return Uint32Array.from(indices);
}

/** A smaller share of the whole counts as 0: its products with gains would leave the range of doubles. */
const MIN_SHARE = 1e-75;

/** Weights with the sum 1. Those that have it up to rounding stay as they are, so that writing and reading repeats them. */
function normalise(who: string, weights: ArrayLike<number>, size: number): Float64Array {
  checkNumbers(who, "evaluation.weights", weights, size);
  let total = 0;
  for (let i = 0; i < size; i++) total += weights[i];
  if (total === 0) reject(who, "evaluation.weights", "must have a sum above 0", total);
  const divisor = Math.abs(total - 1) <= size * Number.EPSILON ? 1 : total;
  return Float64Array.from(weights, (weight) => (weight / divisor < MIN_SHARE ? 0 : weight / divisor));
}
