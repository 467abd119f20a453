// What the answers say about a column, beyond its weight: a weight may stay near 1 because the column counts, or because
// no answer moved it. Each labelled item i is scored by weights that were fitted without it, so that a weight which only
// follows single answers gains nothing. With c, a, s_y and T_i of label-score.ts, D_i of the weights fitted without i,
//
//   F(D) = sum over i and y of c_i[y] ln((q_i[y] + a s_y) / T_i),     q_i[y] = sum over j != i of c_j[y] e^(-D_i(i, j)),
//   S(D) = max over octaves s of F(2^s D m / mean(D)) - s^2 / 2,     m = mean of D with all columns,
//   S(none) = the better of "all items are alike" and "no two items are alike".
//
// The scale is a nuisance: a column does not count merely because the kernel would be wider without it. Then
//
//   without = S(all) - max(S(all but it), S(none)),
//   alone   = S(it alone, unweighed) - S(none),
//   base    = S(all, it with its base weight) - max(S(all but it), S(none)).
//
// They are logarithms of ratios of probabilities, of which 3 (20 to 1) counts as strong (Kass and Raftery, JASA 90, 1995).
// docs/guide/what-counts.md says how often that is wrong on made-up data.
import type { Matrix } from "../../matrix.ts";
import { exp } from "../exp.ts";
import { ln } from "../ln.ts";
import type { Answers } from "./label-score.ts";
import type { ColumnEvidence, ColumnVerdict } from "./learned.ts";

/** Labelled items, and the column weights that were fitted without each of them. */
export interface WeighedColumns {
  /** The labelled rows, times the root of gamma. */
  readonly x: Matrix;
  readonly answers: Answers;
  /** The weights by which item i is scored, one for each column of x. */
  weightsFor(item: number): Float64Array;
  /** The number of the original column that each column of x codes. */
  readonly columnOf: ArrayLike<number>;
}

const STRONG = 3;
const OCTAVES = [-4, -3, -2, -1, 0, 1, 2];
/** Each column takes some twenty scores, of all pairs of items; with more columns the rest is not looked at. */
const MAX_COLUMNS = 100;

/** Whether the answers speak for or against each original column, by number. */
export function columnEvidence({ x, answers, weightsFor, columnOf }: WeighedColumns): ColumnEvidence[] {
  const all = distancesOf(x, weightsFor, () => true);
  const mean = meanOf(all);
  const best = (distances: Float64Array) => bestScore(answers, distances, mean);
  const none = Math.max(
    scoreOf(answers, all, 0),
    scoreOf(
      answers,
      all.map(() => Infinity),
      1,
    ),
  );
  const together = best(all);
  const ones = new Float64Array(x.cols).fill(1);
  const count = Array.from(columnOf).reduce((most, column) => Math.max(most, column + 1), 0);
  return Array.from({ length: count }, (_, column): ColumnEvidence => {
    const isOwn = (d: number) => columnOf[d] === column;
    const plain = distancesOf(x, () => ones, isOwn);
    if (column >= MAX_COLUMNS || meanOf(plain) === 0) return { without: 0, alone: 0, verdict: "unknown" };
    const others = distancesOf(x, weightsFor, (d) => !isOwn(d));
    const rest = Math.max(none, best(others));
    const without = together - rest;
    const alone = best(plain) - none;
    const base = best(others.map((distance, pair) => distance + plain[pair])) - rest;
    return { without, alone, verdict: verdictOf({ without, alone, base }) };
  });
}

function verdictOf({ without, alone, base }: { without: number; alone: number; base: number }): ColumnVerdict {
  if (without >= STRONG) return "counts";
  if (alone >= STRONG) return "covered";
  return base <= -STRONG && without <= 0 ? "against" : "unknown";
}

/** D_i(i, j) over some columns, items x items. */
function distancesOf(
  { rows, cols, data }: Matrix,
  weightsFor: (item: number) => Float64Array,
  isUsed: (column: number) => boolean,
): Float64Array {
  const used = Array.from({ length: cols }, (_, d) => d).filter(isUsed);
  const distances = new Float64Array(rows * rows);
  for (let i = 0; i < rows; i++) {
    const weights = weightsFor(i);
    for (let j = 0; j < rows; j++) {
      let sum = 0;
      for (const d of used) {
        const difference = data[i * cols + d] - data[j * cols + d];
        sum += weights[d] * (difference * difference);
      }
      distances[i * rows + j] = sum;
    }
  }
  return distances;
}

/** S, with the distances brought to a mean. */
function bestScore(answers: Answers, distances: Float64Array, mean: number): number {
  const own = meanOf(distances);
  if (own === 0) return -Infinity;
  const scores = OCTAVES.map(
    (octave) => scoreOf(answers, distances, (2 ** octave * mean) / own) - (octave * octave) / 2,
  );
  return Math.max(...scores);
}

/** F of distances times a factor. */
function scoreOf({ count, classCount, counts, shares, shareWeight }: Answers, distances: Float64Array, factor: number) {
  const q = new Float64Array(classCount);
  let score = 0;
  for (let i = 0; i < count; i++) {
    q.fill(0);
    let total = shareWeight;
    for (let j = 0; j < count; j++) {
      if (j === i) continue;
      const k = exp(-factor * distances[i * count + j]);
      for (let y = 0; y < classCount; y++) {
        const part = counts[j * classCount + y] * k;
        q[y] += part;
        total += part;
      }
    }
    for (let y = 0; y < classCount; y++) {
      const own = counts[i * classCount + y];
      if (own > 0) score += own * ln((q[y] + shareWeight * shares[y]) / total);
    }
  }
  return score;
}

function meanOf(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
