// What a fitted metric is charged for having been fitted: its score on the labels flatters it, the more the more freely
// its parameters could follow single answers. Laplace's approximation to the evidence with the empirical Fisher matrix
// (MacKay, "Bayesian interpolation", Neural Computation 4, 1992) takes from the score, with lambda = 1 / width^2,
//
//   lambda / 2 |theta|^2 + 1/2 ln det(I + Q / lambda),     Q_ij = <g_i, g_j>,
//
// where g_i is the gradient of item i's own part of F in theta, at the fitted theta and s. The n x n matrix Q takes the
// position of the larger one over the parameters, which has the same determinant.
//
// With C > 2 classes this is too little. An item tells C - 1 things about theta, and Q holds the gradient of one of them.
// Where the items outnumber the parameters, that hardly matters, since theta is well determined either way; where there are
// more parameters than items, each further gradient would add to the determinant. So the charge is multiplied by
// (docs/decisions/0380)
//
//   1 + 0.6 log2(C / 2) min(1, P / (4 n)),     P parameters, n items, C the classes among them.
import { choleskyFactor } from "../../linear/cholesky.ts";
import { type Matrix, matrix } from "../../matrix.ts";
import { exp } from "../exp.ts";
import { ln } from "../ln.ts";
import { type Answers, itemSlopes } from "./label-score.ts";
import type { Fit, MetricModel } from "./metric-fit.ts";

/** The charge of a fit; Infinity where it cannot be computed, so that the metric has no weight. */
export function fitCharge(model: MetricModel, answers: Answers, { theta, logScale }: Fit, width: number): number {
  let squares = 0;
  for (const parameter of theta) squares += parameter * parameter;
  const gradients = itemGradients(model, answers, theta, logScale);
  const factor = choleskyFactor(oneMore(gradients, width));
  if (factor === null) return Infinity;
  let determinant = 0;
  for (let i = 0; i < answers.count; i++) determinant += ln(factor[i * answers.count + i]);
  const charge = squares / width / width / 2 + determinant;
  return Number.isFinite(charge) ? charge : Infinity;
}

const PER_DOUBLING = 0.6;
const PARAMETERS_PER_ITEM = 4;

/** What the charge is multiplied by for the classes that the items were not called. */
export function chargeFactor(classes: number, items: number, parameters: number): number {
  if (classes <= 2) return 1;
  const free = Math.min(1, parameters / (PARAMETERS_PER_ITEM * items));
  return 1 + PER_DOUBLING * (ln(classes / 2) / Math.LN2) * free;
}

/** g_i, items x parameters. */
function itemGradients(model: MetricModel, answers: Answers, theta: Float64Array, logScale: number): Matrix {
  const { count } = answers;
  const scale = exp(logScale);
  const distances = new Float64Array((count * (count - 1)) / 2);
  model.distances(theta, distances);
  for (let pair = 0; pair < distances.length; pair++) distances[pair] *= scale;
  const gradients = matrix(count, model.parameterCount);
  itemSlopes(answers, distances, (i, slopes) => {
    for (let pair = 0; pair < slopes.length; pair++) if (slopes[pair] !== 0) slopes[pair] *= scale;
    model.gradient(theta, slopes, gradients.data.subarray(i * gradients.cols, (i + 1) * gradients.cols));
  });
  return gradients;
}

/** I + Q width^2; the factor reads the lower half only. */
function oneMore({ rows, cols, data }: Matrix, width: number): Matrix {
  const sum = matrix(rows, rows);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j <= i; j++) {
      let product = i === j ? 1 / width / width : 0;
      for (let a = i * cols, b = j * cols, end = a + cols; a < end; a++, b++) product += data[a] * data[b];
      sum.data[i * rows + j] = product * width * width;
    }
  }
  return sum;
}
