// What a fitted metric is charged for having been fitted: its score on the labels flatters it, the more the more freely
// its parameters could follow single answers. Laplace's approximation to the evidence with the empirical Fisher matrix
// (MacKay, "Bayesian interpolation", Neural Computation 4, 1992) takes from the score, with lambda = 1 / width^2,
//
//   lambda / 2 |theta|^2 + 1/2 ln det(I + Q / lambda),     Q_ij = <g_i, g_j>,
//
// where g_i is the gradient of item i's own part of F in theta, at the fitted theta and s. The n x n matrix Q takes the
// position of the larger one over the parameters, which has the same determinant.
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
  const charge = squares / width / width / 2 + gradientCharge(itemGradients(model, answers, theta, logScale), width);
  return Number.isFinite(charge) ? charge : Infinity;
}

/** 1/2 ln det(I + Q / lambda) of the gradients g_i, items x parameters; Infinity where it cannot be computed. */
export function gradientCharge(gradients: Matrix, width: number): number {
  const { rows } = gradients;
  const factor = choleskyFactor(oneMore(gradients, width));
  if (factor === null) return Infinity;
  let determinant = 0;
  for (let i = 0; i < rows; i++) determinant += ln(factor[i * rows + i]);
  return determinant;
}

/** g_i, items x parameters. */
export function itemGradients(model: MetricModel, answers: Answers, theta: Float64Array, logScale: number): Matrix {
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
