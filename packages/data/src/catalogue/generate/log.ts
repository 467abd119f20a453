// Math.log may differ in its last bit from engine to engine, and generated data must have the same bytes everywhere.
// So: x = m * 2^k with m near 1, and ln m = 2 artanh((m - 1) / (m + 1)) by its series, in sums and products only.

const LN2 = Math.LN2;

/**
 * The natural logarithm of a number in (0, 1], the same bits in every runtime; within 1e-15 relative of the truth.
 * @example log(1) // 0
 */
export function log(x: number): number {
  let m = x;
  let k = 0;
  while (m < Math.SQRT1_2) {
    m *= 2;
    k--;
  }
  const s = (m - 1) / (m + 1); // |s| <= 0.1716, so s^24 < 1e-18 and twelve terms suffice
  const square = s * s;
  let sum = 0;
  for (let power = 23; power >= 1; power -= 2) sum = sum * square + 1 / power;
  return 2 * s * sum + k * LN2;
}
