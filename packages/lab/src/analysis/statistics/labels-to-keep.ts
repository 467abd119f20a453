// Curves of few repetitions touch an error once and leave it again: that saves nobody a label.
import { checkFiniteNumbers, reject } from "@xpal/core/check";
import { isBelow } from "./same-mean.ts";

/**
 * From how many labels on a learning curve stays at or below an error.
 * @param testErrors The error after 0, 1, 2, ... labels.
 * @param target The error to keep; rounding is allowed for as in `labelsToReach`.
 * @returns The first number of labels from which on no error is above `target`, or null if the curve ends above it.
 * @throws XpalError if the curve is empty or the target is not a number.
 * @example labelsToKeep([0.5, 0.3, 0.4, 0.2, 0.1], 0.3) // 3
 */
export function labelsToKeep(testErrors: ArrayLike<number>, target: number): number | null {
  checkFiniteNumbers("labelsToKeep", "testErrors", testErrors);
  if (!Number.isFinite(target)) reject("labelsToKeep", "target", "must be a finite number", String(target));
  let step = testErrors.length;
  while (step > 0 && !isBelow(target, testErrors[step - 1])) step--;
  return step === testErrors.length ? null : step;
}
