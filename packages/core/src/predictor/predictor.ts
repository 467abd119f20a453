// How classes are predicted where it is not by the frequencies that the choice of items is made with. xPAL chooses by the
// Parzen window classifier, whose risk has a closed form; from the same labels another classifier may predict better.
import { reject } from "../check.ts";
import type { Features } from "../features.ts";
import type { Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";

/** A predictor as it is written to a file. */
export interface PredictorJSON {
  readonly name: string;
  readonly [parameter: string]: unknown;
}

/** A classifier that is fitted to the labels of a pool; pure, and writable as JSON. */
export interface Predictor {
  readonly name: string;
  /** With more labels than this the kernel predicts. */
  readonly mostLabels: number;
  /** Class probabilities of some items, fitted to the labels of a pool, of which there is at least one: items x classes. */
  probabilities(pool: Features, labels: Labels, items: Features): Matrix;
  /** The same of the labelled items in ascending order, each as predicted without its own answers. */
  leftOut(pool: Features, labels: Labels): Matrix;
  /** The same with everything that it takes from the pool written down, for a file that keeps the labelled items only. */
  fixedOn(pool: Features): Predictor;
  /** What was fitted, in words. */
  describe(pool: Features, labels: Labels): string;
  /** Rejects features that it cannot read. */
  check(who: string, features: Features): void;
  toJSON(): PredictorJSON;
}

/** Rejects what is not a predictor. */
export function checkPredictor(who: string, argument: string, value: unknown): asserts value is Predictor {
  const { name, probabilities, leftOut, check, toJSON } = (value ?? {}) as Partial<Predictor>;
  const callable = [probabilities, leftOut, check, toJSON].every((method) => typeof method === "function");
  if (typeof name === "string" && callable) return;
  reject(who, argument, "must be a predictor", value, "make one with ridge()");
}
