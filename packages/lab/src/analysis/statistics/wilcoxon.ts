// Wilcoxon's signed-rank test on paired values with the conventions of SciPy 1.10, by which the paper's stars and
// daggers were set: zero differences are dropped; the normal approximation corrects for ties but not for continuity;
// by default the exact distribution is used for up to 50 pairs unless a difference is zero, and a rank sum that ties have
// made fractional is cut to an integer there. Reports of few repetitions test by `pairedP`, which is exact there.
import { checkFiniteNumbers, checkOptions, reject } from "@xpal/core/check";
import { tiedGroups } from "./average-ranks.ts";
import { normalBelow } from "./normal-distribution.ts";
import { signedRankDistribution } from "./signed-rank-distribution.ts";

/** What is claimed of the first sample: that it differs from the second, is less, or is greater. */
export type Alternative = "two-sided" | "less" | "greater";

/** The options of the test. */
export interface WilcoxonOptions {
  /** By default "two-sided". */
  readonly alternative?: Alternative;
  /** By default "auto": exact up to 50 pairs without a zero difference, else normal. */
  readonly method?: "auto" | "exact" | "normal";
}

/** The result of a test. */
export interface WilcoxonResult {
  /** The sum of the positive ranks; two-sided: the smaller of the two rank sums. */
  readonly statistic: number;
  readonly pValue: number;
  /** The method used: zero differences turn "exact" into "normal". */
  readonly method: "exact" | "normal";
}

const EXACT_UP_TO = 50;
const EXACT_AT_MOST = 1000;

/**
 * The signed-rank test of x - y with the conventions of SciPy 1.10. With few pairs and zero differences its p-values are too
 * small; `pairedP` is exact there.
 * @throws XpalError if the samples differ in length or all differences are zero.
 * @example wilcoxon([1, 2, 3], [2, 4, 6], { alternative: "less" }).pValue // 0.125
 */
export function wilcoxon(x: ArrayLike<number>, y: ArrayLike<number>, options: WilcoxonOptions = {}): WilcoxonResult {
  checkOptions("wilcoxon", options, ["alternative", "method"]);
  const { alternative = "two-sided", method = "auto" } = options;
  const differences = checkedDifferences(x, y);
  const nonZero = differences.filter((difference) => difference !== 0);
  if (nonZero.length === 0) {
    reject("wilcoxon", "x - y", "must not be zero everywhere", undefined, "equal samples cannot be told apart");
  }
  const exactWanted = method === "exact" || (method === "auto" && differences.length <= EXACT_UP_TO);
  const used = exactWanted && nonZero.length === differences.length ? "exact" : "normal";
  const groups = tiedGroups(nonZero.map(Math.abs));
  const positive = positiveRankSum(nonZero, groups);
  const smaller = Math.min(positive, (nonZero.length * (nonZero.length + 1)) / 2 - positive);
  const statistic = alternative === "two-sided" ? smaller : positive;
  const pValue =
    used === "exact"
      ? exactP(Math.trunc(positive), nonZero.length, alternative)
      : normalP(statistic, nonZero.length, groups, alternative);
  return { statistic, pValue, method: used };
}

function checkedDifferences(x: ArrayLike<number>, y: ArrayLike<number>): number[] {
  checkFiniteNumbers("wilcoxon", "x", x);
  checkFiniteNumbers("wilcoxon", "y", y);
  if (x.length !== y.length) reject("wilcoxon", "y", `must have ${x.length} numbers as x has`, y.length);
  return Array.from({ length: x.length }, (_, i) => x[i] - y[i]);
}

function positiveRankSum(differences: number[], groups: { members: number[]; rank: number }[]): number {
  let sum = 0;
  for (const { members, rank } of groups) for (const i of members) if (differences[i] > 0) sum += rank;
  return sum;
}

function exactP(rankSum: number, n: number, alternative: Alternative): number {
  if (n > EXACT_AT_MOST) {
    reject("wilcoxon", "method", `must not be "exact" for more than ${EXACT_AT_MOST} pairs`, n, 'use "normal"');
  }
  const chance = signedRankDistribution(n);
  const less = total(chance, 0, rankSum + 1);
  const greater = total(chance, rankSum, chance.length);
  if (alternative === "less") return less;
  if (alternative === "greater") return greater;
  return Math.min(1, 2 * Math.min(less, greater));
}

function total(values: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += values[i];
  return Math.min(1, sum);
}

function normalP(statistic: number, n: number, groups: { members: number[] }[], alternative: Alternative): number {
  const mean = (n * (n + 1)) / 4;
  let spread = n * (n + 1) * (2 * n + 1);
  for (const { members } of groups) spread -= (members.length * (members.length ** 2 - 1)) / 2;
  const z = (statistic - mean) / Math.sqrt(spread / 24);
  if (alternative === "less") return normalBelow(z);
  if (alternative === "greater") return normalBelow(-z);
  return 2 * normalBelow(-Math.abs(z));
}
