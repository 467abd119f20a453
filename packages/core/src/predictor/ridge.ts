// Predictions by ridge regression on points: linear in them, or by a kernel as wide as the pool. Which of the two, the
// penalty and the temperature are those under which the labels, each predicted without itself, are the most likely. For
// points of texts, images and embeddings this predicts better from the same labels than the Parzen window classifier
// by which they were chosen, and its probabilities are nearer to the truth (docs/decisions/0345).
import { checkOptions, reject } from "../check.ts";
import { checkPositive } from "../check-numbers.ts";
import { type Features, isGroups, isSparse } from "../features.ts";
import { itemsInOrder, itemsOf, type Labels } from "../labels.ts";
import { type Matrix, matrix, row } from "../matrix.ts";
import type { Predictor } from "./predictor.ts";
import { fitRidge, logLikelihood, type RidgeFit, softmax } from "./ridge-fit.ts";
import { RidgePoints, type Width } from "./ridge-points.ts";

/** One of the models that compete. */
interface RidgeModel {
  readonly width: Width;
  readonly penalty: number;
}

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
/** With more labels a fit takes many seconds, and the kernel predicts. */
const MAX_LABELS = 1600;

/** Where the points lie; by default as the pool says. */
export interface RidgeOptions {
  /** The mean of each column. */
  readonly means?: readonly number[];
  /** The mean squared distance of the points from it. */
  readonly unit?: number;
}

/**
 * Predicts by ridge regression on the features.
 * @throws XpalError if an option is out of range or unknown.
 * @example ridge().name // "ridge"
 */
export function ridge(options: RidgeOptions = {}): Predictor {
  checkOptions("ridge", options, ["means", "unit"]);
  const { unit } = options;
  if (options.means !== undefined) checkMeans(options.means);
  const means = options.means && [...options.means];
  if (unit !== undefined) checkPositive("ridge", "unit", unit);
  const known = new WeakMap<Features, RidgePool>();
  const on = (pool: Features): RidgePool => {
    const found =
      known.get(pool) ?? new RidgePool(new RidgePoints(pool as Matrix, { ...options, ...(means && { means }) }));
    known.set(pool, found);
    return found;
  };
  return {
    name: "ridge",
    mostLabels: MAX_LABELS,
    probabilities: (pool, labels, items) => on(pool).probabilities(labels, items as Matrix),
    leftOut: (pool, labels) => on(pool).leftOut(labels),
    fixedOn: (pool) => ridge(on(pool).points.place),
    describe: (pool, labels) => on(pool).describe(labels),
    check(who, features) {
      if (isGroups(features) || isSparse(features)) {
        reject(who, "predictor", "must be left out for features that are not one dense matrix", "ridge");
      }
      if (means !== undefined && means.length !== features.cols) {
        reject(who, "predictor", `must have as many means as there are columns, ${features.cols}`, means.length);
      }
    },
    toJSON: () => ({ name: "ridge", ...(means && { means: [...means] }), ...(unit === undefined ? {} : { unit }) }),
  };
}

/** The fits on one pool. */
class RidgePool {
  readonly points: RidgePoints;
  readonly #fits = new WeakMap<Labels, FittedModel>();
  #chosen: Remembered | undefined;
  #latest: Remembered | undefined;

  constructor(points: RidgePoints) {
    this.points = points;
  }

  probabilities(labels: Labels, items: Matrix): Matrix {
    const { width, indices, alpha, tau } = this.#at(labels);
    return softmax(this.points.scores(width, indices, alpha, items), tau);
  }

  leftOut(labels: Labels): Matrix {
    const { width, indices, alpha, leftOut, tau } = this.#at(labels);
    const places = new Map(Array.from(indices, (index, place) => [index, place]));
    const scores = matrix(labels.count, labels.classCount);
    itemsOf(labels).forEach(({ index }, at) => {
      const place = places.get(index);
      // An item that came after the fit is not part of it.
      const own = place === undefined ? this.points.scoresOf(width, indices, alpha, index) : row(leftOut, place);
      row(scores, at).set(own);
    });
    return softmax(scores, tau);
  }

  describe(labels: Labels): string {
    const { width, penalty } = this.#at(labels);
    const by = width === "linear" ? "linear in the points" : "by a kernel as wide as the pool";
    return `ridge regression ${by}, penalty ${penalty}`;
  }

  #at(labels: Labels): FittedModel {
    const found = this.#fits.get(labels) ?? this.#fit(labels);
    this.#fits.set(labels, found);
    return found;
  }

  #fit(labels: Labels): FittedModel {
    if (labels.count <= MAX_COMPARED) return this.#best(labels);
    const used = labels.first(fittedCount(labels.count));
    this.#latest = remembered(this.#latest, used, () => {
      const first = used.first(MAX_COMPARED);
      this.#chosen = remembered(this.#chosen, first, () => this.#best(first));
      const { model } = this.#chosen;
      const indices = indicesOf(used);
      const gram = this.points.gram(model.width, indices);
      return { ...model, indices, ...fitRidge(gram, targetsOf(sharesOf(used)), model.penalty) };
    });
    return this.#latest.model;
  }

  /** The most likely of the models. */
  #best(labels: Labels): FittedModel {
    const shares = sharesOf(labels);
    const targets = targetsOf(shares);
    const expected = smoothed(shares);
    const indices = indicesOf(labels);
    let best: (FittedModel & { likelihood: number }) | undefined;
    for (const width of ["linear", "wide"] as const) {
      const gram = this.points.gram(width, indices);
      for (const model of MODELS.filter((one) => one.width === width)) {
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

/** The share of each class among the answers of each labelled item. */
function sharesOf(labels: Labels): Matrix {
  const shares = matrix(labels.count, labels.classCount);
  itemsOf(labels).forEach(({ weights }, i) => {
    let total = 0;
    for (const weight of weights) total += weight;
    for (let y = 0; y < shares.cols; y++) shares.data[i * shares.cols + y] = weights[y] / total;
  });
  return shares;
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
