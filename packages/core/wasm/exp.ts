// e^x for two numbers at once: the operations of src/kernels/exp.ts in their order, so that both give the same bits.
// Powers of two are made from their exponent bits instead of a table; they are exact either way.

const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
const LOG2_E: f64 = 1.4426950408889634;
const ROUNDER: f64 = 6755399441055744;
const LEAST: f64 = -746;

/** e^(factor * x) in place, for `count` numbers (even), factor * x never above 0. */
// @ts-ignore: decorator
@inline
export function expInPlace(at: usize, count: i32, factor: f64): void {
  const scale = f64x2.splat(factor);
  for (let end = at + ((count as usize) << 3); at < end; at += 16) {
    v128.store(at, expOfPair(f64x2.mul(scale, v128.load(at))));
  }
}

/** e^x of two numbers, none above 0. */
// @ts-ignore: decorator
@inline
export function expOfPair(x: v128): v128 {
  const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(LOG2_E)), f64x2.splat(ROUNDER));
  const n = f64x2.sub(shifted, f64x2.splat(ROUNDER));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(n, f64x2.splat(LN2_HIGH))), f64x2.mul(n, f64x2.splat(LN2_LOW)));
  const r2 = f64x2.mul(r, r);
  const r4 = f64x2.mul(r2, r2);
  const r8 = f64x2.mul(r4, r4);
  const s0 = four(r, r2, 1.0 / 2.0, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0);
  const s1 = four(r, r2, 1.0 / 720.0, 1.0 / 5040.0, 1.0 / 40320.0, 1.0 / 362880.0);
  const s2 = four(r, r2, 1.0 / 3628800.0, 1.0 / 39916800.0, 1.0 / 479001600.0, 1.0 / 6227020800.0);
  const tail = f64x2.add(f64x2.add(s0, f64x2.mul(s1, r4)), f64x2.mul(s2, r8));
  const whole = f64x2.add(f64x2.splat(1), f64x2.add(r, f64x2.mul(r2, tail)));
  // The low bits of `shifted` hold n; 2048 more keeps it positive, so that a logical shift halves it downwards.
  const integer = i64x2.add(i64x2.sub(shifted, f64x2.splat(ROUNDER)), i64x2.splat(2048));
  const half = i64x2.shr_u(integer, 1);
  const rest = i64x2.sub(integer, half);
  const first = i64x2.shl(i64x2.sub(half, i64x2.splat(1)), 52);
  const second = i64x2.shl(i64x2.sub(rest, i64x2.splat(1)), 52);
  const value = f64x2.mul(f64x2.mul(whole, first), second);
  return v128.and(value, f64x2.ge(x, f64x2.splat(LEAST)));
}

// @ts-ignore: decorator
@inline
function four(r: v128, r2: v128, a: f64, b: f64, c: f64, d: f64): v128 {
  const low = f64x2.add(f64x2.splat(a), f64x2.mul(f64x2.splat(b), r));
  const high = f64x2.add(f64x2.splat(c), f64x2.mul(f64x2.splat(d), r));
  return f64x2.add(low, f64x2.mul(high, r2));
}
