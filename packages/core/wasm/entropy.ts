// p ln p for two numbers at once, from the binary exponent and the series of atanh. It is off by less than 1e-15, which
// is for sums that are compared with a margin; nothing here has the bits of Math.log.

const LN2: f64 = 0.6931471805599453;
const ROOT_HALF_BITS: i64 = 0x3fe6a09e667f3bcd;
const MANTISSA_BITS: i64 = 0x000fffffffffffff;

/** p ln p, with 0 ln 0 = 0, for p from 0 to 1; what is below 1e-300 counts as 0. */
// @ts-ignore: decorator
@inline
export function entropyTerm(p: v128): v128 {
  // p = 2^n m with m from the root of 1/2 to that of 2.
  const above = i64x2.sub(p, i64x2.splat(ROOT_HALF_BITS));
  const n = i64x2.shr_s(above, 52);
  const m = i64x2.add(v128.and(above, i64x2.splat(MANTISSA_BITS)), i64x2.splat(ROOT_HALF_BITS));
  const f = f64x2.div(f64x2.sub(m, f64x2.splat(1)), f64x2.add(m, f64x2.splat(1)));
  const g = f64x2.mul(f, f);
  let series = f64x2.splat(1.0 / 19.0);
  series = f64x2.add(f64x2.splat(1.0 / 17.0), f64x2.mul(g, series));
  series = f64x2.add(f64x2.splat(1.0 / 15.0), f64x2.mul(g, series));
  series = f64x2.add(f64x2.splat(1.0 / 13.0), f64x2.mul(g, series));
  series = f64x2.add(f64x2.splat(1.0 / 11.0), f64x2.mul(g, series));
  series = f64x2.add(f64x2.splat(1.0 / 9.0), f64x2.mul(g, series));
  series = f64x2.add(f64x2.splat(1.0 / 7.0), f64x2.mul(g, series));
  series = f64x2.add(f64x2.splat(1.0 / 5.0), f64x2.mul(g, series));
  series = f64x2.add(f64x2.splat(1.0 / 3.0), f64x2.mul(g, series));
  series = f64x2.add(f64x2.splat(1), f64x2.mul(g, series));
  const exponent = f64x2.convert_low_i32x4_s(i32x4.shuffle(n, n, 0, 2, 0, 2));
  const log = f64x2.add(f64x2.mul(exponent, f64x2.splat(LN2)), f64x2.mul(f64x2.add(f, f), series));
  return v128.and(f64x2.mul(p, log), f64x2.gt(p, f64x2.splat(1e-300)));
}
