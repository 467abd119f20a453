// e to the power x, from additions, multiplications and table look-ups only, so that it gives the same bits in every
// runtime (Math.exp may differ between them) and in the WASM kernel, which does these very operations two at a time.
// Range reduction after Cody and Waite, then the Taylor polynomial on |r| <= ln(2)/2; at most 1 ulp off.

const LOG2_E = Math.LOG2E;
const LN2_HIGH = 0.6931471803691238; // ln 2 cut to 33 bits, so that n * LN2_HIGH is exact
const LN2_LOW = 1.9082149292705877e-10;
const ROUNDER = 6755399441055744; // 1.5 * 2^52: adding and taking it away rounds to an integer
const LEAST = -746; // e^-746 rounds to 0
const MOST = 709.782712893384;
const POWER_OFFSET = 540;
const POWERS_OF_TWO = powersOfTwo();

/**
 * e to the power x, with the same bits in every runtime; 0 below -746, Infinity above 709.78.
 * @example exp(0) // 1
 */
export function exp(x: number): number {
  if (x !== x) return x;
  if (x < LEAST) return 0;
  if (x > MOST) return Infinity;
  const n = x * LOG2_E + ROUNDER - ROUNDER;
  const r = x - n * LN2_HIGH - n * LN2_LOW;
  const r2 = r * r;
  const r4 = r2 * r2;
  const r8 = r4 * r4;
  const s0 = 1 / 2 + (1 / 6) * r + (1 / 24 + (1 / 120) * r) * r2;
  const s1 = 1 / 720 + (1 / 5040) * r + (1 / 40320 + (1 / 362880) * r) * r2;
  const s2 = 1 / 3628800 + (1 / 39916800) * r + (1 / 479001600 + (1 / 6227020800) * r) * r2;
  const tail = s0 + s1 * r4 + s2 * r8;
  const whole = 1 + (r + r2 * tail);
  const half = n >> 1; // two exact steps: only the second can round, where the result is subnormal
  return whole * POWERS_OF_TWO[half + POWER_OFFSET] * POWERS_OF_TWO[n - half + POWER_OFFSET];
}

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(2 * POWER_OFFSET);
  powers[POWER_OFFSET] = 1;
  for (let n = 1; n < POWER_OFFSET; n++) {
    powers[POWER_OFFSET + n] = powers[POWER_OFFSET + n - 1] * 2;
    powers[POWER_OFFSET - n] = powers[POWER_OFFSET - n + 1] / 2;
  }
  return powers;
}
