// ALCE, active learning with cost embedding (Huang and Lin, ICDM 2016): a kernel ridge regression maps each item into
// the space of the cost embedding; the further it lands from every prediction point, the less sure its prediction is.

import { checkInteger, checkOptions, reject } from "../check.ts";
import { checkMatrix, checkPositive } from "../check-numbers.ts";
import { denseOf } from "../features.ts";
import { rbf } from "../kernels/rbf.ts";
import { itemsOf } from "../labels.ts";
import { choleskyFactor, choleskySolve } from "../linear/cholesky.ts";
import { squaredDistance } from "../linear/squared-distance.ts";
import { copyOf, type Matrix, matrix, row } from "../matrix.ts";
import { type CostEmbedding, checkCost, costEmbedding } from "./cost-embedding.ts";
import { labelledClassCount } from "./qbc.ts";
import type { Strategy, View } from "./strategy.ts";

/** The costs (or their embedding) and the regression. */
export interface AlceOptions {
  /** Cost of predicting column j when row i is true; by default 0 on the diagonal and 1 elsewhere. */
  readonly cost?: Matrix;
  /** A ready embedding instead of the one of `cost`. */
  readonly embedding?: Pick<CostEmbedding, "classPoints" | "predictionPoints">;
  /** Bandwidth of the regression's RBF kernel, whatever the pool's kernel; by default that of the pool's kernel, or 1. */
  readonly bandwidth?: number;
  /** Ridge of the regression; 1 by default. */
  readonly ridge?: number;
  /** Seed of the embedding's random starts; 0 by default. */
  readonly seed?: number;
}

/** The ALCE strategy with its options, which the engine reads. */
export interface AlceStrategy extends Strategy {
  readonly ridge: number;
  /** The embedding for this many classes. */
  embeddingFor(classCount: number): Pick<CostEmbedding, "classPoints" | "predictionPoints">;
  /** The bandwidth of the regression on this pool. */
  bandwidthFor(pool: View["pool"]): number;
}

/**
 * Active learning with cost embedding. Scores are 0 until every class has a label.
 * @throws XpalError if the cost matrix is not square or an option is out of range; later, if the pool's features are not a dense
 *   matrix or its classes are not as many as those of `cost` or `embedding`.
 * @example alce({ ridge: 0.5 }).name // "alce"
 */
export function alce(options: AlceOptions = {}): AlceStrategy {
  checkOptions("alce", options, ["cost", "embedding", "bandwidth", "ridge", "seed"]);
  const { bandwidth, ridge = 1, seed = 0 } = options;
  if (options.cost !== undefined) checkCost("alce", options.cost);
  if (bandwidth !== undefined) checkPositive("alce", "bandwidth", bandwidth);
  checkPositive("alce", "ridge", ridge);
  checkInteger("alce", "seed", seed, 0);
  const cost = options.cost && copyOf(options.cost);
  const embedding = options.embedding === undefined ? undefined : ownEmbedding(options.embedding);
  const embeddings = new Map<number, Pick<CostEmbedding, "classPoints" | "predictionPoints">>();
  const strategy: AlceStrategy = {
    name: "alce",
    beforeLearning: true, // the regression has a kernel of its own, with the bandwidth of the pool's
    ridge,
    check({ features, classCount }) {
      denseOf("alce", features, "alce");
      checkClassCount({ cost, embedding }, classCount);
    },
    embeddingFor(classCount) {
      checkClassCount({ cost, embedding }, classCount);
      const known = embedding ?? embeddings.get(classCount) ?? costEmbedding(cost ?? zeroOneCost(classCount), { seed });
      if (embedding === undefined) embeddings.set(classCount, known);
      return { classPoints: copyOf(known.classPoints), predictionPoints: copyOf(known.predictionPoints) };
    },
    bandwidthFor: (pool) => bandwidth ?? (pool.kernel as { bandwidth?: number }).bandwidth ?? 1,
    scores(view) {
      strategy.check?.(view.pool); // a strategy that asks this one may not
      if (labelledClassCount(view) < view.pool.classCount) return new Float64Array(view.candidates.length);
      const { classPoints, predictionPoints } = strategy.embeddingFor(view.pool.classCount);
      const mapped = ridgeRegression(view, classPoints, strategy.bandwidthFor(view.pool), ridge);
      return Float64Array.from({ length: mapped.rows }, (_, i) => nearestDistance(row(mapped, i), predictionPoints));
    },
    toJSON: () => ({
      name: "alce",
      ridge,
      seed,
      ...(bandwidth === undefined ? {} : { bandwidth }),
      ...(cost === undefined ? {} : { cost: written(cost) }),
      ...(embedding === undefined
        ? {}
        : { classPoints: written(embedding.classPoints), predictionPoints: written(embedding.predictionPoints) }),
    }),
  };
  return strategy;
}

