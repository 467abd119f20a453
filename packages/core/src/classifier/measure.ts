// What the risk is the mean of: errors (or costs) over the items, or over the classes. The balanced error is the mean of
// the classes' own errors, (1/C) sum over y of P(decided != y | y), which is the mean over the items of a loss that is
// divided by the share pi_y of the true class: L(y, y') / (C pi_y). The shares are not known. What the labels say of them
// is a Dirichlet distribution with a_y = 2 + n s_y, where n is the number of labels and s_y the mean over the evaluation
// points of the posterior of y: the mean of the model's own probabilities and not of the labels, which were not drawn at
// random. Its expectation of 1 / pi_y is (sum of a - 1) / (a_y - 1), so that a class of which little is known weighs
// neither nothing nor everything. A class without any label weighs 1, as in the mean: nothing says where it lies, and a
// larger weight would only let any first label of it turn large parts of the pool.
import { reject } from "../check.ts";
import { checkMatrix } from "../check-numbers.ts";
import { checkLabels, type Labels } from "../labels.ts";
import { type Matrix, matrix, row } from "../matrix.ts";
import { checkPool, type Pool } from "../pool.ts";
import { posteriorOf } from "./posterior.ts";
import { DEFAULT_PRIOR } from "./priors.ts";

export const MEASURES = ["mean", "balanced"] as const;
/** What the risk is the mean of: all items, or the classes, each as much as another. */
export type Measure = "mean" | "balanced";

/** The Dirichlet parameter of each share before any label: the least whole number for which 1 / pi has an expectation. */
const SHARE_PRIOR = 2;

/** How many items have a label, and of which classes. */
interface CountedLabels {
  readonly count: number;
  readonly labelled: readonly { readonly counts: Uint32Array }[];
}

/**
 * The loss that decides at some labels; null for the zero-one loss.
 * @param evaluationFreq k_x^L at the evaluation points, asked for where the shares of the classes count.
 */
export function lossAt(pool: Pool, labels: CountedLabels, evaluationFreq: () => Matrix): Matrix | null {
  if (pool.measure === "mean") return pool.lossMatrix;
  return balancedLoss(pool.lossMatrix, shareWeights(evaluationFreq(), labels, pool.evaluation.weights));
}

/** E[1 / pi_y] / C per class that has a label: what an error on an item of the class weighs. */
export function shareWeights(
  freq: Matrix,
  { count: labelCount, labelled }: CountedLabels,
  weights: ArrayLike<number> | null,
): Float64Array {
  const shares = new Float64Array(freq.cols);
  const alpha = new Float64Array(freq.cols).fill(DEFAULT_PRIOR);
  for (let x = 0; x < freq.rows; x++) {
    const p = posteriorOf(row(freq, x), alpha);
    for (let y = 0; y < p.length; y++) shares[y] += (weights?.[x] ?? 1 / freq.rows) * p[y];
  }
  const total = labelCount + SHARE_PRIOR * freq.cols; // the shares sum to 1
  return shares.map((share, y) => {
    if (!labelled.some(({ counts }) => counts[y] > 0)) return 1;
    return (total - 1) / (SHARE_PRIOR + labelCount * share - 1) / freq.cols;
  });
}

/** L(y, y') times the weight of y; the zero-one loss where there is no matrix. */
export function balancedLoss(loss: Matrix | null, weights: Float64Array): Matrix {
  const classCount = weights.length;
  const data = Float64Array.from({ length: classCount ** 2 }, (_, at) => {
    const y = Math.floor(at / classCount);
    return weights[y] * (loss === null ? Number(y !== at % classCount) : loss.data[at]);
  });
  return matrix(classCount, classCount, data);
}

/**
 * The loss that decides at some labels: the pool's, or where its measure is balanced the one divided by the estimated
 * shares of the classes; null for the zero-one loss.
 * @param evaluationFreq Frequencies at the points over which the shares are estimated: points x classes.
 * @throws XpalError if the labels are of another pool or the frequencies do not fit it.
 * @example ((pool) => lossMatrixAt(pool, Labels.none(pool), matrixFrom([[0, 0], [0, 0]])))(createPool({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] })) // null
 */
export function lossMatrixAt(pool: Pool, labels: Labels, evaluationFreq: Matrix): Matrix | null {
  checkPool("lossMatrixAt", pool);
  checkLabels("lossMatrixAt", labels, pool);
  checkMatrix("lossMatrixAt", "evaluationFreq", evaluationFreq, "not negative");
  if (evaluationFreq.cols !== pool.classCount) {
    reject(
      "lossMatrixAt",
      "evaluationFreq",
      `must have ${pool.classCount} columns, one for each class`,
      evaluationFreq.cols,
    );
  }
  if (pool.measure === "mean") return pool.lossMatrix;
  return balancedLoss(pool.lossMatrix, shareWeights(evaluationFreq, labels, null));
}
