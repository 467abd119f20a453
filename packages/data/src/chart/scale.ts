/** Maps a value to a position on an axis, and lists the values to mark there; see {@link linearScale}. */
export interface Scale {
  (value: number): number;
  readonly ticks: readonly number[];
}

/**
 * A linear scale from a range of values to a range of positions, with about `wanted` ticks at round values.
 * @example linearScale([0, 200], [40, 440])(50) // 140
 */
export function linearScale(from: readonly [number, number], to: readonly [number, number], wanted = 5): Scale {
  return withTicks(from, to, roundStep((from[1] - from[0] || 1) / wanted));
}

/**
 * A linear scale for counts from 0 to `most`: its ticks are whole numbers.
 * @example countScale(3, [0, 300]).ticks // [0, 1, 2, 3]
 */
export function countScale(most: number, to: readonly [number, number], wanted = 5): Scale {
  return withTicks([0, most], to, Math.max(1, roundStep((most || 1) / wanted)));
}

/**
 * A logarithmic scale with a tick at every power of ten.
 * @example logScale([1, 100], [0, 200])(10) // 100
 */
export function logScale(from: readonly [number, number], to: readonly [number, number]): Scale {
  const [low, high] = from.map(Math.log10);
  const span = high - low || 1;
  const position = (value: number) => to[0] + ((Math.log10(value) - low) / span) * (to[1] - to[0]);
  const powers = Array.from(
    { length: Math.floor(high + 1e-9) - Math.ceil(low - 1e-9) + 1 },
    (_, i) => Math.ceil(low - 1e-9) + i,
  );
  return Object.assign(position, { ticks: powers.map((power) => 10 ** power) });
}

/**
 * Where an axis from 0 ends so that it has a tick there: at `most` or the next round value above.
 * @example roundEnd(0.9) // 1
 */
export function roundEnd(most: number, wanted = 5): number {
  if (!(most > 0)) return 1;
  const step = roundStep(most / wanted);
  return Number((Math.ceil(most / step - 1e-9) * step).toPrecision(12));
}

function withTicks(from: readonly [number, number], to: readonly [number, number], step: number): Scale {
  const span = from[1] - from[0] || 1;
  const position = (value: number) => to[0] + ((value - from[0]) / span) * (to[1] - to[0]);
  const first = Math.ceil(from[0] / step - 1e-9);
  const last = Math.floor(from[1] / step + 1e-9);
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
  return Object.assign(position, { ticks });
}

/** The next number above that is 1, 2 or 5 times a power of ten. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}
