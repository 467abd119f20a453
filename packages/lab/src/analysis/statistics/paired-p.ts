// The p-value that reports and commands show for two strategies over the same repetitions: Wilcoxon's signed-rank test over
// the pairs that differ. Few pairs are tested exactly, by the permutation distribution of their own ranks, equal ones
// included: SciPy's conventions, by which the paper's marks were set, turn to the normal approximation as soon as one
// difference is zero, and four pairs that differ then look significant, which they cannot be: 1/16 is the least. With more
// pairs those conventions stand, so that the paper's 100 repetitions have the paper's marks
// (docs/decisions/0476-exact-tests-of-few-pairs.md).
import { checkFiniteNumbers, checkOneOf, reject } from "@xpal/core/check";
import { tiedGroups } from "./average-ranks.ts";
import { ROUNDING } from "./same-mean.ts";
import { rankSumDistribution } from "./signed-rank-distribution.ts";
import { type Alternative, wilcoxon } from "./wilcoxon.ts";

/** As many pairs as SciPy tests exactly, too. */
const EXACT_UP_TO = 50;

/** With fewer pairs that differ SciPy warns of its normal approximation. */
const MIN_FOR_NORMAL = 10;

const ALTERNATIVES: readonly Alternative[] = ["two-sided", "less", "greater"];

/**
 * The p-value of the signed-rank test of x - y: exact where there are at most 50 pairs or fewer than 10 differ, else by the
 * normal approximation. With n pairs that differ it is at least 1/2^n, two-sided 2/2^n. Values that differ by rounding only
 * are equal, and so are differences.
 * @returns Null where all pairs are equal: there is nothing to test.
 * @throws XpalError if the samples are empty, differ in length or have a value that is not finite.
 * @example pairedP([0, 0, 0, 0, 0], [0.1, 0.1, 0.1, 0.1, 0], "less") // 0.0625
 */
export function pairedP(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  alternative: Alternative = "two-sided",
): number | null {
  checkFiniteNumbers("pairedP", "x", x);
  checkFiniteNumbers("pairedP", "y", y);
  if (x.length !== y.length) reject("pairedP", "y", `must have ${x.length} numbers as x has`, y.length);
  checkOneOf("pairedP", "alternative", alternative, ALTERNATIVES);
  const largest = Array.from(x).reduce((most, value, i) => Math.max(most, Math.abs(value), Math.abs(y[i])), 0);
  const rounding = ROUNDING * largest; // of areas that are counts over the same number, differences are not exact
  const differences = Array.from(x, (value, i) => value - y[i]).filter((one) => Math.abs(one) > rounding);
  if (differences.length === 0) return null;
  if (x.length > EXACT_UP_TO && differences.length >= MIN_FOR_NORMAL) {
    return wilcoxon(x, y, { alternative, method: "normal" }).pValue;
  }
  return permutationP(differences, rounding, alternative);
}

/** All ways of giving the differences a sign are equally likely; ranks are doubled, since equal ones share a mean rank. */
function permutationP(differences: readonly number[], rounding: number, alternative: Alternative): number {
  const groups = tiedGroups(differences.map(Math.abs), rounding);
  let positive = 0;
  for (const { members, rank } of groups) for (const i of members) if (differences[i] > 0) positive += 2 * rank;
  const chance = rankSumDistribution(groups.flatMap(({ members, rank }) => members.map(() => 2 * rank)));
  const less = total(chance.subarray(0, positive + 1));
  const greater = total(chance.subarray(positive));
  if (alternative === "less") return less;
  if (alternative === "greater") return greater;
  return Math.min(1, 2 * Math.min(less, greater));
}

function total(chances: Float64Array): number {
  return Math.min(
    1,
    chances.reduce((sum, one) => sum + one, 0),
  );
}
