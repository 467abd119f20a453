// Each column replaced by the normal scores of its ranks in the pool: heavy tails and skewed counts lose their length,
// the order of the values stays. Each column keeps its deviation in the pool.
import { type Matrix, matrix } from "../../matrix.ts";
import { columnDeviations, columnMeans } from "./decorrelation.ts";
import { normalQuantile } from "./normal-quantile.ts";

/**
 * The rank scores of any items beside a pool: Phi^-1((rank + 1/2) / n) with n items in the pool, the mean of the least
 * and the largest rank where values are equal, and of the two neighbours' where a value lies between them.
 */
export function rankScores(pool: Matrix): (features: Matrix) => Matrix {
  const { rows, cols } = pool;
  const quantiles = Float64Array.from({ length: rows }, (_, rank) => normalQuantile((rank + 0.5) / rows));
  const sorted = Array.from({ length: cols }, (_, d) => columnOf(pool, d).sort());
  const score = (value: number, column: Float64Array): number => {
    const least = Math.min(countBelow(column, value, false), rows - 1);
    const most = Math.max(countBelow(column, value, true) - 1, 0);
    return (quantiles[least] + quantiles[most]) / 2;
  };
  const deviations = columnDeviations(pool, columnMeans(pool));
  const factors = sorted.map((column, d) => {
    const scores = { rows, cols: 1, data: column.map((value) => score(value, column)) };
    const [own] = columnDeviations(scores, columnMeans(scores));
    return own === 0 ? 0 : deviations[d] / own;
  });
  return (features) => {
    const scores = matrix(features.rows, cols);
    for (let at = 0; at < scores.data.length; at++) {
      const d = at % cols;
      scores.data[at] = factors[d] === 0 ? 0 : factors[d] * score(features.data[at], sorted[d]);
    }
    return scores;
  };
}

function columnOf({ rows, cols, data }: Matrix, d: number): Float64Array {
  return Float64Array.from({ length: rows }, (_, i) => data[i * cols + d]);
}

/** How many of ascending numbers are below a value, or not above it. */
function countBelow(sorted: Float64Array, value: number, orEqual: boolean): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] < value || (orEqual && sorted[middle] === value)) from = middle + 1;
    else to = middle;
  }
  return from;
}
