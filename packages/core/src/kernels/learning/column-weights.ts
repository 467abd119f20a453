// Feature weights: D_theta(x, x') = sum over d of e^theta_d (x_d - x'_d)^2, where the columns carry the base kernel's
// gamma. With the slopes of F in D (label-score.ts)
//
//   dF/dtheta_d = e^theta_d * sum over pairs of dF/dD_ij (x_id - x_jd)^2.
//
// Columns that code one original column may share one theta: its slope is then the sum of theirs.
import type { Matrix } from "../../matrix.ts";
import { exp } from "../exp.ts";
import { pairAt } from "./label-score.ts";
import type { MetricModel } from "./metric-fit.ts";

/** The weights of the columns of some rows; `parameterOf` gives the parameter of each column. */
export function columnWeights(x: Matrix, parameterOf: Uint32Array): MetricModel {
  const { cols } = x;
  const squares = squaredDifferences(x);
  const weights = new Float64Array(cols);
  const columns = new Float64Array(cols);
  return {
    parameterCount: parameterOf.reduce((most, parameter) => Math.max(most, parameter + 1), 0),
    distances(theta, distances) {
      for (let d = 0; d < cols; d++) weights[d] = exp(theta[parameterOf[d]]);
      for (let pair = 0, at = 0; pair < distances.length; pair++) {
        let sum = 0;
        for (let d = 0; d < cols; d++, at++) sum += weights[d] * squares[at];
        distances[pair] = sum;
      }
    },
    gradient(theta, slopes, gradient) {
      columns.fill(0);
      for (let pair = 0, at = 0; pair < slopes.length; pair++, at += cols) {
        const rise = slopes[pair];
        if (rise === 0) continue; // its distance may be infinite
        for (let d = 0; d < cols; d++) columns[d] += rise * squares[at + d];
      }
      gradient.fill(0, 0, theta.length);
      for (let d = 0; d < cols; d++) gradient[parameterOf[d]] += weights[d] * columns[d];
    },
  };
}

/** (x_id - x_jd)^2 of each pair of rows i > j, column after column. */
function squaredDifferences({ rows, cols, data }: Matrix): Float64Array {
  const squares = new Float64Array(((rows * (rows - 1)) / 2) * cols);
  for (let i = 1; i < rows; i++) {
    for (let j = 0; j < i; j++) {
      const at = pairAt(i, j) * cols;
      for (let d = 0; d < cols; d++) {
        const difference = data[i * cols + d] - data[j * cols + d];
        squares[at + d] = difference * difference;
      }
    }
  }
  return squares;
}
