// The share of right answers of each annotator with its range, where what the items are is unknown too: draws from the
// model of reliability.ts by Metropolis and Gibbs steps [1]. Answers are summed over what the item may be, so that a draw of
// the shares does not depend on a guess of the items. bench/annotators.mjs prints how often the ranges hold the truth.
// [1] Gelman et al., Bayesian Data Analysis, 3rd edition (2013), chapter 11
import { checkInteger, checkOptions } from "../check.ts";
import { exp } from "../kernels/exp.ts";
import { normalQuantile } from "../kernels/learning/normal-quantile.ts";
import { ln } from "../kernels/ln.ts";
import { type Matrix, matrix } from "../matrix.ts";
import { type Generator, generator } from "../random/generator.ts";
import {
  checkAccuracy,
  checkProblem,
  evidenceOf,
  logistic,
  logit,
  MEAN_SPREAD,
  mostProbable,
  type Patterns,
  patternsIn,
  type ReliabilityPriors,
  type ReliabilityProblem,
  SPREAD,
  sharedMean,
} from "./reliability.ts";

/** The share of right answers of one annotator: the median, and the range that holds it with 90 % probability. */
export interface Accuracy {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** What the answers say of the annotators. */
export interface Accuracies {
  /** One for each annotator. */
  readonly accuracies: readonly Accuracy[];
  /** Annotators x annotators: the probability that one (row) is right more often than another (column). */
  readonly ahead: Matrix;
}

/**
 * The range goes from here to as far from the other end. The shared mean draws the best and the worst to the others, so that
 * the middle 90 % of the draws would hold the best of three in 80 % of the cases (docs/design/annotators.md).
 */
const TAIL = 0.03;
/** Each is compared with each. */
const MAX_ANNOTATORS = 1000;
const MAX_CLASSES = 100_000;
const BURN_IN = 200;
const KEPT = 1000;

/**
 * How often each annotator is right, as far as the answers tell. Two annotators alone, without known items, hardly can:
 * their ranges are wide then.
 * @param seed Of the draws; the same seed gives the same numbers.
 * @throws XpalError if an answer names an item, annotator or class that there is not.
 * @example
 * const answers = [0, 1, 2, 3].flatMap((item) => [0, 1].map((annotator) => ({ item, annotator, answer: annotator === 1 ? 0 : item % 2 })));
 * const sizes = { items: 4, annotators: 2, classes: 2 };
 * accuracies({ ...sizes, answers, known: [[0, 0], [1, 1], [2, 0], [3, 1]] }).ahead.data[1] > 0.5 // true
 */
export function accuracies(
  problem: Omit<ReliabilityProblem, "measured">,
  priors: Pick<ReliabilityPriors, "accuracy"> = {},
  seed = 0,
): Accuracies {
  const whole = checkProblem("accuracies", problem);
  checkInteger("accuracies", "problem.annotators", whole.annotators, 1, MAX_ANNOTATORS);
  checkInteger("accuracies", "problem.classes", whole.classes, 2, MAX_CLASSES);
  checkOptions("accuracies", priors, ["accuracy"], "priors");
  const { accuracy = 0.8 } = priors;
  checkAccuracy("accuracies", accuracy);
  checkInteger("accuracies", "seed", seed, 0);
  return summaryOf(drawsOf(patternsIn(whole), accuracy, generator(seed)), whole.annotators);
}

/** Draws of the logits of all annotators. */
function drawsOf(patterns: Patterns, accuracy: number, chance: Generator): Float64Array[] {
  const { annotators, classes } = patterns;
  const expected = logit(accuracy);
  const { logits, shares } = mostProbable(patterns, accuracy);
  const steps = evidenceOf(patterns).map((count, a) => {
    const p = logistic(logits[a]);
    return 2 / Math.sqrt((count * p * (1 - p)) / 2 + 1 / SPREAD);
  });
  const kinds = kindsIn(patterns);
  const own = Array.from({ length: annotators }, (_, a) => kinds.filter(({ who }) => who.includes(a)));
  const state: State = { classes, kinds, shares, odds: logits.map((x) => exp(x) * (classes - 1)) };
  for (const kind of kinds) kind.likelihood = logLikelihood(state, kind);
  let mean = sharedMean(logits, expected);
  const draws: Float64Array[] = [];
  for (let sweep = 0; sweep < BURN_IN + KEPT; sweep++) {
    for (let a = 0; a < annotators; a++) {
      const [before, odds] = [logits[a], state.odds[a]];
      const after = before + steps[a] * normal(chance);
      let gain = ((before - mean) ** 2 - (after - mean) ** 2) / (2 * SPREAD);
      state.odds[a] = exp(after) * (classes - 1);
      for (const kind of own[a]) {
        kind.proposed = logLikelihood(state, kind);
        gain += kind.proposed - kind.likelihood;
      }
      if (ln(1 - chance.nextUnit()) < gain) {
        logits[a] = after;
        for (const kind of own[a]) kind.likelihood = kind.proposed;
      } else state.odds[a] = odds;
    }
    const spread = 1 / (annotators / SPREAD + 1 / MEAN_SPREAD);
    mean = sharedMean(logits, expected) + Math.sqrt(spread) * normal(chance);
    drawShares(state, chance);
    for (const kind of kinds) kind.likelihood = logLikelihood(state, kind);
    if (sweep >= BURN_IN) draws.push(logits.slice());
  }
  return draws;
}

/** Items that were answered alike. */
interface Kind {
  readonly who: readonly number[];
  readonly said: readonly number[];
  readonly known: number | null;
  readonly items: number;
  /** The logarithm of the probability of these answers, now and as it would be. */
  likelihood: number;
  proposed: number;
}

interface State {
  readonly classes: number;
  readonly kinds: readonly Kind[];
  readonly shares: Float64Array;
  /** By how much a right answer of an annotator is more probable than each wrong one: p (K - 1) / (1 - p). */
  readonly odds: Float64Array;
}

function kindsIn({ kinds, classes }: Patterns): Kind[] {
  return kinds.flatMap(({ answers, known, items, tells }): Kind[] => {
    if (!tells) return [];
    const who = answers.map((code) => Math.floor(code / classes));
    const said = answers.map((code) => code % classes);
    return [{ who, said, known, items: items.length, likelihood: 0, proposed: 0 }];
  });
}

/** Of the answers to all items of a kind. */
function logLikelihood(state: State, kind: Kind): number {
  const { classes, odds, shares } = state;
  let wrong = 1; // the probability of these answers if all were wrong: 1 / (odds + K - 1) each
  for (const a of kind.who) wrong /= odds[a] + classes - 1;
  let sum = 0;
  if (kind.known !== null) sum = oddsOf(state, kind, kind.known);
  else for (let y = 0; y < classes; y++) sum += shares[y] * oddsOf(state, kind, y);
  return kind.items * ln(wrong * sum);
}

/** The product of the odds of all answers that are this class. */
function oddsOf({ odds }: State, { who, said }: Kind, y: number): number {
  let product = 1;
  for (let at = 0; at < said.length; at++) if (said[at] === y) product *= odds[who[at]];
  return product;
}

/** Draws what each item is, then the shares of the classes: a Dirichlet distribution with one item of each class added. */
function drawShares(state: State, chance: Generator): void {
  const { shares, classes, kinds } = state;
  const counts = new Float64Array(classes).fill(1);
  const p = new Float64Array(classes);
  for (const kind of kinds) {
    if (kind.known !== null) {
      counts[kind.known] += kind.items;
      continue;
    }
    let sum = 0;
    for (let y = 0; y < classes; y++) {
      p[y] = shares[y] * oddsOf(state, kind, y);
      sum += p[y];
    }
    for (let item = 0; item < kind.items; item++) counts[drawn(p, chance.nextUnit() * sum)] += 1;
  }
  let sum = 0;
  for (let y = 0; y < classes; y++) {
    shares[y] = gamma(counts[y], chance);
    sum += shares[y];
  }
  for (let y = 0; y < classes; y++) shares[y] /= sum;
}

/** Which part of the weights a number falls into. */
function drawn(weights: Float64Array, at: number): number {
  let left = at;
  for (let y = 0; y < weights.length - 1; y++) {
    left -= weights[y];
    if (left < 0) return y;
  }
  return weights.length - 1;
}

/** A draw from the gamma distribution of a whole shape; above 30 by the cube of a normal one (Wilson and Hilferty). */
function gamma(shape: number, chance: Generator): number {
  if (shape > 30) return shape * Math.max(1e-9, 1 - 1 / (9 * shape) + normal(chance) / (3 * Math.sqrt(shape))) ** 3;
  let sum = 0;
  for (let k = 0; k < shape; k++) sum -= ln(1 - chance.nextUnit());
  return sum;
}

function normal(chance: Generator): number {
  return normalQuantile((chance.nextUnit() + 2 ** -54) / (1 + 2 ** -53));
}

function summaryOf(draws: readonly Float64Array[], annotators: number): Accuracies {
  const ahead = matrix(annotators, annotators);
  const all = Array.from({ length: annotators }, (_, a) => {
    const own = Float64Array.from(draws, (logits) => logits[a]).sort();
    const at = (share: number) => logistic(own[Math.floor(share * (own.length - 1))]);
    for (let b = 0; b < annotators; b++) {
      let count = 0;
      for (const logits of draws) count += logits[a] > logits[b] ? 1 : logits[a] === logits[b] ? 0.5 : 0;
      ahead.data[a * annotators + b] = count / draws.length;
    }
    return { value: at(0.5), low: at(TAIL), high: at(1 - TAIL) };
  });
  return { accuracies: all, ahead };
}
