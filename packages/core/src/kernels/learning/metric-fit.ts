// What all metrics have in common. A metric is fitted together with one logarithm of a scale, s, which is thrown away
// afterwards, since the members of the bank have scales of their own: without it, a fit of noisy labels would have to
// widen the kernel by shrinking every column. With D = e^s D_theta and F of label-score.ts a fit maximises
//
//   L = F(D) - |theta|^2 / (2 width^2) - (s / ln 2)^2 / 2,
//   dL/ds = sum over pairs of dF/dD_ij D_ij - s / (ln 2)^2,
//
// from theta = 0 and s = ln g, where g <= 1 is the bank's best scale at these labels.
import { exp } from "../exp.ts";
import { ln } from "../ln.ts";
import { type Ascent, ascend, type Objective } from "./adam.ts";
import { type Answers, labelScore } from "./label-score.ts";

/** How a metric is fitted. */
export interface FitOptions {
  readonly steps: number;
  /** The size of a step of Adam for theta. */
  readonly rate: number;
  /** theta is kept between these. */
  readonly bounds: readonly [number, number];
  /** Parameters that are kept at 0 or above, so that what they weigh counts at least as much as in the base kernel. */
  readonly pinned: ReadonlySet<number>;
  /** The standard deviation of the normal prior that holds theta near 0. */
  readonly width: number;
  /** The scales of the bank and the width of the prior on them, in octaves. */
  readonly scales: readonly number[];
  readonly scaleWidth: number;
}

/** A metric as a function of its parameters theta. */
export interface MetricModel {
  readonly parameterCount: number;
  /** Writes D_theta of all pairs (`pairAt`). */
  distances(theta: Float64Array, distances: Float64Array): void;
  /** Writes the gradient in theta, from the slopes of F in D_theta; theta is the one of the last distances. */
  gradient(theta: Float64Array, slopes: Float64Array, gradient: Float64Array): void;
}

/** Fitted parameters: theta, then s. */
export interface Fit extends Ascent {
  readonly theta: Float64Array;
  readonly logScale: number;
}

/** The size of a step of Adam for s, and between which numbers it is kept. */
export const SCALE_RATE = 0.15;
export const SCALE_BOUNDS = [-4.2, 1.4] as const;
const LN2_SQUARED = Math.LN2 * Math.LN2;

/** theta and s at the end of the ascent. */
export function fitModel(model: MetricModel, answers: Answers, options: FitOptions): Fit {
  const { parameterCount: count } = model;
  const start = new Float64Array(count + 1);
  start[count] = ln(startScale(model, answers, options));
  const ascent = ascend(objectiveOf(model, answers, options.width), {
    start,
    steps: options.steps,
    rate: (p) => (p < count ? options.rate : SCALE_RATE),
    bounds: (p) => (p < count ? boundsOf(p, options) : SCALE_BOUNDS),
  });
  return { ...ascent, theta: ascent.parameters.subarray(0, count), logScale: ascent.parameters[count] };
}

export function boundsOf(parameter: number, { bounds, pinned }: FitOptions): readonly [number, number] {
  return pinned.has(parameter) ? [Math.max(0, bounds[0]), bounds[1]] : bounds;
}

/** L and its gradient; the last parameter is s. */
export function objectiveOf(model: MetricModel, answers: Answers, width: number): Objective {
  const { parameterCount: count } = model;
  const distances = new Float64Array((answers.count * (answers.count - 1)) / 2);
  const slopes = new Float64Array(distances.length);
  return (parameters, slope) => {
    const theta = parameters.subarray(0, count);
    const s = parameters[count];
    const scale = exp(s);
    model.distances(theta, distances);
    for (let pair = 0; pair < distances.length; pair++) distances[pair] *= scale;
    const score = labelScore(answers, distances, slopes);
    let rise = 0;
    for (let pair = 0; pair < slopes.length; pair++) {
      if (slopes[pair] === 0) continue; // its distance may be infinite
      rise += slopes[pair] * distances[pair];
      slopes[pair] *= scale;
    }
    model.gradient(theta, slopes, slope);
    let squares = 0;
    for (let p = 0; p < count; p++) {
      slope[p] -= theta[p] / width / width;
      squares += theta[p] * theta[p];
    }
    slope[count] = rise - s / LN2_SQUARED;
    return score - squares / width / width / 2 - (s * s) / LN2_SQUARED / 2;
  };
}

/** The scale of the bank, at most 1, with the best score of these labels at theta = 0; the first of equal ones. */
function startScale(model: MetricModel, answers: Answers, { scales, scaleWidth }: FitOptions): number {
  const given = new Float64Array((answers.count * (answers.count - 1)) / 2);
  model.distances(new Float64Array(model.parameterCount), given);
  const unused = new Float64Array(given.length);
  let best = 1;
  let most = -Infinity;
  for (const scale of scales) {
    const distances = given.map((distance) => scale * distance);
    const score = labelScore(answers, distances, unused) - costOfScale(scale, scaleWidth);
    if (score > most) {
      most = score;
      best = scale;
    }
  }
  return Math.min(1, best);
}

/** What a scale costs under the bank's prior on its logarithm. */
export function costOfScale(scale: number, scaleWidth: number): number {
  const octaves = ln(scale) / Math.LN2 / scaleWidth;
  return (octaves * octaves) / 2;
}
