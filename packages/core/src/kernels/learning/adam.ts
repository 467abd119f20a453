// Ascent by the Adam rule (Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015) with its usual
// constants and a fixed number of steps, so that equal problems give equal bits.

const FIRST_DECAY = 0.9;
const SECOND_DECAY = 0.999;
const LEAST = 1e-8;

/** The value at some parameters; the gradient there is written to `slope`. */
export type Objective = (parameters: Float64Array, slope: Float64Array) => number;

/** Where to start, how fast each parameter goes, within which bounds, and for how many steps. */
export interface AscentOptions {
  readonly start: Float64Array;
  readonly steps: number;
  readonly rate: (parameter: number) => number;
  readonly bounds: (parameter: number) => readonly [least: number, most: number];
}

/** Where an ascent ended. */
export interface Ascent {
  readonly parameters: Float64Array;
  /** Whether it met a value that is not finite and stopped; the parameters are the last good ones. */
  readonly stopped: boolean;
  /** Whether the value there is above the one at the start. */
  readonly improved: boolean;
}

/** Parameters after a fixed number of steps. */
export function ascend(objective: Objective, { start, steps, rate, bounds }: AscentOptions): Ascent {
  const count = start.length;
  let parameters = start;
  const slope = new Float64Array(count);
  const first = new Float64Array(count);
  const second = new Float64Array(count);
  let value = objective(parameters, slope);
  const atStart = value;
  const end = (stopped: boolean): Ascent => ({ parameters, stopped, improved: value > atStart });
  let firstLeft = 1;
  let secondLeft = 1;
  for (let step = 0; step < steps; step++) {
    if (!Number.isFinite(value) || !slope.every(Number.isFinite)) return end(true);
    firstLeft *= FIRST_DECAY;
    secondLeft *= SECOND_DECAY;
    const next = parameters.slice();
    for (let p = 0; p < count; p++) {
      first[p] = FIRST_DECAY * first[p] + (1 - FIRST_DECAY) * slope[p];
      second[p] = SECOND_DECAY * second[p] + (1 - SECOND_DECAY) * (slope[p] * slope[p]);
      const length = Math.sqrt(second[p] / (1 - secondLeft)) + LEAST;
      const moved = next[p] + (rate(p) * (first[p] / (1 - firstLeft))) / length;
      const [least, most] = bounds(p);
      next[p] = Math.min(most, Math.max(least, moved));
    }
    const reached = objective(next, slope);
    if (!Number.isFinite(reached)) return end(true);
    parameters = next;
    value = reached;
  }
  return end(false);
}
