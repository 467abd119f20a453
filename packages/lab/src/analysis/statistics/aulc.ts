import { checkFiniteNumbers } from "xpal/check";

/**
 * The area under a learning curve as the paper prints it: the plain mean of the test errors after 0, 1, 2, ... labels,
 * the point with no labels included.
 * @throws XpalError if the curve is empty or holds something that is not finite.
 * @example aulc([0.5, 0.25, 0]) // 0.25
 */
export function aulc(testErrors: ArrayLike<number>): number {
  checkFiniteNumbers("aulc", "testErrors", testErrors);
  let sum = 0;
  for (let t = 0; t < testErrors.length; t++) sum += testErrors[t];
  return sum / testErrors.length;
}
