// How far each annotator can be trusted, per class, and what the answers together say of each item: the model of Dawid and
// Skene [1] with Dirichlet priors, by expectation maximisation with posterior means. docs/guide/annotators.md has the formulas.
// [1] Dawid, Skene, Journal of the Royal Statistical Society C 28 (1979), doi:10.2307/2346806
import { checkInteger, checkOptions, refuse } from "../check.ts";
import { checkPositive } from "../check-numbers.ts";
import { type Matrix, matrix, row } from "../matrix.ts";
import { type Answer, checkAnswers, checkKnown } from "./answer.ts";

/** What is given to `reliability`. */
export interface ReliabilityProblem {
  readonly items: number;
  readonly annotators: number;
  readonly classes: number;
  readonly answers: readonly Answer[];
  /** Items whose class is certain, as pairs of item and class: audits by somebody who knows. */
  readonly known?: readonly (readonly [item: number, classIndex: number])[];
}

/** What is believed of annotators before they have answered. */
export interface ReliabilityPriors {
  /** The share of right answers that is expected of anybody; 0.8 by default. */
  readonly accuracy?: number;
  /** How many answers this expectation is worth; 5 by default. */
  readonly strength?: number;
}

/** What the answers say of annotators and items. */
export interface Reliability {
  /** For each annotator, classes x classes: Dirichlet parameters of the answers (columns) to items of a class (rows). */
  readonly confusions: readonly Matrix[];
  /** Items x classes: the probability of each class given all answers; rows without answers hold the class shares. */
  readonly belief: Matrix;
}

const STEPS = 200;
const SETTLED = 1e-10;

/**
 * Estimates annotators and items together. An annotator's share of right answers is estimated first and is then what is
 * expected in each class, so that a class with few answers says little.
 * @throws XpalError if an answer names an item, annotator or class that there is not, or a prior is out of range.
 * @example
 * const answers = [0, 1, 2, 3].flatMap((item) => [0, 1, 2].map((annotator) => ({ item, annotator, answer: annotator === 2 ? 1 - (item % 2) : item % 2 })));
 * decide([...reliability({ items: 4, annotators: 3, classes: 2, answers }).belief.data.slice(2, 4)]) // 1
 */
export function reliability(problem: ReliabilityProblem, priors: ReliabilityPriors = {}): Reliability {
  checkOptions("reliability", problem ?? null, ["items", "annotators", "classes", "answers", "known"], "problem");
  checkOptions("reliability", priors, ["accuracy", "strength"], "priors");
  const { items, annotators, classes, answers, known = [] } = problem;
  checkInteger("reliability", "problem.items", items, 1);
  checkInteger("reliability", "problem.annotators", annotators, 1);
  checkInteger("reliability", "problem.classes", classes, 2);
  checkAnswers("reliability", answers, problem);
  checkKnown("reliability", known, problem);
  const { accuracy = 0.8, strength = 5 } = priors;
  if (!(typeof accuracy === "number" && accuracy > 0 && accuracy < 1)) {
    refuse("reliability", "priors.accuracy", "must be above 0 and below 1", accuracy);
  }
  checkPositive("reliability", "priors.strength", strength);
  return estimate({ ...problem, known }, { accuracy, strength });
}

function estimate(whole: Required<ReliabilityProblem>, priors: Required<ReliabilityPriors>): Reliability {
  const { problem, items } = answeredOnly(whole);
  let belief = startingBelief(problem);
  let confusions = confusionsAt(problem, belief, priors);
  let before = belief;
  for (let step = 0; step < STEPS; step++) {
    before = belief;
    belief = beliefAt(problem, confusions, before);
    confusions = confusionsAt(problem, belief, priors);
    if (largestChange(before.data, belief.data) < SETTLED) break;
  }
  return { confusions, belief: ofAllItems(whole, items, belief, classShares(problem, before)) };
}

/** The same problem with the answered items alone, in their order: the others say nothing about anybody. */
function answeredOnly(whole: Required<ReliabilityProblem>): {
  problem: Required<ReliabilityProblem>;
  items: readonly number[];
} {
  const items = [...new Set(whole.answers.map(({ item }) => item))];
  const places = new Map(items.map((item, place) => [item, place]));
  const answers = whole.answers.map((one) => ({ ...one, item: places.get(one.item) as number }));
  const known = whole.known.flatMap(([item, y]): [number, number][] => {
    const place = places.get(item);
    return place === undefined ? [] : [[place, y]];
  });
  return { problem: { ...whole, items: items.length, answers, known }, items };
}

