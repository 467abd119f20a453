// How well the answers of each labelled item follow from those of the others, as a function of the distances between
// the labelled items, and its gradient. With counts c_i[y], class shares s_y among the answers, K_ij = e^(-D_ij) and
//
//   q_i[y] = sum over j != i of c_j[y] K_ij,     T_i = sum over y of q_i[y] + a,     N_i = sum over y of c_i[y],
//   F = sum over i and y of c_i[y] ln((q_i[y] + a s_y) / T_i),
//
// the gradient is, since dF/dq_i[y] = e_i[y] = c_i[y] / (q_i[y] + a s_y) - N_i / T_i and dK_ij/dD_ij = -K_ij,
//
//   dF/dD_ij = -K_ij (sum over y of c_j[y] e_i[y] + c_i[y] e_j[y]).
//
// F is the score of the bank's members without its prior (evidence.ts). As a function of a metric it is a relative of
// neighbourhood components analysis (Goldberger, Roweis, Hinton and Salakhutdinov, NIPS 2004), which maximises the
// expected share of right answers; F is the logarithm of what the Parzen window classifier says, shrunk to the shares.
import type { AnsweredItem } from "../../labels.ts";
import { exp } from "../exp.ts";
import { ln } from "../ln.ts";

/** The answers of some labelled items. */
export interface Answers {
  /** How many items. */
  readonly count: number;
  readonly classCount: number;
  /** c_i[y], items x classes. */
  readonly counts: Float64Array;
  /** s_y. */
  readonly shares: Float64Array;
  /** a. */
  readonly shareWeight: number;
}

/** The answers of labelled items in this order. */
export function answersOf(items: readonly AnsweredItem[], classCount: number, shareWeight: number): Answers {
  const counts = new Float64Array(items.length * classCount);
  const shares = new Float64Array(classCount);
  let total = 0;
  items.forEach((item, i) => {
    item.counts.forEach((count, y) => {
      counts[i * classCount + y] = count;
      shares[y] += count;
      total += count;
    });
  });
  return { count: items.length, classCount, counts, shares: shares.map((share) => share / total), shareWeight };
}

/** The position of the pair of items i > j among all pairs. */
export function pairAt(i: number, j: number): number {
  return (i * (i - 1)) / 2 + j;
}

/**
 * F from the distances of all pairs (`pairAt`); dF/dD of each pair is written to `slopes`. A pair so far apart that
 * its similarity is 0 has the slope 0 whatever its distance, infinite ones included.
 */
export function labelScore(answers: Answers, distances: Float64Array, slopes: Float64Array): number {
  const { count, classCount, counts } = answers;
  const similarities = similaritiesOf(distances);
  const { score, e } = itemScores(answers, similarities);
  for (let i = 1, pair = 0; i < count; i++) {
    for (let j = 0; j < i; j++, pair++) {
      let rise = 0;
      for (let y = 0, a = i * classCount, b = j * classCount; y < classCount; y++, a++, b++) {
        rise += counts[b] * e[a] + counts[a] * e[b];
      }
      slopes[pair] = similarities[pair] === 0 ? 0 : -similarities[pair] * rise;
    }
  }
  return score;
}

/** The slopes of each item's own part of F, sum over y of c_i[y] ln(...), in the distances of all pairs; all but its own are 0. */
export function itemSlopes(
  answers: Answers,
  distances: Float64Array,
  take: (item: number, slopes: Float64Array) => void,
): void {
  const { count, classCount, counts } = answers;
  const similarities = similaritiesOf(distances);
  const { e } = itemScores(answers, similarities);
  const slopes = new Float64Array(distances.length);
  for (let i = 0; i < count; i++) {
    slopes.fill(0);
    for (let j = 0; j < count; j++) {
      if (j === i) continue;
      const pair = i > j ? pairAt(i, j) : pairAt(j, i);
      let rise = 0;
      for (let y = 0; y < classCount; y++) rise += counts[j * classCount + y] * e[i * classCount + y];
      if (similarities[pair] !== 0) slopes[pair] = -similarities[pair] * rise;
    }
    take(i, slopes);
  }
}

function similaritiesOf(distances: Float64Array): Float64Array {
  const similarities = new Float64Array(distances.length);
  for (let pair = 0; pair < distances.length; pair++) similarities[pair] = exp(-distances[pair]);
  return similarities;
}

/** F, and e_i[y] = dF/dq_i[y], items x classes. */
function itemScores(answers: Answers, similarities: Float64Array): { score: number; e: Float64Array } {
  const { count, classCount, counts, shares, shareWeight } = answers;
  const q = frequenciesOf(answers, similarities);
  const e = new Float64Array(q.length);
  let score = 0;
  for (let i = 0; i < count; i++) {
    let own = 0;
    let total = shareWeight;
    for (let at = i * classCount; at < (i + 1) * classCount; at++) {
      own += counts[at];
      total += q[at];
    }
    for (let y = 0, at = i * classCount; y < classCount; y++, at++) {
      e[at] = -own / total;
      if (counts[at] === 0) continue;
      const chance = q[at] + shareWeight * shares[y];
      score += counts[at] * ln(chance / total);
      e[at] += counts[at] / chance;
    }
  }
  return { score, e };
}

/** q_i[y], items x classes. */
function frequenciesOf({ count, classCount, counts }: Answers, similarities: Float64Array): Float64Array {
  const q = new Float64Array(count * classCount);
  for (let i = 1; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const k = similarities[pairAt(i, j)];
      if (k === 0) continue;
      for (let y = 0, a = i * classCount, b = j * classCount; y < classCount; y++, a++, b++) {
        q[a] += counts[b] * k;
        q[b] += counts[a] * k;
      }
    }
  }
  return q;
}
