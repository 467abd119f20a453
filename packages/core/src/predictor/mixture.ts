// A mixture of unlike classifiers: p(y | x) is proportional to (sum over m of w_m p_m(y | x) + e)^g. Each member errs in its
// own way, so that their mean errs less; the answers only pull at the weights:
//
//   w maximises sum over i of ln(sum over m of w_m p_m(y_i | x_i)) + n0 sum over m of w0_m ln w_m
//
// with the probabilities of each labelled item i without its own answers, and g makes these the most likely. A mean of
// unlike probabilities is less sure than it is right, so g is mostly above 1.
import { checkOptions, reject } from "../check.ts";
import { checkPositive } from "../check-numbers.ts";
import { exp } from "../kernels/exp.ts";
import { ln } from "../kernels/ln.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { extraTrees } from "./extra-trees.ts";
import { labelShares } from "./label-shares.ts";
import { parzen } from "./parzen.ts";
import { checkPredictor, type FittedPredictor, type Predictor } from "./predictor.ts";
import { ridge } from "./ridge.ts";
import { logLikelihood } from "./ridge-fit.ts";

/** A member, and what its weight is drawn to: relative to the other members'. */
export interface MixtureMember {
  readonly predictor: Predictor;
  readonly prior: number;
}

/** Which classifiers predict together. */
export interface MixtureOptions {
  /** By default the kernel (2), ridge regression linear (1) and by a wide kernel (1), and extremely randomised trees (1). */
  readonly members?: readonly MixtureMember[];
}

/** n0: as many labels as the prior of the weights counts for. */
const PRIOR_LABELS = 20;
/** Steps of expectation and maximisation; the weights move by less than .001 in the last of them. */
const STEPS = 60;
/** e: what is added to each probability before it is sharpened. */
const FLOOR = 0.001;
/** Below this a probability counts as this much: one answer that could not be foreseen must not outweigh all others. */
const LEAST = 1e-6;
const SHARPNESSES = [0.7, 0.85, 1, 1.2, 1.4, 1.7, 2, 2.4, 2.8, 3.4];
/** g is taken to the power n / (n + this): few answers say little of it. */
const SHARPNESS_LABELS = 10;

const usualMembers = (): readonly MixtureMember[] => [
  { predictor: parzen(), prior: 2 },
  { predictor: ridge({ width: "linear" }), prior: 1 },
  { predictor: ridge({ width: "wide" }), prior: 1 },
  { predictor: extraTrees(), prior: 1 },
];

/**
 * Predicts by several classifiers together, calibrated by the answers.
 * @throws XpalError if there is no member, or a prior is not above 0.
 * @example mixture().name // "mixture"
 */
export function mixture(options: MixtureOptions = {}): Predictor {
  checkOptions("mixture", options, ["members"]);
  const { members = usualMembers() } = options;
  if (!Array.isArray(members) || members.length === 0)
    reject("mixture", "members", "must be a list with at least one member", members);
  for (const [m, member] of (members as readonly MixtureMember[]).entries()) {
    checkPredictor("mixture", `members[${m}].predictor`, member?.predictor);
    checkPositive("mixture", `members[${m}].prior`, member.prior);
  }
  const total = members.reduce((sum, { prior }) => sum + prior, 0);
  const priors = Float64Array.from(members, ({ prior }) => prior / total);
  return {
    name: "mixture",
    usesKernel: members.some(({ predictor }) => predictor.usesKernel),
    fit(data) {
      const fits = members.map(({ predictor }) => predictor.fit(data));
      const shares = labelShares(data.labels);
      const parts = fits.map(({ leftOut }) => leftOut);
      const weights = mixtureWeights(parts, shares, priors);
      const mixed = weighted(parts, weights);
      const sharpness = sharpnessFor(mixed, shares);
      return {
        leftOut: sharpened(mixed, sharpness),
        probabilities: (items, freq) => {
          const own = fits.map((fit) => fit.probabilities(items, freq));
          return sharpened(weighted(own, weights), sharpness);
        },
        describe: () => describe(fits, weights),
      };
    },
    fixedOn: (pool) => mixture({ members: members.map((member) => fixed(member, pool)) }),
    check(who, features) {
      for (const { predictor } of members) predictor.check(who, features);
    },
    toJSON: () => ({
      name: "mixture",
      members: members.map(({ predictor, prior }) => ({ predictor: predictor.toJSON(), prior })),
    }),
  };
}

function fixed({ predictor, prior }: MixtureMember, pool: Parameters<Predictor["fixedOn"]>[0]): MixtureMember {
  return { predictor: predictor.fixedOn(pool), prior };
}

/** The weights of the members by what each says of the labelled items, by expectation and maximisation from the prior. */
export function mixtureWeights(
  parts: readonly Matrix[],
  shares: Matrix,
  priors: Float64Array,
  priorLabels = PRIOR_LABELS,
): Float64Array {
  const { rows, cols } = shares;
  let weights = priors.slice();
  for (let step = 0; step < STEPS; step++) {
    const next = priors.map((prior) => priorLabels * prior);
    for (let at = 0; at < rows * cols; at++) {
      if (shares.data[at] === 0) continue;
      let sum = 0;
      for (let m = 0; m < weights.length; m++) sum += weights[m] * Math.max(LEAST, parts[m].data[at]);
      for (let m = 0; m < weights.length; m++) {
        next[m] += (shares.data[at] * weights[m] * Math.max(LEAST, parts[m].data[at])) / sum;
      }
    }
    weights = next.map((value) => value / (rows + priorLabels));
  }
  return weights;
}

function weighted(parts: readonly Matrix[], weights: Float64Array): Matrix {
  const p = matrix(parts[0].rows, parts[0].cols);
  parts.forEach(({ data }, m) => {
    for (let at = 0; at < data.length; at++) p.data[at] += weights[m] * data[at];
  });
  return p;
}

/** (p + e)^g, normalised row by row. */
function sharpened({ rows, cols, data }: Matrix, sharpness: number): Matrix {
  const p = matrix(rows, cols);
  for (let i = 0; i < rows; i++) {
    let sum = 0;
    for (let at = i * cols; at < (i + 1) * cols; at++) {
      p.data[at] = exp(sharpness * ln(data[at] + FLOOR));
      sum += p.data[at];
    }
    for (let at = i * cols; at < (i + 1) * cols; at++) p.data[at] /= sum;
  }
  return p;
}

/** g: the sharpness that makes the answers the most likely, drawn to 1 where there are few. */
function sharpnessFor(leftOut: Matrix, shares: Matrix): number {
  let best = { likelihood: -Infinity, sharpness: 1 };
  for (const sharpness of SHARPNESSES) {
    const likelihood = logLikelihood(sharpened(leftOut, sharpness), shares);
    if (likelihood > best.likelihood) best = { likelihood, sharpness };
  }
  return exp((shares.rows / (shares.rows + SHARPNESS_LABELS)) * ln(best.sharpness));
}

function describe(fits: readonly FittedPredictor[], weights: Float64Array): string {
  const members = fits
    .map((fit, m) => ({ words: fit.describe(), weight: weights[m] }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ words, weight }) => `${words} (${Math.round(100 * weight)} %)`);
  return `a mixture of ${members.join(", ")}`;
}
