// Predictions by ridge regression on points: linear in them, or by a kernel about as wide as the pool. The width where none
// is given, the penalty and the temperature are those under which the labels, each predicted without itself, are the most
// likely. For points of texts, images and embeddings this predicts better from the same labels than the Parzen window
// classifier by which they were chosen, and its probabilities are nearer to the truth (docs/design/learned-kernel.md).
import { checkOneOf, checkOptions, reject } from "../check.ts";
import { checkPositive } from "../check-numbers.ts";
import type { Features } from "../features.ts";
import { itemsInOrder, itemsOf, type Labels } from "../labels.ts";
import { type Matrix, matrix, row } from "../matrix.ts";
import { densePoints, whyNotDense } from "./dense-points.ts";
import { labelShares } from "./label-shares.ts";
import type { FittedPredictor, Predictor } from "./predictor.ts";
import { fitRidge, logLikelihood, type RidgeFit, softmax } from "./ridge-fit.ts";
import { RidgePoints, type Width } from "./ridge-points.ts";

/** One of the models that compete. */
interface RidgeModel {
  readonly width: Width;
  readonly penalty: number;
}

const WIDTHS = ["linear", "wide"] as const;
const WIDTH_WORDS: Readonly<Record<Width, string>> = {
  linear: "linear",
  wide: "by a wide kernel",
};

/** A model with its temperature, fitted to some items. */
interface FittedModel extends RidgeModel, RidgeFit {
  readonly indices: Uint32Array;
  readonly tau: number;
}

const MODELS: readonly RidgeModel[] = [
  ...[0.1, 0.3, 1].map((penalty) => ({ width: "linear" as const, penalty })),
  ...[0.03, 0.1, 0.3].map((penalty) => ({ width: "wide" as const, penalty })),
];
const TEMPERATURES = [0.05, 0.07, 0.1, 0.14, 0.2, 0.28, 0.4, 0.56, 0.8];
/** The model is chosen by the first of the answers, this many at most: more would take seconds and not change the choice. */
const MAX_COMPARED = 400;
/** A fit on more labels takes many seconds: it is made on the first of them. */
const MAX_FITTED = 1600;

/** Which models compete, and where the points lie. */
export interface RidgeOptions {
  /** Linear in the points, or by a kernel; by default the better of both. */
  readonly width?: Width;
  /** The mean of each column; by default that of the pool. */
  readonly means?: readonly number[];
  /** The mean squared distance of the points from it; by default that of the pool. */
  readonly unit?: number;
}

/**
 * Predicts by ridge regression on the features.
 * @throws XpalError if an option is out of range or unknown.
 * @example ridge().name // "ridge"
 */
export function ridge(options: RidgeOptions = {}): Predictor {
  checkOptions("ridge", options, ["width", "means", "unit"]);
  const { unit, width } = options;
  if (width !== undefined) checkOneOf("ridge", "width", width, WIDTHS);
  if (options.means !== undefined) checkMeans(options.means);
  const means = options.means && [...options.means];
  if (unit !== undefined) checkPositive("ridge", "unit", unit);
  const models = MODELS.filter((model) => width === undefined || model.width === width);
  const known = new WeakMap<Features, RidgePool>();
  const on = (pool: Features): RidgePool => {
    const found = known.get(pool) ?? new RidgePool(new RidgePoints(densePoints(pool), { means, unit }), models);
    known.set(pool, found);
    return found;
  };
  return {
    name: "ridge",
    usesKernel: false,
    fit: ({ features, labels }) => on(features).fit(labels),
    fixedOn: (pool) => ridge({ width, ...on(pool).points.place }),
    check(who, features) {
      const reason = whyNotDense(features);
      if (reason !== null) reject(who, "predictor", `must not be ridge regression: ${reason}`, "ridge");
      const { cols } = densePoints(features);
      if (means !== undefined && means.length !== cols)
        reject(who, "predictor", `must have as many means as there are columns, ${cols}`, means.length);
    },
    toJSON: () => JSON.parse(JSON.stringify({ name: "ridge", width, means, unit })),
  };
}

/** The fits on one pool. */
class RidgePool {
  readonly points: RidgePoints;
  readonly #models: readonly RidgeModel[];
  #chosen: Remembered | undefined;
  #latest: Remembered | undefined;

  constructor(points: RidgePoints, models: readonly RidgeModel[]) {
    this.points = points;
    this.#models = models;
  }

