// Ascent by the Adam rule (Kingma and Ba, "Adam: a method for stochastic optimization", ICLR 2015) with its usual
// constants, a fixed number of steps from zero, so that equal problems give equal bits.

const FIRST_DECAY = 0.9;
const SECOND_DECAY = 0.999;
const LEAST = 1e-8;

/** Where to stop, how fast to go, and how far. */
export interface AscentOptions {
  readonly steps: number;
  readonly rate: number;
  /** Parameters are kept between these; no bounds by default. */
  readonly bounds?: readonly [number, number];
}

/** Where an ascent ended. */
export interface Ascent {
  readonly parameters: Float64Array;
  /** Whether it met a value that is not finite and stopped; the parameters are the last good ones. */
  readonly stopped: boolean;
  /** Whether the value there is above the one at zero. */
  readonly improved: boolean;
}

/** The value at some parameters; the gradient there is written to `slope`. */
export type Objective = (parameters: Float64Array, slope: Float64Array) => number;

/** Parameters after a fixed number of steps from zero. */
export function ascend(
  count: number,
  { steps, rate, bounds = [-Infinity, Infinity] }: AscentOptions,
  objective: Objective,
): Ascent {
  let parameters: Float64Array = new Float64Array(count);
  const slope = new Float64Array(count);
  const first = new Float64Array(count);
  const second = new Float64Array(count);
  const atZero = objective(parameters, slope);
  const end = (stopped: boolean): Ascent => {
    const improved = objective(parameters, slope) > atZero;
    return { parameters, stopped, improved };
  };
  let firstLeft = 1;
  let secondLeft = 1;
  for (let step = 0; step < steps; step++) {
    const value = objective(parameters, slope);
    if (!Number.isFinite(value) || !slope.every(Number.isFinite)) return end(true);
    firstLeft *= FIRST_DECAY;
    secondLeft *= SECOND_DECAY;
    const next = parameters.slice();
    for (let p = 0; p < count; p++) {
      first[p] = FIRST_DECAY * first[p] + (1 - FIRST_DECAY) * slope[p];
      second[p] = SECOND_DECAY * second[p] + (1 - SECOND_DECAY) * (slope[p] * slope[p]);
      const length = Math.sqrt(second[p] / (1 - secondLeft)) + LEAST;
      const moved = next[p] + (rate * (first[p] / (1 - firstLeft))) / length;
      next[p] = Math.min(bounds[1], Math.max(bounds[0], moved));
    }
    if (!next.every(Number.isFinite)) return end(true);
    parameters = next;
  }
  return end(false);
}
