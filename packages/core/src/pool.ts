// The pool: the items, how similar they are, what they may be called, and over which of them the risk is taken.
import { checkMatrix, checkNumbers, checkOptions, refuse } from "./check.ts";
import { type ClassName, checkClasses } from "./classes.ts";
import { checkFeatures, type Features, isGroups, isSparse, pickItems } from "./features.ts";
import { cosine } from "./kernels/cosine.ts";
import { hamming } from "./kernels/hamming.ts";
import type { Kernel } from "./kernels/kernel.ts";
import { meanBandwidth, meanHammingBandwidth } from "./kernels/mean-bandwidth.ts";
import { precomputed } from "./kernels/precomputed.ts";
import { rbf } from "./kernels/rbf.ts";
import { checkComparable } from "./kernels/similarities.ts";
import type { Matrix } from "./matrix.ts";
import { generator } from "./random/generator.ts";

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
  readonly sample?: number;
  readonly seed?: number;
  readonly features?: Features;
  readonly weights?: ArrayLike<number>;
}

/** The kernels that can be asked for by name; their bandwidth is the mean criterion's. */
export type KernelName = "rbf" | "hamming" | "cosine" | "precomputed";

/** What a pool is made of. */
export interface PoolOptions {
  /** One row per item; for a precomputed kernel the square similarity matrix. */
  readonly features: Features;
  /** A kernel, or the name of one; RBF by default. */
  readonly kernel?: Kernel | KernelName;
  /** The declared classes, at least two; a class may be declared that no label has yet. */
  readonly classes: readonly ClassName[];
  /** By default the whole pool. */
  readonly evaluation?: EvaluationOptions;
  /** Cost of deciding for column j when row i is true; by default 0 on the diagonal and 1 elsewhere. */
  readonly lossMatrix?: Matrix;
}

/** The items to learn from. Immutable. */
export interface Pool {
  readonly size: number;
  readonly features: Features;
  readonly kernel: Kernel;
  readonly classes: readonly ClassName[];
  readonly classCount: number;
  readonly evaluation: EvaluationSet;
  /** The loss matrix, or null for the zero-one loss. */
  readonly lossMatrix: Matrix | null;
}

const POOL_OPTIONS = ["features", "kernel", "classes", "evaluation", "lossMatrix"];
const EVALUATION_OPTIONS = ["indices", "sample", "seed", "features", "weights"];

/**
 * A pool of items.
 * @throws XpalError if the features are ragged, empty or not finite, there are fewer than two items or classes, or an option is unknown.
 * @example createPool({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] }).size // 2
 */
export function createPool(options: PoolOptions): Pool {
  checkOptions("createPool", options ?? null, POOL_OPTIONS);
  const { features } = options;
  checkFeatures("createPool", "features", features);
  if (features.rows < 2) refuse("createPool", "features", "must have at least two items", features.rows);
  const kernel = kernelOf(options.kernel ?? "rbf", features);
  kernel.check("createPool", features);
  if (kernel.name === "precomputed") checkSquare(features as Matrix);
  const classes = checkClasses("createPool", options.classes);
  return Object.freeze({
    size: features.rows,
    features,
    kernel,
    classes: Object.freeze(classes),
    classCount: classes.length,
    evaluation: evaluationSet(features, kernel, options.evaluation),
    lossMatrix: checkLoss(options.lossMatrix, classes.length),
  });
}

/** The kernel itself, or the named one with the mean bandwidth for these features. */
function kernelOf(kernel: Kernel | KernelName, features: Features): Kernel {
  if (typeof kernel === "object" && typeof kernel?.similarity === "function") return kernel;
  if (kernel === "cosine") return cosine();
  if (kernel === "precomputed") return precomputed();
  if (kernel !== "rbf" && kernel !== "hamming") {
    refuse("createPool", "kernel", "must be a kernel or one of rbf, hamming, cosine, precomputed", kernel);
  }
  if (isGroups(features) || isSparse(features)) {
    refuse("createPool", "kernel", `must be given for features that are not a dense matrix`, kernel);
  }
  if (kernel === "hamming") return hamming({ bandwidth: meanHammingBandwidth(features) });
  return rbf({ bandwidth: meanBandwidth(features.rows, features.cols) });
}

