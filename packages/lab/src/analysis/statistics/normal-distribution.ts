// The standard normal distribution to near machine precision, tails included: small p-values must keep their digits.
// Abramowitz and Stegun, Handbook of Mathematical Functions (1964): the series 26.2.11, the continued fraction 26.2.14.

/** Beyond this the fraction converges fast; below it the series loses at most three digits. */
const FAR = 3;
const FRACTION_TERMS = 120;

/** The density at z. */
export function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/**
 * The chance of a value of at most z.
 * @example normalBelow(0) // 0.5
 */
export function normalBelow(z: number): number {
  if (z > FAR) return 1 - upperTail(z);
  if (z < -FAR) return upperTail(-z);
  let term = z;
  let sum = z;
  for (let k = 3; Math.abs(term) > 1e-18; k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return 0.5 + normalDensity(z) * sum;
}

function upperTail(z: number): number {
  let fraction = z;
  for (let k = FRACTION_TERMS; k >= 1; k--) fraction = z + k / fraction;
  return normalDensity(z) / fraction;
}
