// Cost embedding of ALCE (Huang and Lin, ICDM 2016): each class gets a class point and a prediction point, placed so
// that the distance from class point i to prediction point j follows the order of the costs; by weighted non-metric
// SMACOF (Borg and Groenen, Modern Multidimensional Scaling, ch. 8 and 9). Only distances between the two groups count.
import { checkInteger, checkOptions, reject } from "../check.ts";
import { checkMatrix } from "../check-numbers.ts";
import { choleskyFactor, choleskySolve } from "../linear/cholesky.ts";
import { squaredDistance } from "../linear/squared-distance.ts";
import { type Matrix, matrix, row } from "../matrix.ts";
import { type Generator, generator } from "../random/generator.ts";
import { isotonic } from "./isotonic.ts";

/** Where the classes are placed. */
export interface CostEmbedding {
  /** One row per class: where its items should be mapped to. */
  readonly classPoints: Matrix;
  /** One row per class: the nearest of these is the prediction. */
  readonly predictionPoints: Matrix;
  readonly stress: number;
  readonly iterations: number;
}

/** Where SMACOF starts and when it stops. */
export interface CostEmbeddingOptions {
  /** The 2C starting points (class points, then prediction points); by default the best of `starts` random ones. */
  readonly init?: Matrix;
  readonly starts?: number;
  readonly seed?: number;
  readonly iterations?: number;
  /** It stops when the stress, divided by the size of the points, falls by less than this. */
  readonly tolerance?: number;
}

/** Zero distances count as this much in the Guttman transform. */
const MIN_DISTANCE = 1e-5;

/**
 * Class and prediction points for a cost matrix, in as many dimensions as there are classes.
 * @param cost Cost of predicting column j when row i is true: square, not negative, 0 on the diagonal.
 * @throws XpalError if the cost matrix is not square or an option is out of range.
 * @example costEmbedding(matrixFrom([[0, 1], [1, 0]])).classPoints.rows // 2
 */
export function costEmbedding(cost: Matrix, options: CostEmbeddingOptions = {}): CostEmbedding {
  checkCost("costEmbedding", cost);
  checkOptions("costEmbedding", options, ["init", "starts", "seed", "iterations", "tolerance"]);
  const { init, starts = 8, seed = 0, iterations = 300, tolerance = 1e-6 } = options;
  checkInteger("costEmbedding", "starts", starts, 1, 10_000);
  checkInteger("costEmbedding", "iterations", iterations, 1, 1_000_000);
  if (typeof tolerance !== "number" || !(tolerance >= 0))
    reject("costEmbedding", "tolerance", "must not be negative", tolerance);
  if (init !== undefined) {
    checkMatrix("costEmbedding", "init", init, "moderate");
    if (init.rows !== 2 * cost.rows) reject("costEmbedding", "init", `must have ${2 * cost.rows} rows`, init.rows);
    checkSpread(cost, init);
    return smacof(cost, init, iterations, tolerance);
  }
  const chance = generator(seed);
  let best: CostEmbedding | undefined;
  for (let start = 0; start < starts; start++) {
    const found = smacof(cost, randomPoints(cost.rows, chance), iterations, tolerance);
    if (best === undefined || found.stress < best.stress) best = found;
  }
  return best as CostEmbedding;
}

/** Rejects a cost matrix that is not square, or whose right predictions cost something. */
export function checkCost(who: string, cost: Matrix): void {
  checkMatrix(who, "cost", cost, "not negative");
  if (cost.rows !== cost.cols || cost.rows < 2)
    reject(who, "cost", "must be square, at least 2 x 2", `${cost.rows} x ${cost.cols}`);
  for (let i = 0; i < cost.rows; i++) {
    if (cost.data[i * cost.cols + i] !== 0)
      reject(who, `cost, row ${i}, column ${i}`, "must be 0 on the diagonal", cost.data[i * cost.cols + i]);
  }
}

/** Where every wrong prediction starts at distance 0, there is nothing to scale. */
function checkSpread(cost: Matrix, init: Matrix): void {
  const distance = distances(init);
  const pairs = positivePairs(cost);
  if (pairs.length === 0 || pairs.some(({ i, j }) => distance[i * init.rows + j] > 0)) return;
  reject("costEmbedding", "init", "must place a class point apart from the prediction point of another class", init);
}

/** The pairs of class point i and prediction point j whose cost is above 0. */
function positivePairs(cost: Matrix): { i: number; j: number; cost: number }[] {
  const pairs: { i: number; j: number; cost: number }[] = [];
  for (let i = 0; i < cost.rows; i++) {
    for (let j = 0; j < cost.rows; j++) {
      const value = cost.data[i * cost.rows + j];
      if (value !== 0) pairs.push({ i, j: cost.rows + j, cost: value });
    }
  }
  return pairs;
}

