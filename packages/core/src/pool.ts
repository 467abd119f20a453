// The pool: the items, how similar they are, what they may be called, and over which of them the risk is taken.
import { checkInteger, checkOneOf, checkOptions, reject } from "./check.ts";
import { checkLossMatrix } from "./check-numbers.ts";
import { type ClassName, checkClasses } from "./classes.ts";
import { lossOf } from "./classifier/loss.ts";
import { MEASURES, type Measure } from "./classifier/measure.ts";
import { type EvaluationOptions, type EvaluationSet, evaluationSet } from "./evaluation-set.ts";
import { checkFeatures, type Features, isGroups, isSparse } from "./features.ts";
import { cosine } from "./kernels/cosine.ts";
import { hamming } from "./kernels/hamming.ts";
import { checkKernel, type Kernel } from "./kernels/kernel.ts";
import { meanBandwidth, meanHammingBandwidth } from "./kernels/mean-bandwidth.ts";
import { checkSquare, precomputed } from "./kernels/precomputed.ts";
import { rbf } from "./kernels/rbf.ts";
import { copyOf, type Matrix } from "./matrix.ts";
import { checkPredictor, type Predictor } from "./predictor/predictor.ts";
import { candidateOrder, EVALUATION_SAMPLE } from "./sample.ts";

/** The kernels that can be asked for by name; their bandwidth is the mean criterion's. */
export type KernelName = "rbf" | "hamming" | "cosine" | "precomputed";

/** What a pool is made of. All but features is copied; an engine that finds features changed rejects to answer. */
export interface PoolOptions {
  /** One row per item; for a precomputed kernel the square similarity matrix. */
  readonly features: Features;
  /** A kernel, or the name of one; RBF by default. */
  readonly kernel?: Kernel | KernelName;
  /** The declared classes, at least two; a class may be declared that no label has yet. */
  readonly classes: readonly ClassName[];
  /** By default the whole pool, and of more than 4,000 items a sample of 2,000. */
  readonly evaluation?: EvaluationOptions;
  /** Cost of deciding for column j when row i is true; by default 0 on the diagonal and 1 elsewhere. */
  readonly lossMatrix?: Matrix;
  /** What the risk is the mean of: all items (the default), or the classes, each as much as another ("balanced"). */
  readonly measure?: Measure;
  /** By what classes are predicted, if not by the frequencies that items are chosen by: `ridge()` for points of texts, images and embeddings. */
  readonly predictor?: Predictor;
  /** Whether all open items are compared over all items however many there are; by default samples are, of more than 4,000. */
  readonly exact?: boolean;
  /** Seed of these samples; 0 by default. */
  readonly seed?: number;
}

/**
 * The items to learn from. Immutable: costs are handed out as a copy, and an engine that finds features or the evaluation set
 * changed rejects to answer.
 */
export interface Pool {
  readonly size: number;
  readonly features: Features;
  readonly kernel: Kernel;
  readonly classes: readonly ClassName[];
  readonly classCount: number;
  readonly evaluation: EvaluationSet;
  /** The order in which items become candidates (see `candidatesOf`); null where all open items are. */
  readonly candidateOrder: Uint32Array | null;
  /** The loss matrix, or null for the zero-one loss, also where it is given by a matrix of equal costs. */
  readonly lossMatrix: Matrix | null;
  /** What an error costs where all cost the same; 1 where nothing was said of costs, or the matrix says it all. */
  readonly lossUnit: number;
  /** What the risk is the mean of: items, or classes. */
  readonly measure: Measure;
  /** By what classes are predicted; null for the frequencies that items are chosen by. */
  readonly predictor: Predictor | null;
}

const POOL_OPTIONS = [
  "features",
  "kernel",
  "classes",
  "evaluation",
  "lossMatrix",
  "measure",
  "predictor",
  "exact",
  "seed",
];

/**
 * A pool of items.
 * @throws XpalError if the features are ragged, empty or not finite, there are fewer than two items or classes, or an option is unknown.
 * @example createPool({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] }).size // 2
 */
export function createPool(options: PoolOptions): Pool {
  return poolOf("createPool", options);
}

/** The same for another exported function, which rejections then name. */
export function poolOf(who: string, options: PoolOptions): Pool {
  checkOptions(who, options ?? null, POOL_OPTIONS);
  const { features } = options;
  checkFeatures(who, "features", features);
  if (features.rows < 2) reject(who, "features", "must have at least two items", features.rows);
  const kernel = kernelOf(who, options.kernel ?? "rbf", features);
  kernel.check(who, features);
  checkSquare(who, "features", kernel, features);
  const classes = checkClasses(who, options.classes);
  const { lossMatrix = null, predictor = null } = options;
  if (predictor !== null) checkPredictor(who, "predictor", predictor);
  predictor?.check(who, features);
  if (lossMatrix !== null) checkLossMatrix(who, lossMatrix, classes.length);
  const { exact = false, seed = 0 } = options;
  if (typeof exact !== "boolean") reject(who, "exact", "must be true or false", exact);
  checkInteger(who, "seed", seed, 0);
  const order = candidateOrder(features.rows, seed, exact);
  const sample = order === null ? undefined : { sample: EVALUATION_SAMPLE, seed };
  const loss = lossOf(lossMatrix === null ? null : copyOf(lossMatrix));
  return Object.freeze({
    size: features.rows,
    features,
    kernel,
    classes: Object.freeze(classes),
    classCount: classes.length,
    evaluation: Object.freeze(evaluationSet(who, features, kernel, options.evaluation ?? sample)),
    candidateOrder: order,
    get lossMatrix() {
      return loss.matrix && copyOf(loss.matrix);
    },
    lossUnit: loss.unit,
    measure: checkOneOf(who, "measure", options.measure ?? "mean", MEASURES),
    predictor,
  });
}

/** The same pool with another kernel. */
export function withKernel(pool: Pool, kernel: Kernel): Pool {
  const parts = Object.getOwnPropertyDescriptors(pool); // a spread would hand out its own copy of the costs
  return Object.freeze(Object.create(Object.prototype, { ...parts, kernel: { ...parts.kernel, value: kernel } }));
}

/** The kernel itself, or the named one with the mean bandwidth for these features. */
function kernelOf(who: string, kernel: Kernel | KernelName, features: Features): Kernel {
  if (typeof kernel === "object") {
    checkKernel(who, "kernel", kernel);
    return kernel;
  }
  if (kernel === "cosine") return cosine();
  if (kernel === "precomputed") return precomputed();
  if (kernel !== "rbf" && kernel !== "hamming") {
    reject(who, "kernel", "must be a kernel or one of rbf, hamming, cosine, precomputed", kernel);
  }
  if (isGroups(features) || isSparse(features)) {
    reject(who, "kernel", `must be given for features that are not a dense matrix`, kernel);
  }
  if (kernel === "hamming") return hamming({ bandwidth: meanHammingBandwidth(features) });
  return rbf({ bandwidth: meanBandwidth(features.rows, features.cols) });
}

/** Rejects what is not a pool. */
export function checkPool(who: string, value: unknown): asserts value is Pool {
  const { size, classes, evaluation, kernel } = (value ?? {}) as Partial<Pool>;
  if (Number.isSafeInteger(size) && Array.isArray(classes) && evaluation && kernel) return;
  reject(who, "pool", "must be a pool", value, "make one with createPool");
}
