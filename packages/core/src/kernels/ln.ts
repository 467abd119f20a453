// The natural logarithm from additions, multiplications and one division, so that it gives the same bits in every
// runtime, which Math.log need not. x = m * 2^e with m in [1/sqrt(2), sqrt(2)), and ln m = 2 artanh((m - 1) / (m + 1));
// at most 2 ulp off.

const LN2_HIGH = 0.6931471803691238; // ln 2 cut to 33 bits, so that e * LN2_HIGH is exact
const LN2_LOW = 1.9082149292705877e-10;
const MIN_NORMAL = 2 ** -1022;
const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);
/** Which of the two words of a double holds its sign and exponent. */
const UPPER = new Uint8Array(Uint16Array.of(1).buffer)[0];
/** The upper word of sqrt(2)'s mantissa, above which m is halved. */
const ROOT_OF_TWO = 0x6a09e;

/** ln x; -Infinity at 0, NaN below. */
export function ln(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const tiny = x < MIN_NORMAL;
  number[0] = tiny ? x * 2 ** 54 : x;
  const upper = words[UPPER];
  const halved = (upper & 0xfffff) > ROOT_OF_TWO ? 1 : 0;
  const e = (upper >>> 20) - 1023 + halved - (tiny ? 54 : 0);
  words[UPPER] = (upper & 0xfffff) | ((1023 - halved) << 20);
  const f = number[0] - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = 1 / 3 + w * (1 / 7 + w * (1 / 11 + w * (1 / 15 + w * (1 / 19 + w * (1 / 23)))));
  const odd = 1 / 5 + w * (1 / 9 + w * (1 / 13 + w * (1 / 17 + w * (1 / 21))));
  const tail = 2 * s * (z * (even + z * odd));
  return e * LN2_HIGH + (2 * s + (tail + e * LN2_LOW));
}
