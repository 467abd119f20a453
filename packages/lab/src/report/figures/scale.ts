/** A place on an axis for a value, and the values to write there. */
export interface Scale {
  (value: number): number;
  readonly ticks: readonly number[];
}

/** A straight scale from a range of values to a range of places; about `wanted` round ticks. */
export function linearScale(from: readonly [number, number], to: readonly [number, number], wanted = 5): Scale {
  const span = from[1] - from[0] || 1;
  const place = (value: number) => to[0] + ((value - from[0]) / span) * (to[1] - to[0]);
  const step = roundStep(span / wanted);
  const first = Math.ceil(from[0] / step - 1e-9);
  const last = Math.floor(from[1] / step + 1e-9);
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
  return Object.assign(place, { ticks });
}

/** A logarithmic scale; a tick at every power of ten inside. */
export function logScale(from: readonly [number, number], to: readonly [number, number]): Scale {
  const [low, high] = from.map(Math.log10);
  const span = high - low || 1;
  const place = (value: number) => to[0] + ((Math.log10(value) - low) / span) * (to[1] - to[0]);
  const powers = Array.from(
    { length: Math.floor(high + 1e-9) - Math.ceil(low - 1e-9) + 1 },
    (_, i) => Math.ceil(low - 1e-9) + i,
  );
  return Object.assign(place, { ticks: powers.map((power) => 10 ** power) });
}

/** 1, 2 or 5 times a power of ten, next above. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}
