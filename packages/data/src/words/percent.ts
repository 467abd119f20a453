// Shares in per cent.

/**
 * A share in per cent, with one digit behind the point where it is small.
 * @example percent(0.034) // "3.4\u00a0%"
 */
export function percent(share: number): string {
  const value = share * 100;
  return `${value > 0 && value < 9.95 ? value.toFixed(1) : value.toFixed(0)}\u00a0%`;
}

/**
 * A share in per cent as an upper bound, rounded up to the digit that is shown: 10.4 % is not at most 10 %.
 * @example atMost(0.104) // "11\u00a0%"
 */
export function atMost(share: number): string {
  const value = Number((share * 100).toPrecision(12)); // 0.07 * 100 is a little above 7
  const tenths = Math.ceil(value * 10) / 10;
  return `${value > 0 && tenths < 10 ? tenths.toFixed(1) : Math.ceil(value).toFixed(0)}\u00a0%`;
}

/**
 * A share that was named, as it was named.
 * @example target(0.05) // "5\u00a0%"
 */
export function target(share: number): string {
  return `${Number((share * 100).toPrecision(6))}\u00a0%`;
}
