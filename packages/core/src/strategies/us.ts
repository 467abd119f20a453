// Uncertainty sampling [1, Thm. 3]: how unsure the classifier is at the candidate, without any prior.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
import { checkOneOf, checkOptions } from "../check.ts";
import { checkProbabilities, probabilitiesOf } from "../classifier/parzen-window.ts";
import { type Matrix, pickRows, row } from "../matrix.ts";
import type { Strategy } from "./strategy.ts";

const MEASURES = ["leastConfidence", "margin", "entropy"] as const;

/** What is called unsure: a small largest probability, a small lead of the first over the second, or high entropy. */
export type UncertaintyMeasure = (typeof MEASURES)[number];

/** The US strategy with its measure, which the engine reads. */
export interface UsStrategy extends Strategy {
  readonly measure: UncertaintyMeasure;
}

/**
 * Uncertainty sampling by one of three measures; least confidence by default.
 * @throws XpalError if the measure is unknown.
 * @example us({ measure: "entropy" }).name // "us"
 */
export function us(options: { readonly measure?: UncertaintyMeasure } = {}): UsStrategy {
  checkOptions("us", options, ["measure"]);
  const measure = checkOneOf("us", "measure", options.measure ?? "leastConfidence", MEASURES);
  return {
    name: "us",
    measure,
    scores: (view) => uncertainties(probabilitiesOf(pickRows(view.freq(), view.candidates)), measure),
    toJSON: () => ({ name: "us", measure }),
  };
}

/**
 * How unsure each row of class probabilities is.
 * @throws XpalError if a row does not sum to 1 or the measure is unknown.
 * @example uncertainty(matrixFrom([[0.75, 0.25]]), "margin")[0] // 0.5
 */
export function uncertainty(probabilities: Matrix, measure: UncertaintyMeasure): Float64Array {
  checkProbabilities("uncertainty", "probabilities", probabilities);
  checkOneOf("uncertainty", "measure", measure, MEASURES);
  return uncertainties(probabilities, measure);
}

function uncertainties(probabilities: Matrix, measure: UncertaintyMeasure): Float64Array {
  const of = uncertaintyOf(measure);
  return Float64Array.from({ length: probabilities.rows }, (_, i) => of(row(probabilities, i)));
}

/** The measure as a function of one point's class probabilities. */
export function uncertaintyOf(measure: UncertaintyMeasure): (p: Float64Array) => number {
  return { leastConfidence, margin, entropy }[measure];
}

function leastConfidence(p: Float64Array): number {
  return 1 - Math.max(...p);
}

function margin(p: Float64Array): number {
  const [first, second = 0] = p.slice().sort().reverse();
  return 1 - (first - second);
}

function entropy(p: Float64Array): number {
  let sum = 0;
  for (const value of p) if (value > 0) sum -= value * Math.log(value);
  return sum;
}
