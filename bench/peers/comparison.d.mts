/** One of ours against an opponent. */
export interface Comparison {
  readonly own: string;
  readonly against: string;
  readonly datasets: number;
  readonly meanChange: number;
  readonly lower: number;
  readonly equal: number;
  readonly largestGain: readonly [dataset: string, change: number];
  readonly largestLoss: readonly [dataset: string, change: number];
}

export function comparisons(
  rows: readonly Readonly<Record<string, number | string>>[],
  ours: readonly string[],
  rivals: readonly string[],
): Comparison[];