function checkSquare({ rows, cols }: Matrix): void {
  if (rows !== cols) refuse("createPool", "features", "must be square when precomputed", `${rows} x ${cols}`);
}

function evaluationSet(features: Features, kernel: Kernel, options: EvaluationOptions | undefined): EvaluationSet {
  checkOptions("createPool", options, EVALUATION_OPTIONS, "evaluation");
  const { indices, sample, seed = 0, features: others, weights } = options ?? {};
  const ways = [indices, sample, others].filter((way) => way !== undefined).length;
  if (ways > 1) refuse("createPool", "evaluation", "must have only one of indices, sample and features");
  if (others !== undefined) {
    checkFeatures("createPool", "evaluation.features", others);
    checkComparable("createPool", "evaluation.features", others, features);
    kernel.check("createPool", others);
    return finish(others, null, weights, false);
  }
  if (sample !== undefined) return finish(features, sampleOf(features.rows, sample, seed), weights, true);
  if (indices !== undefined) return finish(features, checkIndices(indices, features.rows), weights, false);
  const all = Uint32Array.from({ length: features.rows }, (_, i) => i);
  return { ...finish(features, all, weights, false), features, isPool: true };
}

function finish(
  features: Features,
  indices: Uint32Array | null,
  weights: ArrayLike<number> | undefined,
  sampled: boolean,
): EvaluationSet {
  const size = indices?.length ?? features.rows;
  return {
    size,
    indices,
    features: indices === null ? features : pickItems(features, indices),
    weights: weights === undefined ? null : normalise(weights, size),
    isPool: false,
    sampled,
  };
}

/** A uniform sample without repetition, ascending (Floyd's algorithm: `sample` draws, whatever the pool's size). */
function sampleOf(size: number, sample: number, seed: number): Uint32Array {
  if (!Number.isSafeInteger(sample) || sample < 1 || sample > size) {
    refuse("createPool", "evaluation.sample", `must be an integer from 1 to ${size}`, sample);
  }
  const draw = generator(seed);
  const taken = new Set<number>();
  for (let last = size - sample; last < size; last++) {
    const drawn = draw.nextIndex(last + 1);
    taken.add(taken.has(drawn) ? last : drawn);
  }
  return Uint32Array.from(taken).sort();
}

function checkIndices(indices: ArrayLike<number>, size: number): Uint32Array {
  checkNumbers("createPool", "evaluation.indices", indices);
  if (indices.length === 0) refuse("createPool", "evaluation.indices", "must not be empty", indices);
  for (let i = 0; i < indices.length; i++) {
    if (!Number.isInteger(indices[i]) || indices[i] >= size) {
      refuse("createPool", `evaluation.indices[${i}]`, `must be an integer from 0 to ${size - 1}`, indices[i]);
    }
  }
  return Uint32Array.from(indices);
}

function normalise(weights: ArrayLike<number>, size: number): Float64Array {
  checkNumbers("createPool", "evaluation.weights", weights, size);
  let total = 0;
  for (let i = 0; i < size; i++) total += weights[i];
  if (!(total > 0) || total === Infinity)
    refuse("createPool", "evaluation.weights", "must have a finite sum above 0", total);
  return Float64Array.from(weights, (weight) => weight / total);
}

function checkLoss(loss: Matrix | undefined, classCount: number): Matrix | null {
  if (loss === undefined) return null;
  checkMatrix("createPool", "lossMatrix", loss, "not negative");
  if (loss.rows !== classCount || loss.cols !== classCount) {
    refuse("createPool", "lossMatrix", `must be ${classCount} x ${classCount}`, `${loss.rows} x ${loss.cols}`);
  }
  return loss;
}
