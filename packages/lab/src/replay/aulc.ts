import { checkFiniteNumbers, checkInteger } from "@xpal/core/check";

/**
 * The area under a learning curve as the paper prints it: the plain mean of the test errors after 0, 1, 2, ... labels,
 * the point with no labels included.
 * @param testCount How many test rows there are, if known: errors are then counted in rows, so that equal areas
 * are equal numbers and tie in ranks.
 * @throws XpalError if the curve is empty or has a value that is not finite.
 * @example aulc([0.5, 0.25, 0]) // 0.25
 */
export function aulc(testErrors: ArrayLike<number>, testCount?: number): number {
  checkFiniteNumbers("aulc", "testErrors", testErrors);
  if (testCount !== undefined) checkInteger("aulc", "testCount", testCount, 1);
  let sum = 0;
  for (let t = 0; t < testErrors.length; t++) {
    sum += testCount === undefined ? testErrors[t] : Math.round(testErrors[t] * testCount);
  }
  return sum / ((testCount ?? 1) * testErrors.length);
}
