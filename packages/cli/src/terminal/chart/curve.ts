/** One strategy's learning curve, as the terminal and the SVG file show it. */
export interface Curve {
  /** The strategy's key, which decides the colour. */
  readonly key: string;
  /** The name shown. */
  readonly name: string;
  /** One character that stands for the curve where there is no colour. */
  readonly mark: string;
  /** The test error, or what is compared in its place, after 0, 1, 2, … labels or steps of cost. */
  readonly errors: ArrayLike<number>;
  /** A confidence interval at each error, if there are repetitions. */
  readonly lower?: ArrayLike<number>;
  readonly upper?: ArrayLike<number>;
}

/** The largest error of all curves. */
export function largestError(curves: readonly Curve[]): number {
  let most = 0;
  for (const { errors } of curves) for (let t = 0; t < errors.length; t++) most = Math.max(most, errors[t]);
  return most;
}

/** How many labels the longest curve has. */
export function mostLabels(curves: readonly Curve[]): number {
  return Math.max(1, ...curves.map(({ errors }) => errors.length - 1));
}

/** The last error of a curve. */
export function finalError({ errors }: Curve): number {
  return errors[errors.length - 1];
}

/** A share as a percentage with as many digits as matter in a curve: 0.1234 is 12.3 %, 0.0123 is 1.23 %. */
export function percent(share: number): string {
  const value = 100 * share;
  return `${value.toFixed(Math.abs(value) < 10 && value !== 0 ? 2 : 1)} %`;
}

/** A share as the ticks of an axis show it: a percentage with its own digits. */
export function percentTick(share: number): string {
  return `${Number((100 * share).toPrecision(6))} %`;
}