function randomPoints(classCount: number, chance: Generator): Matrix {
  const data = Float64Array.from({ length: 2 * classCount * classCount }, () => chance.nextUnit());
  return matrix(2 * classCount, classCount, data);
}

function smacof(cost: Matrix, init: Matrix, iterations: number, tolerance: number): CostEmbedding {
  const n = init.rows;
  const inverse = laplacianInverse(cost.rows);
  let points = init;
  let stress = 0;
  let previous = Infinity;
  let done = 0;
  while (done < iterations) {
    done++;
    const distance = distances(points);
    const wanted = disparities(cost, distance, n);
    stress = stressOf(distance, wanted, cost.rows);
    points = guttman(points, distance, wanted, inverse, cost.rows);
    const relative = stress / totalNorm(points);
    if (previous - relative < tolerance) break;
    previous = relative;
  }
  const half = cost.rows * points.cols;
  return {
    classPoints: matrix(cost.rows, points.cols, points.data.slice(0, half)),
    predictionPoints: matrix(cost.rows, points.cols, points.data.slice(half)),
    stress,
    iterations: done,
  };
}

function distances(points: Matrix): Float64Array {
  const n = points.rows;
  const result = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      result[i * n + j] = result[j * n + i] = Math.sqrt(squaredDistance(row(points, i), row(points, j)));
    }
  }
  return result;
}

/** The distances that the costs ask for: monotone in the cost, scaled to a fixed size, 0 where the cost is 0. */
function disparities(cost: Matrix, distance: Float64Array, n: number): Float64Array {
  const wanted = distance.slice();
  const pairs = positivePairs(cost);
  const fitted = isotonic(
    pairs.map((pair) => pair.cost),
    pairs.map(({ i, j }) => distance[i * n + j]),
  );
  pairs.forEach(({ i, j }, at) => {
    wanted[i * n + j] = wanted[j * n + i] = fitted[at];
  });
  let squares = 0;
  for (const value of wanted) squares += value * value;
  const scale = Math.sqrt((n * (n - 1)) / 2 / squares);
  const positive = new Set(pairs.map(({ i, j }) => i * n + j));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const at = Math.min(i, j) * n + Math.max(i, j);
      wanted[i * n + j] = positive.has(at) ? wanted[i * n + j] * scale : 0;
    }
  }
  return wanted;
}

/** Sum of W (d - disparity)^2 over ordered pairs, halved; W is 1 between the groups and 0 inside them. */
function stressOf(distance: Float64Array, wanted: Float64Array, classCount: number): number {
  const n = 2 * classCount;
  let sum = 0;
  for (let i = 0; i < classCount; i++) {
    sum += squaredDistance(distance.subarray(i * n + classCount, (i + 1) * n), wanted.subarray(i * n + classCount));
  }
  return sum;
}

/** The Guttman transform V^+ B(X) X. */
function guttman(
  points: Matrix,
  distance: Float64Array,
  wanted: Float64Array,
  inverse: Matrix,
  classCount: number,
): Matrix {
  const n = points.rows;
  const b = new Float64Array(n * n);
  for (let i = 0; i < classCount; i++) {
    for (let j = classCount; j < n; j++) {
      const ratio = wanted[i * n + j] / (distance[i * n + j] === 0 ? MIN_DISTANCE : distance[i * n + j]);
      b[i * n + j] = b[j * n + i] = -ratio;
      b[i * n + i] += ratio;
      b[j * n + j] += ratio;
    }
  }
  return multiply(inverse, multiply(matrix(n, n, b), points));
}

/** The pseudo-inverse of V = diag(row sums of W) - W, a Laplacian: (V + J/n)^-1 - J/n. */
function laplacianInverse(classCount: number): Matrix {
  const n = 2 * classCount;
  const shifted = matrix(n, n);
  const identity = matrix(n, n);
  for (let i = 0; i < n; i++) {
    identity.data[i * n + i] = 1;
    for (let j = 0; j < n; j++) {
      const joined = i < classCount !== j < classCount ? 1 : 0;
      shifted.data[i * n + j] = (i === j ? classCount : -joined) + 1 / n;
    }
  }
  const inverse = choleskySolve(choleskyFactor(shifted) as Float64Array, identity);
  return matrix(
    n,
    n,
    inverse.data.map((value) => value - 1 / n),
  );
}

function multiply(a: Matrix, b: Matrix): Matrix {
  const result = matrix(a.rows, b.cols);
  for (let i = 0; i < a.rows; i++) {
    for (let k = 0; k < a.cols; k++) {
      for (let j = 0; j < b.cols; j++) result.data[i * b.cols + j] += a.data[i * a.cols + k] * b.data[k * b.cols + j];
    }
  }
  return result;
}

function totalNorm(points: Matrix): number {
  const origin = new Float64Array(points.cols);
  let total = 0;
  for (let i = 0; i < points.rows; i++) total += Math.sqrt(squaredDistance(row(points, i), origin));
  return total;
}
