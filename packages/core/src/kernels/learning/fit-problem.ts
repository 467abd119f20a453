// One fit of a metric as a problem and its outcome, so that an engine may solve it in its own way. All ways give the same
// bits: Adam divides by the size of the slope, so that a last bit that differs would grow to another metric.
import type { Matrix } from "../../matrix.ts";
import { columnWeights } from "./column-weights.ts";
import { fitCharge } from "./fit-charge.ts";
import { fullMetric } from "./full-metric.ts";
import type { Answers } from "./label-score.ts";
import { type FitOptions, fitModel } from "./metric-fit.ts";

/** What is to be fitted to which answers. */
export interface FitProblem {
  /** A full metric, or weights of columns. */
  readonly full: boolean;
  /** The labelled items; columns carry the base kernel's gamma. */
  readonly rows: Matrix;
  /** The parameter of each column, for weights. */
  readonly parameterOf: Uint32Array;
  readonly answers: Answers;
  readonly options: FitOptions;
}

/** What came of it. */
export interface FitOutcome {
  readonly theta: Float64Array;
  /** s, which is fitted with theta. */
  readonly logScale: number;
  /** Whether the fit met a value that is not finite and stopped. */
  readonly stopped: boolean;
  /** Whether it is better than the given columns. */
  readonly improved: boolean;
  /** What it is charged for having been fitted; Infinity where that cannot be computed. */
  readonly charge: number;
}

/** Solves problems, in any way that gives the bits of `fitProblem`. */
export type Fitter = (problems: readonly FitProblem[]) => readonly FitOutcome[];

/** The definition of a fit. */
export function fitProblem({ full, rows, parameterOf, answers, options }: FitProblem): FitOutcome {
  const model = full ? fullMetric(rows) : columnWeights(rows, parameterOf);
  const fit = fitModel(model, answers, options);
  const { theta, logScale, stopped, improved } = fit;
  return { theta, logScale, stopped, improved, charge: fitCharge(model, answers, fit, options.width) };
}

/** Each problem as it is defined. */
export const fitAsDefined: Fitter = (problems) => problems.map(fitProblem);
