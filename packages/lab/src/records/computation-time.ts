/** How long a query took on an artificial problem of a given size. */
export interface ComputationTime {
  /** The strategy's key. */
  readonly strategy: string;
  readonly pointCount: number;
  readonly classCount: number;
  /** Mean seconds per query. */
  readonly seconds: number;
  /** What it was measured on, in words; absent where that was not kept. */
  readonly machine?: string;
}
