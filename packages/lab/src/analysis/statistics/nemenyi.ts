// The critical difference of mean ranks (Nemenyi 1963, after Demsar, "Statistical comparisons of classifiers over
// multiple data sets", JMLR 7, 2006, Sec. 3.2.2). The quantile of the studentised range with infinitely many degrees
// of freedom is computed, not tabulated, so that any level and any number of strategies can be asked for.
import { checkInteger, checkShare } from "@xpal/core/check";
import { normalBelow, normalDensity } from "./normal-distribution.ts";

const INTEGRATE_TO = 8.5; // the density beyond it is below 1e-16
const STEPS = 400; // the trapezoid rule converges geometrically on a function that vanishes at both ends

/**
 * Two strategies whose mean ranks differ by less than this cannot be told apart.
 * @param strategyCount How many strategies were ranked, at least 2.
 * @param datasetCount Over how many datasets the ranks were averaged.
 * @param level The chance of a false alarm, by default 0.05.
 * @throws XpalError if a count or the level is out of range.
 * @example criticalDifference(7, 29).toFixed(3) // "1.673"
 */
export function criticalDifference(strategyCount: number, datasetCount: number, level = 0.05): number {
  checkInteger("criticalDifference", "strategyCount", strategyCount, 2, 1000);
  checkInteger("criticalDifference", "datasetCount", datasetCount, 1);
  checkShare("criticalDifference", "level", level);
  const quantile = studentisedRangeQuantile(1 - level, strategyCount) / Math.SQRT2;
  return quantile * Math.sqrt((strategyCount * (strategyCount + 1)) / (6 * datasetCount));
}

/**
 * Strategies in groups that cannot be told apart, best first: the bars of a critical-difference diagram.
 * @returns Per bar, the strategies it joins, by ascending mean rank; bars inside another are left out.
 * @example nemenyiGroups([1, 1.5, 3], 1) // [[0, 1]]
 */
export function nemenyiGroups(meanRanks: ArrayLike<number>, difference: number): number[][] {
  const order = Array.from({ length: meanRanks.length }, (_, s) => s).sort((a, b) => meanRanks[a] - meanRanks[b]);
  const groups: number[][] = [];
  let reached = 0;
  for (let from = 0; from < order.length; from++) {
    let to = from + 1;
    while (to < order.length && meanRanks[order[to]] - meanRanks[order[from]] < difference) to++;
    if (to - from > 1 && to > reached) groups.push(order.slice(from, to));
    reached = Math.max(reached, to);
  }
  return groups;
}

/** The value that the range of `count` standard normal numbers stays below with the given chance. */
function studentisedRangeQuantile(chance: number, count: number): number {
  let low = 0;
  let high = 100;
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2;
    if (rangeBelow(middle, count) < chance) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The chance of a range of at most q: the largest number lies at z, the others between z - q and z. */
function rangeBelow(q: number, count: number): number {
  const width = (2 * INTEGRATE_TO) / STEPS;
  let sum = 0;
  for (let i = 0; i <= STEPS; i++) {
    const z = -INTEGRATE_TO + i * width;
    sum += normalDensity(z) * (normalBelow(z) - normalBelow(z - q)) ** (count - 1);
  }
  return count * sum * width;
}
