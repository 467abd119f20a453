// Quantiles of Student's t distribution, for intervals around a mean of few repetitions. The distribution function is
// the incomplete beta integral, evaluated by its continued fraction (Abramowitz and Stegun 26.5.8, 26.7.1).
import { checkInteger, checkShare } from "@xpal/core/check";

/**
 * The value that a share of Student's t distribution lies below.
 * @throws XpalError if the share is not strictly between 0 and 1, or the degrees of freedom are below 1.
 * @example studentQuantile(0.975, 9).toFixed(4) // "2.2622"
 */
export function studentQuantile(share: number, freedom: number): number {
  checkShare("studentQuantile", "share", share);
  checkInteger("studentQuantile", "freedom", freedom, 1);
  if (share < 0.5) return -studentQuantile(1 - share, freedom);
  let low = 0;
  let high = 1;
  while (studentBelow(high, freedom) < share && high < 1e15) high *= 2;
  while (high - low > 1e-14 * high) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    if (studentBelow(middle, freedom) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The chance of a value of at most t >= 0. */
function studentBelow(t: number, freedom: number): number {
  return 1 - incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
}

function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b));
  return front / a / betaFraction(x, a, b);
}

/** 1 + d1/(1 + d2/(1 + ...)), from the far end. */
function betaFraction(x: number, a: number, b: number): number {
  let value = 1;
  for (let m = 200; m >= 1; m--) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m - 1) * (a + b + m - 1) * x) / ((a + 2 * m - 2) * (a + 2 * m - 1));
    value = 1 + odd / (1 + even / value);
  }
  return value;
}

/** ln Gamma by Stirling's series, the argument raised to where the series is exact to the last digits. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 12; at++) shift += Math.log(at);
  const inverse = 1 / (at * at);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse * (1 / 1680 - inverse / 1188)))) / at;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
