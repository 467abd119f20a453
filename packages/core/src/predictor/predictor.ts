// How classes are predicted. xPAL chooses items by the Parzen window classifier, whose risk has a closed form; from the same
// answers other classifiers, or several together, may predict better. Each gives class probabilities, and for the labelled
// items the probabilities of a fit that did not see their answers: weights, calibration and the expected error are taken
// from these alone.
import { reject } from "../check.ts";
import type { Features } from "../features.ts";
import type { Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";

/** A predictor as it is written to a file. */
export interface PredictorJSON {
  readonly name: string;
  readonly [parameter: string]: unknown;
}

/** What a predictor is fitted to. */
export interface PredictorData {
  /** The items of the pool. */
  readonly features: Features;
  /** Their answers; at least one item has any, or the predictor needs none. */
  readonly labels: Labels;
  /** Kernel frequencies at the labelled items without their own answers, items in ascending order x classes. */
  leftOutFrequencies(): Matrix;
}

/** A predictor that was fitted to some labels. */
export interface FittedPredictor {
  /**
   * Class probabilities of some items: items x classes.
   * @param freq Kernel frequencies at these items; needed where the predictor's `usesKernel` is true.
   */
  probabilities(items: Features, freq?: Matrix): Matrix;
  /** The same of the labelled items in ascending order, each by a fit without its own answers. */
  readonly leftOut: Matrix;
  /** What was fitted, in words. */
  describe(): string;
}

/** A classifier that is fitted to the labels of a pool; pure, and writable as JSON. */
export interface Predictor {
  readonly name: string;
  /** Whether it needs the kernel's frequencies at the items that it predicts. */
  readonly usesKernel: boolean;
  /** Whether it predicts without any label, too. */
  readonly predictsBefore?: boolean;
  /** Fits to the labels of a pool, of which there is at least one, or none where it predicts before. What it computes from the features it remembers. */
  fit(data: PredictorData): FittedPredictor;
  /** The same with everything that it takes from the pool written down, for a file that keeps the labelled items only. */
  fixedOn(pool: Features): Predictor;
  /** Rejects features that it cannot read. */
  check(who: string, features: Features): void;
  toJSON(): PredictorJSON;
}

/** Rejects what is not a predictor. */
export function checkPredictor(who: string, argument: string, value: unknown): asserts value is Predictor {
  const { name, fit, check, toJSON } = (value ?? {}) as Partial<Predictor>;
  const callable = [fit, check, toJSON].every((method) => typeof method === "function");
  if (typeof name === "string" && callable) return;
  reject(who, argument, "must be a predictor", value, "make one with mixture() or ridge()");
}
