// What is known of the classes before any answer, as points among the items: vectors of phrases, such as "bills and
// payments", by the model that made vectors of the texts. An item near a point is likely of its class,
//
//   q(y | x) is proportional to e^(16 (C - 1) / C cos(x, c_y)),
//
// where the fewer classes there are, the farther apart are points that are centred: two are opposite ways.
//
// and with answers another predictor takes over as far as they say that it knows better:
//
//   p(y | x) = w q(y | x) + (1 - w) r(y | x),
//
// w maximises the sum over labelled items of ln p(y_i | x_i), r without their own answers, plus 2 ln w + 2 ln (1 - w).
// Useless points have lost their say after 20 answers (docs/design/texts-images-vectors.md).
import { checkInteger, checkOptions, reject } from "../check.ts";
import type { Features } from "../features.ts";
import { itemsOf } from "../labels.ts";
import { type Matrix, matrix, pickRows, row } from "../matrix.ts";
import { densePoints, whyNotDense } from "./dense-points.ts";
import { labelShares } from "./label-shares.ts";
import { mixtureWeights } from "./mixture.ts";
import { checkPredictor, type Predictor } from "./predictor.ts";
import { softmax } from "./ridge-fit.ts";

/** Points of classes among the columns of features. */
export interface ClassPoints {
  /** The first of the columns that the points are in; groups of features count side by side. */
  readonly first: number;
  /** The point of each class, in the order of the classes; empty for a class of which nothing is known. */
  readonly points: readonly (readonly number[])[];
}

/** The points, and what predicts beside them from the first answer on. */
export interface ClassPointsOptions extends ClassPoints {
  readonly rest: Predictor;
}

/** How much nearness counts, 14 for 8 classes. */
const SHARPNESS = 16;

/** As many answers as the prior of the weight counts for, half for each side. */
const PRIOR_LABELS = 4;
const PRIORS = Float64Array.of(0.5, 0.5);

/**
 * Predicts by points of the classes before the first answer, and by another predictor as far as the answers say so.
 * @throws XpalError if fewer than two classes have a point, or the points differ in length.
 * @example classPoints({ first: 0, points: [[1, 0], [0, 1]], rest: ridge() }).name // "classPoints"
 */
export function classPoints(options: ClassPointsOptions): Predictor {
  checkOptions("classPoints", options ?? null, ["first", "points", "rest"]);
  const { first, points, rest } = options;
  checkInteger("classPoints", "first", first, 0);
  checkPredictor("classPoints", "rest", rest);
  const length = lengthOf(points);
  const end = first + length;
  const known = new WeakMap<Features, Matrix>();
  const at = (features: Features): Matrix => {
    const found = known.get(features) ?? nearness(densePoints(features), first, points, length);
    known.set(features, found);
    return found;
  };
  return {
    name: "classPoints",
    usesKernel: rest.usesKernel,
    predictsBefore: true,
    fit(data) {
      const { features, labels } = data;
      const own = pickRows(
        at(features),
        Uint32Array.from(itemsOf(labels), ({ index }) => index),
      );
      // A fit to one answer knows one class, and nothing says yet how wrong that is.
      if (labels.count < 2) return { probabilities: at, leftOut: own, describe: () => "class phrases" };
      const fitted = rest.fit(data);
      const [weight] = mixtureWeights([own, fitted.leftOut], labelShares(labels), PRIORS, PRIOR_LABELS);
      return {
        probabilities: (items, freq) => mixed(at(items), fitted.probabilities(items, freq), weight),
        leftOut: mixed(own, fitted.leftOut, weight),
        describe: () => `${Math.round(100 * weight)} % class phrases, else ${fitted.describe()}`,
      };
    },
    fixedOn: (pool) => classPoints({ first, points, rest: rest.fixedOn(pool) }),
    check(who, features) {
      rest.check(who, features);
      const reason = whyNotDense(features);
      if (reason !== null) reject(who, "predictor", `must not have points of classes: ${reason}`, "classPoints");
      const { cols } = densePoints(features);
      if (cols < end) reject(who, "predictor", `must have points within the ${cols} columns`, end);
    },
    toJSON: () => ({ name: "classPoints", first, points: points.map((point) => [...point]), rest: rest.toJSON() }),
  };
}

function lengthOf(points: ClassPoints["points"]): number {
  const told = Array.isArray(points) ? points.filter((point) => Array.isArray(point) && point.length > 0) : [];
  if (told.length < 2) reject("classPoints", "points", "must have points of two classes at least", told.length);
  const { length } = told[0];
  const odd = told.find((point) => point.length !== length || !point.every(Number.isFinite));
  if (odd !== undefined) reject("classPoints", "points", `must each be ${length} finite numbers`, odd);
  return length;
}

/** q: a class without a point is neither near nor far. */
function nearness(items: Matrix, first: number, points: ClassPoints["points"], length: number): Matrix {
  const directions = points.map((point) => toLengthOne(Float64Array.from(point)));
  const cosines = matrix(items.rows, points.length);
  for (let x = 0; x < items.rows; x++) {
    const own = toLengthOne(row(items, x).slice(first, first + length));
    directions.forEach((direction, y) => {
      let sum = 0;
      for (let d = 0; d < direction.length; d++) sum += direction[d] * own[d];
      cosines.data[x * points.length + y] = sum;
    });
  }
  return softmax(cosines, points.length / (points.length - 1) / SHARPNESS);
}

function toLengthOne(vector: Float64Array): Float64Array {
  let square = 0;
  for (const value of vector) square += value * value;
  return square === 0 ? vector : vector.map((value) => value / Math.sqrt(square));
}

function mixed(a: Matrix, b: Matrix, weight: number): Matrix {
  return matrix(
    a.rows,
    a.cols,
    a.data.map((value, at) => weight * value + (1 - weight) * b.data[at]),
  );
}