/** Where the regression maps each candidate: k_c^T (K + ridge I)^-1 Z, with Z the class points of the labelled items. */
function ridgeRegression(view: View, classPoints: Matrix, bandwidth: number, ridge: number): Matrix {
  const { pool, labels, candidates } = view;
  const features = denseOf("alce", pool.features, "alce");
  const kernel = rbf({ bandwidth });
  const items = itemsOf(labels).map(({ index }) => index);
  const gram = matrix(items.length, items.length);
  for (let i = 0; i < items.length; i++) {
    for (let j = 0; j <= i; j++)
      gram.data[i * gram.cols + j] = kernel.similarity(features, items[i], features, items[j]);
  }
  const coefficients = regressionCoefficients(view, classPoints, ridge, gram);
  const mapped = matrix(candidates.length, classPoints.cols);
  candidates.forEach((c, at) => {
    items.forEach((item, i) => {
      const w = kernel.similarity(features, c, features, item);
      for (let d = 0; d < mapped.cols; d++) mapped.data[at * mapped.cols + d] += w * row(coefficients, i)[d];
    });
  });
  return mapped;
}

/**
 * (K + ridge I)^-1 Z: labelled items x dimensions of the embedding.
 * @param gram K of the labelled items, of which the lower triangle is read; the ridge is added to it.
 */
function regressionCoefficients(view: Pick<View, "labels">, classPoints: Matrix, ridge: number, gram: Matrix): Matrix {
  for (let i = 0; i < gram.rows; i++) gram.data[i * gram.cols + i] += ridge;
  const factor = choleskyFactor(gram);
  if (factor === null) rejectRidge(ridge);
  return choleskySolve(factor, regressionTargets(view, classPoints));
}

/** Rejects a ridge with which the regression has no solution. */
export function rejectRidge(ridge: number): never {
  return reject("alce", "ridge", "must be larger; equal items make the similarity matrix singular", ridge);
}

/** The class point of each labelled item; of several answers their mean. */
export function regressionTargets({ labels }: Pick<View, "labels">, classPoints: Matrix): Matrix {
  const wanted = matrix(labels.count, classPoints.cols);
  itemsOf(labels).forEach(({ counts }, i) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    counts.forEach((count, y) => {
      for (let d = 0; d < wanted.cols; d++)
        wanted.data[i * wanted.cols + d] += (count / total) * row(classPoints, y)[d];
    });
  });
  return wanted;
}

/** How far a mapped point is from the nearest prediction point. */
function nearestDistance(point: Float64Array, predictionPoints: Matrix): number {
  let least = Infinity;
  for (let y = 0; y < predictionPoints.rows; y++) {
    least = Math.min(least, Math.sqrt(squaredDistance(point, row(predictionPoints, y))));
  }
  return least;
}

function zeroOneCost(classCount: number): Matrix {
  const cost = matrix(classCount, classCount);
  for (let i = 0; i < cost.data.length; i++) cost.data[i] = i % (classCount + 1) === 0 ? 0 : 1;
  return cost;
}

type Points = NonNullable<AlceOptions["embedding"]>;

/** The checked points, copied. */
function ownEmbedding(embedding: Points): Points {
  const { classPoints, predictionPoints } = embedding ?? {};
  checkMatrix("alce", "embedding.classPoints", classPoints, "moderate");
  checkMatrix("alce", "embedding.predictionPoints", predictionPoints, "moderate");
  if (classPoints.rows === predictionPoints.rows && classPoints.cols === predictionPoints.cols) {
    return { classPoints: copyOf(classPoints), predictionPoints: copyOf(predictionPoints) };
  }
  const shape = `${classPoints.rows} x ${classPoints.cols}`;
  const given = `${predictionPoints.rows} x ${predictionPoints.cols}`;
  return reject("alce", "embedding.predictionPoints", `must be ${shape} as the class points`, given);
}

/** Rejects points, or where there are none costs, of another number of classes. */
function checkClassCount({ cost, embedding }: Pick<AlceOptions, "cost" | "embedding">, classCount: number): void {
  if (embedding !== undefined) {
    const { rows } = embedding.classPoints;
    if (rows !== classCount) reject("alce", "embedding", `must have ${classCount} class points`, rows);
  } else if (cost !== undefined && cost.rows !== classCount)
    reject("alce", "cost", `must be ${classCount} x ${classCount}`, cost.rows);
}

function written({ rows, cols, data }: Matrix): { rows: number; cols: number; data: number[] } {
  return { rows, cols, data: Array.from(data) };
}
