// Query by committee [1, Sec. 4.6]: bagged Parzen window classifiers, each on a random part of the features, and how
// much they disagree, measured by the Kullback-Leibler divergence from their mean.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkInteger, checkOptions, reject } from "../check.ts";
import { checkNumbers } from "../check-numbers.ts";
import { checkProbabilities, probabilitiesOf } from "../classifier/parzen-window.ts";
import { denseOf } from "../features.ts";
import { learnedPool } from "../kernels/learning/learned-pool.ts";
import { similarityOf } from "../kernels/similarity-of.ts";
import { itemsOf, Labels } from "../labels.ts";
import { type Matrix, matrix, pickColumns, row } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import type { Generator } from "../random/generator.ts";
import type { Strategy, View } from "./strategy.ts";

/** One member: the labelled items it was trained on, with repetitions, and the columns it looks at. */
export interface CommitteeMember {
  readonly samples: ArrayLike<number>;
  readonly columns: ArrayLike<number>;
}

/** The committee: how large, or its members. */
export interface QbcOptions {
  /** How many members are drawn for each query; 25 by default, as in the paper. */
  readonly memberCount?: number;
  /** Members to use instead of drawing them. */
  readonly members?: readonly CommitteeMember[];
}

/** The QBC strategy with its options, which the engine reads. */
export interface QbcStrategy extends Strategy {
  readonly memberCount: number;
  readonly members: readonly CommitteeMember[] | null;
}

/**
 * Query by committee. Scores are 0 while fewer than two classes have labels.
 * @throws XpalError if an option is out of range; later, if the pool's features are not a dense matrix or its kernel is a table of
 *   similarities, or a member was trained on an item without a label.
 * @example qbc({ memberCount: 10 }).name // "qbc"
 */
export function qbc(options: QbcOptions = {}): QbcStrategy {
  checkOptions("qbc", options, ["memberCount", "members"]);
  const memberCount = options.memberCount ?? 25;
  checkInteger("qbc", "memberCount", memberCount, 1, 10_000);
  if (options.members != null) checkMembers(options.members);
  const members = options.members?.map(written) ?? null;
  return {
    name: "qbc",
    beforeLearning: true,
    memberCount,
    members,
    check: (pool) => checkFit(pool, members ?? []),
    scores(view) {
      checkFit(view.pool, members ?? []); // a strategy that asks this one may not
      checkSamples(view, members ?? []);
      if (labelledClassCount(view) < 2) return new Float64Array(view.candidates.length);
      const committee = members ?? drawCommittee(view, memberCount, view.generator);
      return disagreement(committee.map((member) => memberProbabilities(view, member)));
    },
    toJSON: () => ({ name: "qbc", memberCount, ...(members === null ? {} : { members: members.map(written) }) }),
  };
}

function checkMembers(members: readonly CommitteeMember[]): void {
  if (!Array.isArray(members) || members.length === 0) reject("qbc", "members", "must be a list of members", members);
  for (const [m, member] of members.entries()) {
    checkNumbers("qbc", `members[${m}].samples`, member?.samples);
    checkNumbers("qbc", `members[${m}].columns`, member?.columns);
    if (member.columns.length === 0) reject("qbc", `members[${m}].columns`, "must not be empty", member.columns);
  }
}

/** How many classes have a label. */
export function labelledClassCount({ labels }: Pick<View, "labels">): number {
  const seen = new Set<number>();
  for (const { counts } of itemsOf(labels)) {
    counts.forEach((count, y) => {
      if (count > 0) seen.add(y);
    });
  }
  return seen.size;
}

/**
 * Members as the paper draws them: one subset size per query, from half of the columns to all but one; per member its
 * own columns, and a bootstrap of the labelled items of the same size.
 */
export function drawCommittee(
  { pool, labels }: Pick<View, "pool" | "labels">,
  memberCount: number,
  chance: Generator,
): CommitteeMember[] {
  const { cols } = denseOf("qbc", pool.features, "qbc");
  const least = Math.ceil(cols / 2);
  const size = cols < 2 ? 1 : least + chance.nextIndex(Math.max(1, cols - least));
  const labelled = itemsOf(labels).map(({ index }) => index);
  return Array.from({ length: memberCount }, () => ({
    columns: drawColumns(cols, size, chance),
    samples: labelled.map(() => labelled[chance.nextIndex(labelled.length)]),
  }));
}

