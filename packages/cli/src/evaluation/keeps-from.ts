// From when on a strategy is as good as another one at its end. Curves of few repetitions touch an error once and leave it
// again: that is no saving.

/** Means of equal numbers differ by rounding, in the order of their sums. */
const ROUNDING = 1e-12;

/** The first step from which on a curve stays at or below an error; null if it ends above. */
export function keepsFrom(errors: ArrayLike<number>, error: number): number | null {
  let step = errors.length;
  while (step > 0 && errors[step - 1] <= error + ROUNDING) step--;
  return step === errors.length ? null : step;
}
