// A full metric learnt from the labels: z = x (I + Delta), D(x, x') = |z - z'|^2, where the columns carry the base
// kernel's gamma. Delta maximises F(D) - |Delta|_F^2 / (2 width^2). With F's slopes s_ij = dF/dD_ij (label-score.ts)
//
//   d/dDelta = 2 * sum over pairs of s_ij (x_i - x_j)^T (z_i - z_j) - Delta / width^2
//            = 2 X^T M - Delta / width^2,     M_i = sum over j of s_ij (z_i - z_j),
//
// which costs a product of matrices instead of one outer product per pair. The sum of all M_i is 0, so that X may be
// centred, which keeps the product from losing digits.
import { type Matrix, matrix } from "../../matrix.ts";
import { type Ascent, ascend, type Objective } from "./adam.ts";
import { addPrior, type FitOptions } from "./fit-weights.ts";
import { type Answers, labelScore, pairAt } from "./label-score.ts";

/** Delta, row after row. */
export function fitMetric(x: Matrix, answers: Answers, options: FitOptions): Ascent {
  return ascend(x.cols * x.cols, options, metricObjective(x, answers, options.width));
}

/** What Delta maximises, and its gradient. */
export function metricObjective(given: Matrix, answers: Answers, width: number): Objective {
  const x = centred(given);
  const { rows } = x;
  const distances = new Float64Array((rows * (rows - 1)) / 2);
  const slopes = new Float64Array(distances.length);
  return (delta, slope) => {
    const z = transformed(x, delta);
    pairDistances(z, distances);
    const score = labelScore(answers, distances, slopes);
    const product = crossProduct(x, differences(z, slopes));
    return addPrior(score, delta, slope, width, (p) => 2 * product[p]);
  };
}

/** x (I + Delta) of each row. */
export function transformed({ rows, cols, data }: Matrix, delta: Float64Array): Matrix {
  const z = matrix(rows, cols, data.slice());
  for (let i = 0; i < rows; i++) {
    for (let d = 0; d < cols; d++) {
      const value = data[i * cols + d];
      for (let k = 0; k < cols; k++) z.data[i * cols + k] += value * delta[d * cols + k];
    }
  }
  return z;
}

function centred({ rows, cols, data }: Matrix): Matrix {
  const x = matrix(rows, cols);
  for (let d = 0; d < cols; d++) {
    let mean = 0;
    for (let i = 0; i < rows; i++) mean += data[i * cols + d] / rows;
    for (let i = 0; i < rows; i++) x.data[i * cols + d] = data[i * cols + d] - mean;
  }
  return x;
}

function pairDistances({ rows, cols, data }: Matrix, distances: Float64Array): void {
  for (let i = 1; i < rows; i++) {
    for (let j = 0; j < i; j++) {
      let sum = 0;
      for (let d = 0, a = i * cols, b = j * cols; d < cols; d++, a++, b++) {
        const difference = data[a] - data[b];
        sum += difference * difference;
      }
      distances[pairAt(i, j)] = sum;
    }
  }
}

/** M. */
function differences({ rows, cols, data: z }: Matrix, slopes: Float64Array): Matrix {
  const m = matrix(rows, cols);
  for (let i = 1; i < rows; i++) {
    for (let j = 0; j < i; j++) {
      const rise = slopes[pairAt(i, j)];
      if (rise === 0) continue;
      for (let d = 0, a = i * cols, b = j * cols; d < cols; d++, a++, b++) {
        const part = rise * (z[a] - z[b]);
        m.data[a] += part;
        m.data[b] -= part;
      }
    }
  }
  return m;
}

/** X^T M, row after row. */
function crossProduct(x: Matrix, m: Matrix): Float64Array {
  const { rows, cols } = x;
  const product = new Float64Array(cols * cols);
  for (let i = 0; i < rows; i++) {
    for (let d = 0; d < cols; d++) {
      const value = x.data[i * cols + d];
      if (value === 0) continue;
      for (let k = 0; k < cols; k++) product[d * cols + k] += value * m.data[i * cols + k];
    }
  }
  return product;
}
