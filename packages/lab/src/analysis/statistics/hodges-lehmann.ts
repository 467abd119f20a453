// By how much two paired samples differ, robustly: Hodges and Lehmann, "Estimates of location based on rank tests",
// Annals of Mathematical Statistics 34 (1963). The interval inverts the signed-rank test (Hollander, Wolfe and Chicken,
// Nonparametric Statistical Methods, 3rd ed., sections 3.2 and 3.3).
import { normalQuantile } from "@xpal/core";
import { checkFiniteNumbers, checkShare, reject } from "@xpal/core/check";
import { signedRankDistribution } from "./signed-rank-distribution.ts";

/** An estimate with the interval around it. */
export interface Difference {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

const EXACT_UP_TO = 100;

/**
 * The typical difference x - y: the median of all pairwise means of the differences, with its confidence interval.
 * @param options.confidence By default 0.95. With very few pairs the widest possible interval may hold less.
 * @throws XpalError if the samples differ in length or are empty.
 * @example hodgesLehmann([3, 5, 4], [1, 1, 1]).estimate // 3
 */
export function hodgesLehmann(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { confidence = 0.95 }: { readonly confidence?: number } = {},
): Difference {
  checkFiniteNumbers("hodgesLehmann", "x", x);
  checkFiniteNumbers("hodgesLehmann", "y", y);
  if (x.length !== y.length) reject("hodgesLehmann", "y", `must have ${x.length} numbers as x has`, y.length);
  checkShare("hodgesLehmann", "confidence", confidence);
  const averages = walshAverages(Array.from({ length: x.length }, (_, i) => x[i] - y[i]));
  const middle = averages.length >> 1;
  const estimate = averages.length % 2 === 1 ? averages[middle] : (averages[middle - 1] + averages[middle]) / 2;
  const cut = Math.max(1, lowerQuantile((1 - confidence) / 2, x.length));
  return { estimate, lower: averages[cut - 1], upper: averages[averages.length - cut] };
}

/** The means of all pairs of differences, each with itself too, ascending. */
function walshAverages(differences: number[]): Float64Array {
  const averages = new Float64Array((differences.length * (differences.length + 1)) / 2);
  let at = 0;
  for (let i = 0; i < differences.length; i++) {
    for (let j = i; j < differences.length; j++) averages[at++] = (differences[i] + differences[j]) / 2;
  }
  return averages.sort();
}

/** The smallest rank sum that at least a share of the signed-rank distribution does not exceed. */
function lowerQuantile(share: number, n: number): number {
  if (n > EXACT_UP_TO) {
    const mean = (n * (n + 1)) / 4;
    const spread = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24);
    return Math.round(mean + normalQuantile(share) * spread);
  }
  const chance = signedRankDistribution(n);
  let below = 0;
  for (let sum = 0; sum < chance.length; sum++) {
    below += chance[sum];
    if (below >= share) return sum;
  }
  return chance.length - 1;
}
