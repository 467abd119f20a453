// The natural logarithm: the operations of src/kernels/ln.ts in their order, so that both give the same bits.

const LN2_HIGH: f64 = 0.6931471803691238;
const LN2_LOW: f64 = 1.9082149292705877e-10;
const MIN_NORMAL: f64 = 2.2250738585072014e-308;
const UP_54: f64 = 18014398509481984;
/** The upper word of sqrt(2)'s mantissa, above which the mantissa is halved. */
const ROOT_OF_TWO: u32 = 0x6a09e;

/** ln x; -Infinity at 0, NaN below. */
export function ln(x: f64): f64 {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const tiny = x < MIN_NORMAL;
  const bits = reinterpret<u64>(tiny ? x * UP_54 : x);
  const upper = (bits >> 32) as u32;
  const halved: i32 = (upper & 0xfffff) > ROOT_OF_TWO ? 1 : 0;
  const e = ((upper >> 20) as i32) - 1023 + halved - (tiny ? 54 : 0);
  const mantissa = (upper & 0xfffff) | (((1023 - halved) as u32) << 20);
  const f = reinterpret<f64>(((mantissa as u64) << 32) | (bits & 0xffffffff)) - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = 1.0 / 3.0 + w * (1.0 / 7.0 + w * (1.0 / 11.0 + w * (1.0 / 15.0 + w * (1.0 / 19.0 + w * (1.0 / 23.0)))));
  const odd = 1.0 / 5.0 + w * (1.0 / 9.0 + w * (1.0 / 13.0 + w * (1.0 / 17.0 + w * (1.0 / 21.0))));
  const tail = 2 * s * (z * (even + z * odd));
  return (e as f64) * LN2_HIGH + (2 * s + (tail + (e as f64) * LN2_LOW));
}
