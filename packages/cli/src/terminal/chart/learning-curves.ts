// What the two pictures, terminal and SVG, have in common: the curves, and where the axes end.

/** One strategy's learning curve. */
export interface Curve {
  /** The name shown. */
  readonly name: string;
  /** One character that stands for the curve where there is no colour. */
  readonly mark: string;
  /** The test error after 0, 1, 2, … labels. */
  readonly errors: ArrayLike<number>;
  /** A band around it, where there are repetitions. */
  readonly lower?: ArrayLike<number>;
  readonly upper?: ArrayLike<number>;
}

/** Ticks from 0 to at least `most`, about `count` steps of 1, 2 or 5 times a power of ten. */
export function ticks(most: number, count: number): number[] {
  if (!(most > 0)) return [0, 1];
  const rough = most / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((factor) => factor * power >= rough * (1 - 1e-9)) ?? 10) * power;
  const steps = Math.ceil(most / step - 1e-9);
  return Array.from({ length: steps + 1 }, (_, i) => Number((i * step).toPrecision(12)));
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

/**
 * A share as a percentage with as many digits as matter.
 * @example percent(0.1234) // "12.3 %"
 */
export function percent(share: number): string {
  const value = 100 * share;
  return `${value.toFixed(Math.abs(value) < 10 && value !== 0 ? 2 : 1)} %`;
}

/** Places for labels that want to be at `wanted`, at least `gap` apart and within [0, most]; order is kept. */
export function spread(wanted: readonly number[], gap: number, most: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a] - wanted[b]);
  const placed = new Array<number>(wanted.length);
  order.forEach((i, rank) => {
    const above = rank === 0 ? -Infinity : placed[order[rank - 1]] + gap;
    placed[i] = Math.max(0, wanted[i], above);
  });
  let limit = most;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i], limit);
    limit = placed[i] - gap;
  }
  return placed;
}
