import { checkInteger, checkOptions, checkShare } from "@xpal/core/check";

/** The options of the test. */
export interface FewestPairsOptions {
  /** 1 for a one-sided test, which is the default, 2 for a two-sided one. */
  readonly sides?: 1 | 2;
  /** How many tests Holm's or Bonferroni's correction counts; 1 by default. */
  readonly tests?: number;
}

/**
 * The number of pairs from which on Wilcoxon's signed-rank test can give a p-value below a level. The smallest p-value
 * of n pairs is 2^-n, when all differences have the same sign; with fewer pairs "not significant" is certain beforehand
 * and says nothing. Pairs that are equal do not count: they are left out of the test (`pairedP`).
 * @throws XpalError if the level is not between 0 and 1, or the number of tests is not an integer of at least 1.
 * @example fewestPairs(0.001) // 10
 */
export function fewestPairs(level: number, options: FewestPairsOptions = {}): number {
  checkShare("fewestPairs", "level", level);
  checkOptions("fewestPairs", options, ["sides", "tests"]);
  const { sides = 1, tests = 1 } = options;
  checkInteger("fewestPairs", "sides", sides, 1, 2);
  checkInteger("fewestPairs", "tests", tests, 1);
  let pairs = 1;
  while (sides * tests * 2 ** -pairs >= level) pairs++;
  return pairs;
}