function ofAllItems(
  { items: count, classes, known }: Required<ReliabilityProblem>,
  items: readonly number[],
  of: Matrix,
  shares: Float64Array,
): Matrix {
  const belief = matrix(count, classes);
  for (let item = 0; item < count; item++) belief.data.set(shares, item * classes);
  items.forEach((item, place) => {
    belief.data.set(row(of, place), item * classes);
  });
  return withKnown(belief, known);
}

function largestChange(before: Float64Array, after: Float64Array): number {
  let largest = 0;
  for (let at = 0; at < after.length; at++) largest = Math.max(largest, Math.abs(after[at] - before[at]));
  return largest;
}

/** The shares of the answers of each item, as if everybody were equally good. */
function startingBelief({ items, classes, answers, known }: Required<ReliabilityProblem>): Matrix {
  const belief = matrix(items, classes);
  for (const { item, answer } of answers) belief.data[item * classes + answer] += 1;
  for (let item = 0; item < items; item++) normalise(row(belief, item));
  return withKnown(belief, known);
}

/** Dirichlet parameters: what is expected of the annotator, plus the answers, each shared out by what the item may be. */
function confusionsAt(
  { annotators, classes, answers }: Required<ReliabilityProblem>,
  belief: Matrix,
  { accuracy, strength }: Required<ReliabilityPriors>,
): Matrix[] {
  const counts = Array.from({ length: annotators }, () => matrix(classes, classes));
  for (const { item, annotator, answer } of answers) {
    for (let y = 0; y < classes; y++) counts[annotator].data[y * classes + answer] += belief.data[item * classes + y];
  }
  return counts.map((of) => {
    let [right, all] = [accuracy * strength, strength];
    for (let y = 0; y < classes; y++) {
      right += of.data[y * classes + y];
      all += row(of, y).reduce((sum, count) => sum + count, 0);
    }
    const share = right / all;
    const wrong = (strength * (1 - share)) / (classes - 1);
    return {
      ...of,
      data: of.data.map((count, at) => count + (at % (classes + 1) === 0 ? strength * share : wrong)),
    };
  });
}

/** P(y | answers) of each item: class shares times the chance of its answers if it were of class y. */
function beliefAt(problem: Required<ReliabilityProblem>, confusions: readonly Matrix[], before: Matrix): Matrix {
  const { items, classes, answers, known } = problem;
  const shares = classShares(problem, before);
  const chance = confusions.map((one) => Array.from({ length: classes }, (_, answer) => chances(one, answer)));
  const belief = matrix(items, classes);
  for (let item = 0; item < items; item++) belief.data.set(shares, item * classes);
  for (const { item, annotator, answer } of answers) {
    const p = row(belief, item);
    multiply(p, chance[annotator][answer]);
    normalise(p);
  }
  return withKnown(belief, known);
}

/** Shares of the classes among the answered items, with one item of each class added. */
function classShares({ items, classes }: Required<ReliabilityProblem>, belief: Matrix): Float64Array {
  const shares = new Float64Array(classes).fill(1);
  for (let item = 0; item < items; item++) {
    for (let y = 0; y < classes; y++) shares[y] += belief.data[item * classes + y];
  }
  return normalise(shares);
}

/** P(answer | y) for each class y: the mean of each row's Dirichlet distribution at this answer. */
export function chances(confusion: Matrix, answer: number): Float64Array {
  return Float64Array.from({ length: confusion.rows }, (_, y) => {
    const of = row(confusion, y);
    return of[answer] / of.reduce((sum, value) => sum + value, 0);
  });
}

function withKnown(belief: Matrix, known: readonly (readonly [number, number])[]): Matrix {
  for (const [item, classIndex] of known) {
    row(belief, item).fill(0);
    belief.data[item * belief.cols + classIndex] = 1;
  }
  return belief;
}

function multiply(p: Float64Array, by: Float64Array): void {
  for (let y = 0; y < p.length; y++) p[y] *= by[y];
}

/** Divides by the sum; all equal where it is 0. */
export function normalise(p: Float64Array): Float64Array {
  const sum = p.reduce((total, value) => total + value, 0);
  for (let y = 0; y < p.length; y++) p[y] = sum > 0 ? p[y] / sum : 1 / p.length;
  return p;
}
