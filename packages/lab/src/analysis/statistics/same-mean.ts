// When two means are the same number. Sums of the same errors in another order, or of other errors with the same mean,
// end in other last digits: (.2 + .4) / 2 is not (.3 + .3) / 2. Whatever asks whether a mean is reached, the
// best or tied asks here.

/**
 * What rounding can make of a mean, relative to it, and far below what tells two means apart: those over k repetitions
 * with n test rows differ by at least 1 / (k n), and a sum of a million numbers is off by 1e-10 at most.
 */
export const ROUNDING = 1e-9;

/** Whether two means are equal but for rounding. Nothing is equal to infinity but itself. */
export function sameMean(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= ROUNDING * Math.min(Math.abs(a), Math.abs(b));
}

/** Whether a mean is below another by more than rounding. */
export function isBelow(a: number, b: number): boolean {
  return a < b && !sameMean(a, b);
}
