// Decimals of an Arrow file from their scaled integers. The reader's own numbers are doubles, which lose digits from 2^53 on
// without a word: whole numbers stay integers here, and of fractions it is said where digits were lost.

/** As many as the widest decimals of Arrow have, those of 256 bits. */
const MAX_DIGITS = 76;

/** The values of a decimal column. */
export interface DecimalValues {
  /** Integers where the column has no digits behind the point, else the nearest doubles; missing ones are null. */
  readonly values: readonly (bigint | number | null)[];
  /** How many were rounded. */
  readonly rounded: number;
}

/**
 * Decimals with `scale` digits behind the point.
 * @param scaled Each number times 10^scale, or null.
 * @throws RangeError if the scale is beyond the digits that the type has, as in a damaged file.
 */
export function decimalValues(scaled: readonly (bigint | number | null)[], scale: number): DecimalValues {
  if (Math.abs(scale) > MAX_DIGITS) throw new RangeError("a decimal has more digits than its type");
  if (scale <= 0) {
    const factor = 10n ** BigInt(-scale);
    return { values: scaled.map((one) => (one === null ? null : BigInt(one) * factor)), rounded: 0 };
  }
  let rounded = 0;
  const values = scaled.map((one) => {
    if (one === null) return null;
    const text = withPoint(BigInt(one), scale);
    const value = Number(text);
    if (Math.abs(value) >= 1e21 || BigInt(value.toFixed(scale).replace(".", "")) !== BigInt(one)) rounded++;
    return value;
  });
  return { values, rounded };
}

function withPoint(scaled: bigint, scale: number): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(scale + 1, "0");
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
