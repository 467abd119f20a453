// What the answers say about a column, beyond its weight: a weight may stay near 1 because the column counts, or because
// no answer moved it. With F of label-score.ts, D of the fitted weights and the scale as a nuisance,
//
//   S(D) = max over octaves s of F(2^s D m / mean(D)) - s^2 / 2,     m = mean of D with all columns,
//   S(none) = the better of "everything is alike" and "nothing is alike",
//
// so that a column does not count merely because the kernel would be wider without it, the column is compared by
//
//   without = S(all) - max(S(all but it), S(none)) - what its weights are charged (fit-charge.ts),
//   alone   = S(it alone, unweighed) - S(none),
//   base    = S(all, it with its base weight) - max(S(all but it), S(none)).
//
// They are logarithms of ratios of evidence, of which 3 (20 to 1) counts as strong (Kass and Raftery, JASA 90, 1995).
// docs/guide/what-counts.md says how often that is wrong on made-up data.
import { type Matrix, matrix } from "../../matrix.ts";
import { exp } from "../exp.ts";
import { gradientCharge, itemGradients } from "./fit-charge.ts";
import { type Answers, pairAt, scoreOf } from "./label-score.ts";
import type { ColumnEvidence, ColumnVerdict } from "./learnt.ts";
import type { MetricModel } from "./metric-fit.ts";

/** A fit of column weights on some answers. */
export interface WeighedColumns {
  /** The labelled rows, times the root of gamma. */
  readonly x: Matrix;
  readonly answers: Answers;
  readonly model: MetricModel;
  readonly theta: Float64Array;
  readonly logScale: number;
  readonly width: number;
  /** The parameter of each column of x, and the number of the original column that it codes. */
  readonly parameterOf: ArrayLike<number>;
  readonly columnOf: ArrayLike<number>;
}

const STRONG = 3;
const OCTAVES = [-4, -3, -2, -1, 0, 1, 2];
/** Each column takes some twenty scores, of all pairs of items; with more columns the rest is not looked at. */
const MOST_COLUMNS = 100;

/** Whether the answers speak for or against each original column, by number. */
export function columnEvidence(weighed: WeighedColumns): ColumnEvidence[] {
  const { x, answers, theta, parameterOf, columnOf } = weighed;
  const weights = Float64Array.from(parameterOf, (parameter) => exp(theta[parameter]));
  const all = distancesOf(x, weights);
  const mean = meanOf(all);
  const best = (distances: Float64Array) => bestScore(answers, distances, mean);
  const none = Math.max(
    scoreOf(answers, new Float64Array(all.length)),
    scoreOf(answers, new Float64Array(all.length).fill(Infinity)),
  );
  const together = best(all);
  const charge = charges(weighed);
  const count = Array.from(columnOf).reduce((most, column) => Math.max(most, column + 1), 0);
  return Array.from({ length: count }, (_, column): ColumnEvidence => {
    const isOwn = (d: number) => columnOf[d] === column;
    const plain = distancesOf(
      x,
      Float64Array.from(weights, (_weight, d) => (isOwn(d) ? 1 : 0)),
    );
    if (column >= MOST_COLUMNS || meanOf(plain) === 0) return { without: 0, alone: 0, verdict: "unknown" };
    const others = distancesOf(
      x,
      Float64Array.from(weights, (weight, d) => (isOwn(d) ? 0 : weight)),
    );
    const rest = Math.max(none, best(others));
    const without = together - rest - charge(column);
    const alone = best(plain) - none;
    const base = best(others.map((distance, pair) => distance + plain[pair])) - rest;
    return { without, alone, verdict: verdictOf({ without, alone, base, fitted: together - rest }) };
  });
}

function verdictOf(found: { without: number; alone: number; base: number; fitted: number }): ColumnVerdict {
  if (found.without >= STRONG) return "counts";
  if (found.alone >= STRONG) return "covered";
  return found.base <= -STRONG && found.fitted <= 0 ? "against" : "unknown";
}

/** Sums of weighed squared differences of all pairs. */
function distancesOf({ rows, cols, data }: Matrix, weights: Float64Array): Float64Array {
  const used = Array.from(weights.keys()).filter((d) => weights[d] !== 0);
  const distances = new Float64Array((rows * (rows - 1)) / 2);
  for (let i = 1; i < rows; i++) {
    for (let j = 0; j < i; j++) {
      let sum = 0;
      for (const d of used) {
        const difference = data[i * cols + d] - data[j * cols + d];
        sum += weights[d] * (difference * difference);
      }
      distances[pairAt(i, j)] = sum;
    }
  }
  return distances;
}

/** S, with the distances brought to a mean. */
function bestScore(answers: Answers, distances: Float64Array, mean: number): number {
  const own = meanOf(distances);
  if (own === 0) return -Infinity;
  const scores = OCTAVES.map((octave) => {
    const factor = (2 ** octave * mean) / own;
    return (
      scoreOf(
        answers,
        distances.map((distance) => factor * distance),
      ) -
      (octave * octave) / 2
    );
  });
  return Math.max(...scores);
}

/** What the weights of an original column are charged: the charge of the fit, less that of a fit without them. */
function charges({ model, answers, theta, logScale, width, parameterOf, columnOf }: WeighedColumns) {
  const gradients = itemGradients(model, answers, theta, logScale);
  const whole = gradientCharge(gradients, width);
  return (column: number): number => {
    const own = new Set(Array.from(parameterOf).filter((_, d) => columnOf[d] === column));
    let squares = 0;
    for (const parameter of own) squares += theta[parameter] ** 2;
    const others = Array.from(theta.keys()).filter((parameter) => !own.has(parameter));
    return squares / width / width / 2 + whole - gradientCharge(pickColumns(gradients, others), width);
  };
}

function pickColumns({ rows, cols, data }: Matrix, columns: readonly number[]): Matrix {
  const picked = matrix(rows, columns.length);
  for (let i = 0; i < rows; i++) {
    columns.forEach((column, d) => {
      picked.data[i * columns.length + d] = data[i * cols + column];
    });
  }
  return picked;
}

function meanOf(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