/** The first `size` positions of a Fisher-Yates shuffle. */
function drawColumns(cols: number, size: number, chance: Generator): number[] {
  const order = Array.from({ length: cols }, (_, d) => d);
  for (let d = 0; d < size; d++) {
    const other = d + chance.nextIndex(cols - d);
    [order[d], order[other]] = [order[other], order[d]];
  }
  return order.slice(0, size);
}

/** Rejects a pool whose columns cannot be left out, and members that look at columns or were trained on items that are not there. */
function checkFit(pool: Pool, members: readonly CommitteeMember[]): void {
  const { cols } = denseOf("qbc", pool.features, "qbc");
  const { kernel } = learnedPool(pool, Labels.none(pool));
  if (kernel.name === "precomputed") reject("qbc", "kernel", "must be computed from features", "precomputed");
  members.forEach(({ samples, columns }, m) => {
    for (let i = 0; i < samples.length; i++)
      checkInteger("qbc", `members[${m}].samples[${i}]`, samples[i], 0, pool.size - 1);
    for (let i = 0; i < columns.length; i++)
      checkInteger("qbc", `members[${m}].columns[${i}]`, columns[i], 0, cols - 1);
  });
}

/** Rejects members that were trained on what has no label. */
export function checkSamples({ labels }: Pick<View, "labels">, members: readonly CommitteeMember[]): void {
  members.forEach(({ samples }, m) => {
    for (let i = 0; i < samples.length; i++) {
      if (!labels.has(samples[i])) reject("qbc", `members[${m}].samples[${i}]`, "must be a labelled item", samples[i]);
    }
  });
}

/**
 * A member's class probabilities at the candidates; the kernel keeps the bandwidth of the full space. Where the pool's
 * kernel learns, this is the kernel before learning: what was learned on all columns says nothing of a part of them.
 */
function memberProbabilities({ pool, labels, candidates }: View, { samples, columns }: CommitteeMember): Matrix {
  const part = pickColumns(denseOf("qbc", pool.features, "qbc"), columns);
  const answers = new Map(itemsOf(labels).map(({ index, counts }) => [index, counts]));
  const freq = matrix(candidates.length, pool.classCount);
  candidates.forEach((c, i) => {
    const k = row(freq, i);
    for (let s = 0; s < samples.length; s++) {
      const w = similarityOf(pool.kernel, part, c, part, samples[s]);
      answers.get(samples[s])?.forEach((count, y) => {
        k[y] += count * w;
      });
    }
  });
  return probabilitiesOf(freq);
}

/**
 * How much the members disagree at each candidate: the sum over members of KL(member || mean); 0 log 0 = 0.
 * @param members Each member's class probabilities, candidates x classes.
 * @throws XpalError if there is no member, their shapes differ, or a row does not sum to 1.
 * @example disagreement([matrixFrom([[1, 0]]), matrixFrom([[1, 0]])])[0] // 0
 */
export function disagreement(members: readonly Matrix[]): Float64Array {
  if (!Array.isArray(members) || members.length === 0)
    reject("disagreement", "members", "must be a list of matrices", members);
  const [first] = members;
  for (const [m, member] of members.entries()) {
    checkProbabilities("disagreement", `members[${m}]`, member);
    if (member.rows === first.rows && member.cols === first.cols) continue;
    const shape = `${first.rows} x ${first.cols}`;
    reject("disagreement", `members[${m}]`, `must be ${shape} as the first`, `${member.rows} x ${member.cols}`);
  }
  const scores = new Float64Array(first.rows);
  for (let at = 0; at < first.data.length; at++) {
    let mean = 0;
    for (const member of members) mean += member.data[at];
    mean /= members.length;
    for (const { data } of members) {
      if (data[at] > 0 && mean > 0) scores[Math.floor(at / first.cols)] += data[at] * Math.log(data[at] / mean);
    }
  }
  return scores;
}

function written({ samples, columns }: CommitteeMember): CommitteeMember {
  return { samples: Array.from(samples), columns: Array.from(columns) };
}