  fit(labels: Labels): FittedPredictor {
    const { width, indices, alpha, leftOut, tau } = this.#fit(labels);
    return {
      probabilities: (items) => softmax(this.points.scores(width, indices, alpha, densePoints(items)), tau),
      leftOut: softmax(this.#leftOutOf(labels, { width, indices, alpha, leftOut }), tau),
      describe: () => `ridge regression, ${WIDTH_WORDS[width]}`,
    };
  }

  /** The scores of the labelled items without their own answers. */
  #leftOutOf(labels: Labels, fit: Pick<FittedModel, "width" | "indices" | "alpha" | "leftOut">): Matrix {
    const places = new Map(Array.from(fit.indices, (index, place) => [index, place]));
    const scores = matrix(labels.count, labels.classCount);
    itemsOf(labels).forEach(({ index }, at) => {
      const place = places.get(index);
      // An item that came after the fit is not part of it.
      const own =
        place === undefined ? this.points.scoresOf(fit.width, fit.indices, fit.alpha, index) : row(fit.leftOut, place);
      row(scores, at).set(own);
    });
    return scores;
  }

  #fit(labels: Labels): FittedModel {
    if (labels.count <= MAX_COMPARED) return this.#best(labels);
    const used = labels.first(Math.min(MAX_FITTED, fittedCount(labels.count)));
    this.#latest = remembered(this.#latest, used, () => {
      const first = used.first(MAX_COMPARED);
      this.#chosen = remembered(this.#chosen, first, () => this.#best(first));
      const { model } = this.#chosen;
      const indices = indicesOf(used);
      const gram = this.points.gram(model.width, indices);
      return { ...model, indices, ...fitRidge(gram, targetsOf(labelShares(used)), model.penalty) };
    });
    return this.#latest.model;
  }

  /** The most likely of the models. */
  #best(labels: Labels): FittedModel {
    const shares = labelShares(labels);
    const targets = targetsOf(shares);
    const expected = smoothed(shares);
    const indices = indicesOf(labels);
    let best: (FittedModel & { likelihood: number }) | undefined;
    for (const width of WIDTHS) {
      const models = this.#models.filter((one) => one.width === width);
      if (models.length === 0) continue;
      const gram = this.points.gram(width, indices);
      for (const model of models) {
        const fit = fitRidge(gram, targets, model.penalty);
        for (const tau of TEMPERATURES) {
          const likelihood = logLikelihood(softmax(fit.leftOut, tau), expected);
          if (best === undefined || likelihood > best.likelihood) best = { ...model, ...fit, indices, tau, likelihood };
        }
      }
    }
    return best as FittedModel;
  }
}

/** A fit and the answers that it was made on. */
interface Remembered {
  readonly answers: string;
  readonly model: FittedModel;
}

/** The fit on some labels: the one that is remembered, if it was made on the same. */
function remembered(known: Remembered | undefined, labels: Labels, fit: () => FittedModel): Remembered {
  const answers = JSON.stringify(itemsInOrder(labels).map(({ index, weights }) => [index, ...weights]));
  return known?.answers === answers ? known : { answers, model: fit() };
}

/** How many of the answers are fitted on: all, or with many the first ones up to a multiple of 8 or 16, as a fit takes longer. */
function fittedCount(labelCount: number): number {
  if (labelCount <= MAX_COMPARED) return labelCount;
  const step = labelCount <= 2 * MAX_COMPARED ? 8 : 16;
  return Math.floor(labelCount / step) * step;
}

function indicesOf(labels: Labels): Uint32Array {
  return Uint32Array.from(itemsOf(labels), ({ index }) => index);
}

/**
 * Shares that are not quite certain, the less the fewer labels a class has: a handful of labels that are all foreseen would
 * otherwise make every prediction certain (Platt, 1999).
 */
function smoothed(shares: Matrix): Matrix {
  const doubt = 1 / (shares.rows / shares.cols + 2);
  return { ...shares, data: shares.data.map((share) => (1 - doubt) * share + doubt / shares.cols) };
}

function targetsOf(shares: Matrix): Matrix {
  return { ...shares, data: shares.data.map((share) => share - 1 / shares.cols) };
}

function checkMeans(means: unknown): void {
  if (!Array.isArray(means)) reject("ridge", "means", "must be a list of numbers", means);
  means.forEach((mean, d) => {
    if (typeof mean !== "number" || !Number.isFinite(mean))
      reject("ridge", `means[${d}]`, "must be a finite number", mean);
  });
}
