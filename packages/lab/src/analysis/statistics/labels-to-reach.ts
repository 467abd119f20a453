import { checkFiniteNumbers, reject } from "@xpal/core/check";
import { isBelow } from "./same-mean.ts";

/**
 * How many labels a learning curve needs to reach an error.
 * @param testErrors The error after 0, 1, 2, ... labels.
 * @param target The error to reach.
 * @returns The first number of labels with an error of at most `target`, or null if the curve does not reach it. An
 *   error that differs from the target by rounding only, as means of the same errors in another order do, reaches it.
 * @throws XpalError if the curve is empty or the target is not a number.
 * @example labelsToReach([0.5, 0.3, 0.1], 0.3) // 1
 */
export function labelsToReach(testErrors: ArrayLike<number>, target: number): number | null {
  checkFiniteNumbers("labelsToReach", "testErrors", testErrors);
  if (!Number.isFinite(target)) reject("labelsToReach", "target", "must be a finite number", String(target));
  for (let t = 0; t < testErrors.length; t++) if (!isBelow(target, testErrors[t])) return t;
  return null;
}
