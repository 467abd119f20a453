// The frequencies from which classes are predicted: those of the kernel, or where the pool has a predictor its probabilities
// times the number of labels, so that the prior on frequencies weighs next to nothing beside them.

import { checkedItems, frequenciesOf } from "../classifier/frequencies.ts";
import type { Features } from "../features.ts";
import { learnedPool } from "../kernels/learning/learned-pool.ts";
import { checkLabels, type Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";
import { checkPool, type Pool } from "../pool.ts";
import { atLabelled, kernelLeftOut } from "./left-out-frequencies.ts";
import type { FittedPredictor, Predictor } from "./predictor.ts";

/** Kernel frequencies that are known already, so that they need not be summed again. */
export interface KnownFrequencies {
  /** k_x^L at the items of the pool. */
  readonly pool: Matrix;
  /** The same at the items in question. */
  readonly items: Matrix;
}

/**
 * What classes are predicted from, for each of the given items (by default those of the pool): items x classes. The kernel's
 * `frequencies`, or where the pool has a predictor and there are labels its probabilities times the number of labels.
 * @throws XpalError if the labels are of another pool or the features do not fit it.
 * @example ((pool) => [...predictiveFrequencies(pool, Labels.from(pool, [[1, "yes"]])).data])(createPool({ features: matrixFrom([[1, 0.5], [0.5, 1]]), kernel: "precomputed", classes: ["no", "yes"] })) // [0, 0.5, 0, 1]
 */
export function predictiveFrequencies(
  pool: Pool,
  labels: Labels,
  features?: Features,
  known?: KnownFrequencies,
): Matrix {
  checkPool("predictiveFrequencies", pool);
  checkLabels("predictiveFrequencies", labels, pool);
  const items = features === undefined ? pool.features : checkedItems("predictiveFrequencies", pool, features);
  const byKernel = () => known?.items ?? frequenciesOf(learnedPool(pool, labels), labels, items);
  const fitted = predictorAt(pool, labels, known && atLabelled(known.pool, labels));
  if (fitted === null) return byKernel();
  return predictedFrequencies(fitted, labels, items, pool.predictor?.usesKernel ? byKernel() : undefined);
}

/** A predictor's probabilities as frequencies. */
export function predictedFrequencies(fitted: FittedPredictor, labels: Labels, items: Features, freq?: Matrix): Matrix {
  return times(Math.max(1, labels.count), fitted.probabilities(items, freq));
}

/** The fits that were made; labels are values, so that a fit is a function of predictor, features and labels. */
const fits = new WeakMap<Predictor, WeakMap<Features, WeakMap<Labels, FittedPredictor>>>();

/**
 * The pool's predictor fitted to some labels; null where it has none, or needs labels and there are none.
 * @param freq Kernel frequencies at the labelled items, in ascending order; summed by the definition where they are needed and not given.
 */
export function predictorAt(pool: Pool, labels: Labels, freq?: Matrix): FittedPredictor | null {
  const { predictor, features } = pool;
  if (!predictsAt(predictor, labels)) return null;
  const ofPredictor = fits.get(predictor) ?? new WeakMap<Features, WeakMap<Labels, FittedPredictor>>();
  fits.set(predictor, ofPredictor);
  const ofFeatures = ofPredictor.get(features) ?? new WeakMap<Labels, FittedPredictor>();
  ofPredictor.set(features, ofFeatures);
  const leftOutFrequencies = () => kernelLeftOut(pool, labels, freq);
  const fitted = ofFeatures.get(labels) ?? predictor.fit({ features, labels, leftOutFrequencies });
  ofFeatures.set(labels, fitted);
  return fitted;
}

/** What the predictor says of the labelled items, each without its own answers, as frequencies; null where none predicts. */
export function predictedWithoutOwn(pool: Pool, labels: Labels): Matrix | null {
  const fitted = predictorAt(pool, labels);
  return fitted && times(labels.count, fitted.leftOut);
}

/** Whether classes are predicted by the predictor, not by the kernel: there is one, and labels if it needs them. */
export function predictsAt(predictor: Predictor | null, labels: Labels): predictor is Predictor {
  return predictor !== null && (labels.count > 0 || predictor.predictsBefore === true);
}

function times(factor: number, m: Matrix): Matrix {
  return { ...m, data: m.data.map((value) => factor * value) };
}
