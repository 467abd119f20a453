// Decimal text to the nearest double, straight from the bytes. Up to 15 digits one product or quotient of exact
// doubles rounds correctly (Clinger, "How to read floating point numbers accurately", 1990). Up to 19 digits the
// quotient is taken in two parts (Dekker 1971) and kept only if it cannot lie near the middle of two doubles. The rest
// is left to `Number`. So the result always equals `Number(text)`; only the time differs.

/** Where the number that was parsed last ends. A shared place, because a pair per cell would be garbage. */
export const parsed = { end: 0, hasPoint: false };

const POWERS = Float64Array.from({ length: 23 }, (_, e) => Number(`1e${e}`));
const ZERO = 48;
const NINE = 57;

/**
 * The number that begins at `at`; NaN if there is no number, or reading it would lose something: zeros in front (a code,
 * such as 007), whole numbers above 2^53, or a value beyond the range of doubles.
 * @param decimal The byte of the decimal mark.
 */
export function parseNumber(bytes: Uint8Array, at: number, decimal: number): number {
  const start = at;
  let byte = bytes[at];
  const negative = byte === 45;
  if (negative || byte === 43) byte = bytes[++at];
  let head = 0; // the first 15 digits
  let tail = 0; // up to 4 more
  let digits = 0; // without zeros in front
  let exponent = 0;
  let any = false;
  if (byte === ZERO && bytes[at + 1] >= ZERO && bytes[at + 1] <= NINE) return fail(at);
  while (byte >= ZERO && byte <= NINE) {
    any = true;
    if (digits < 15) head = head * 10 + (byte - ZERO);
    else if (digits < 19) tail = tail * 10 + (byte - ZERO);
    if (digits > 0 || byte !== ZERO) digits++;
    byte = bytes[++at];
  }
  const whole = digits;
  parsed.hasPoint = byte === decimal;
  if (parsed.hasPoint) {
    byte = bytes[++at];
    while (byte >= ZERO && byte <= NINE) {
      any = true;
      exponent--;
      if (digits < 15) head = head * 10 + (byte - ZERO);
      else if (digits < 19) tail = tail * 10 + (byte - ZERO);
      if (digits > 0 || byte !== ZERO) digits++;
      byte = bytes[++at];
    }
  }
  if (!any) return fail(at);
  const hasExponent = byte === 101 || byte === 69;
  if (hasExponent) {
    byte = bytes[++at];
    const down = byte === 45;
    if (down || byte === 43) byte = bytes[++at];
    if (!(byte >= ZERO && byte <= NINE)) return fail(at);
    let power = 0;
    while (byte >= ZERO && byte <= NINE) {
      if (power < 10000) power = power * 10 + (byte - ZERO);
      byte = bytes[++at];
    }
    exponent += down ? -power : power;
  }
  parsed.end = at;
  let value: number;
  if (digits <= 15 && exponent >= -22 && exponent <= 22) {
    value = exponent < 0 ? head / POWERS[-exponent] : head * POWERS[exponent];
  } else if (digits <= 19 && exponent >= -22 && exponent < 0) {
    value = longQuotient(head, tail, POWERS[digits - 15], POWERS[-exponent]);
    if (Number.isNaN(value)) value = slow(bytes, start, at, decimal);
    else if (negative) return -value;
    return value;
  } else {
    value = slow(bytes, start, at, decimal);
    if (!Number.isFinite(value)) return fail(at);
    if (whole > 15 && !parsed.hasPoint && !hasExponent && !Number.isSafeInteger(value)) return fail(at);
    return value;
  }
  return negative ? -value : value;
}

/** (head * scale + tail) / divisor, rounded to the nearest double; NaN if that cannot be told. */
function longQuotient(head: number, tail: number, scale: number, divisor: number): number {
  const product = head * scale;
  const low = productError(head, scale, product) + tail;
  const sum = product + low;
  const rest = low - (sum - product);
  const quotient = sum / divisor;
  const back = quotient * divisor;
  const remainder = sum - back - productError(quotient, divisor, back) + rest;
  const correction = remainder / divisor;
  const value = quotient + correction;
  const certain = quotient + correction * 1.0000001 === value && quotient + correction * 0.9999999 === value;
  return certain ? value : Number.NaN;
}

/** a * b - product, exactly (Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  const aScaled = a * 134217729;
  const aHigh = aScaled - (aScaled - a);
  const aLow = a - aHigh;
  const bScaled = b * 134217729;
  const bHigh = bScaled - (bScaled - b);
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function slow(bytes: Uint8Array, start: number, end: number, decimal: number): number {
  let text = "";
  for (let i = start; i < end; i++) text += bytes[i] === decimal ? "." : String.fromCharCode(bytes[i]);
  return Number(text);
}

function fail(at: number): number {
  parsed.end = at;
  return Number.NaN;
}
