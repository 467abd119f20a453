// Feature weights learnt from the labels: D(x, x') = sum over d of e^theta_d (x_d - x'_d)^2, where the columns carry the
// base kernel's gamma. theta maximises F(D) - sum of theta^2 / (2 width^2); with F's slopes (label-score.ts)
//
//   d/dtheta_d = e^theta_d * sum over pairs of dF/dD_ij (x_id - x_jd)^2 - theta_d / width^2.
//
// Columns that code one original column may share one theta: its slope is then the sum of theirs.
import type { Matrix } from "../../matrix.ts";
import { exp } from "../exp.ts";
import { type Ascent, type AscentOptions, ascend, type Objective } from "./adam.ts";
import { type Answers, labelScore, pairAt } from "./label-score.ts";

/** How a metric is fitted. */
export interface FitOptions extends AscentOptions {
  /** The standard deviation of the normal prior that holds parameters near 0. */
  readonly width: number;
}

/** theta, one per parameter; `parameterOf` gives the parameter of each column. */
export function fitWeights(x: Matrix, answers: Answers, parameterOf: Uint32Array, options: FitOptions): Ascent {
  const count = parameterOf.reduce((most, parameter) => Math.max(most, parameter + 1), 0);
  return ascend(count, options, weightsObjective(x, answers, parameterOf, options.width));
}

/** What theta maximises, and its gradient. */
export function weightsObjective(x: Matrix, answers: Answers, parameterOf: Uint32Array, width: number): Objective {
  const { cols } = x;
  const squares = squaredDifferences(x);
  const distances = new Float64Array(squares.length / cols);
  const slopes = new Float64Array(distances.length);
  return (theta, slope) => {
    const weights = Float64Array.from(parameterOf, (parameter) => exp(theta[parameter]));
    for (let pair = 0, at = 0; pair < distances.length; pair++) {
      let sum = 0;
      for (let d = 0; d < cols; d++, at++) sum += weights[d] * squares[at];
      distances[pair] = sum;
    }
    const score = labelScore(answers, distances, slopes);
    const columns = new Float64Array(cols);
    for (let pair = 0, at = 0; pair < slopes.length; pair++, at += cols) {
      const rise = slopes[pair];
      if (rise === 0) continue; // its distance may be infinite
      for (let d = 0; d < cols; d++) columns[d] += rise * squares[at + d];
    }
    return addPrior(score, theta, slope, width, (p) => {
      let sum = 0;
      for (let d = 0; d < cols; d++) if (parameterOf[d] === p) sum += weights[d] * columns[d];
      return sum;
    });
  };
}

/** The score with the prior; its slope is written. */
export function addPrior(
  score: number,
  parameters: Float64Array,
  slope: Float64Array,
  width: number,
  rise: (parameter: number) => number,
): number {
  let penalty = 0;
  for (let p = 0; p < parameters.length; p++) {
    slope[p] = rise(p) - parameters[p] / width / width;
    penalty += parameters[p] * parameters[p];
  }
  return score - penalty / width / width / 2;
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
