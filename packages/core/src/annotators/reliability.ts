// How far each annotator can be trusted, per class, and what the answers together say of each item: the model of Dawid and
// Skene [1] with Dirichlet priors, by expectation maximisation with posterior means. docs/guide/annotators.md has the formulas.
// [1] Dawid, Skene, Journal of the Royal Statistical Society C 28 (1979), doi:10.2307/2346806
import { checkInteger, checkOptions, reject } from "../check.ts";
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
  /** Annotators, such as programs, who are measured by the others and do not measure them; none by default. */
  readonly measured?: readonly number[];
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
  checkOptions(
    "reliability",
    problem ?? null,
    ["items", "annotators", "classes", "answers", "known", "measured"],
    "problem",
  );
  checkOptions("reliability", priors, ["accuracy", "strength"], "priors");
  const { items, annotators, classes, answers, known = [], measured = [] } = problem;
  checkInteger("reliability", "problem.items", items, 1);
  checkInteger("reliability", "problem.annotators", annotators, 1);
  checkInteger("reliability", "problem.classes", classes, 2);
  checkAnswers("reliability", answers, problem);
  checkKnown("reliability", known, problem);
  if (!Array.isArray(measured)) reject("reliability", "problem.measured", "must be a list of annotators", measured);
  for (const [at, annotator] of measured.entries()) {
    checkInteger("reliability", `problem.measured[${at}]`, annotator, 0, annotators - 1);
  }
  const { accuracy = 0.8, strength = 5 } = priors;
  if (!(typeof accuracy === "number" && accuracy > 0 && accuracy < 1)) {
    reject("reliability", "priors.accuracy", "must be above 0 and below 1", accuracy);
  }
  checkPositive("reliability", "priors.strength", strength);
  return estimate({ ...problem, known, measured }, { accuracy, strength });
}

type Whole = Required<ReliabilityProblem>;
type Prior = Required<ReliabilityPriors>;

function estimate(whole: Whole, prior: Prior): Reliability {
  const measured = new Set(whole.measured);
  const others = patternsIn(whole, (annotator) => !measured.has(annotator));
  const trusted = estimateTogether(others, prior);
  const belief = ofAllItems(whole, others, trusted.belief, trusted.shares);
  if (measured.size === 0) return { confusions: trusted.confusions, belief };
  const judged = new Set([...others.kinds.flatMap(({ items }) => items), ...whole.known.map(([item]) => item)]);
  return measure(whole, { confusions: trusted.confusions, belief }, measured, judged, prior);
}

function estimateTogether(patterns: Patterns, prior: Prior): Reliability & { readonly shares: Float64Array } {
  let belief = startingBelief(patterns);
  let confusions = confusionsAt(patterns, belief, prior);
  let before = belief;
  for (let step = 0; step < STEPS; step++) {
    before = belief;
    belief = beliefAt(patterns, confusions, before);
    confusions = confusionsAt(patterns, belief, prior);
    if (largestChange(before.data, belief.data) < SETTLED) break;
  }
  return { confusions, belief, shares: classShares(patterns, before) };
}

/**
 * Those who are measured, by what is believed of the items without them; then what they say counts too.
 * @param judged The items that others have answered.
 */
function measure(
  whole: Whole,
  { confusions, belief }: Reliability,
  measured: ReadonlySet<number>,
  judged: ReadonlySet<number>,
  prior: Prior,
): Reliability {
  const own = whole.answers.filter(({ annotator }) => measured.has(annotator));
  const counts = confusions.map(() => matrix(whole.classes, whole.classes));
  for (const { item, annotator, answer } of own) {
    if (judged.has(item)) addAnswer(counts[annotator], answer, belief.data, item * whole.classes, 1);
  }
  const all = confusions.map((one, annotator) => (measured.has(annotator) ? withPrior(counts[annotator], prior) : one));
  const said = all.map(chances);
  const after = { ...belief, data: belief.data.slice() };
  for (const { item, annotator, answer } of own) {
    const from = item * whole.classes;
    multiply(after.data, from, said[annotator][answer]);
    normalise(after.data, from, whole.classes);
  }
  for (const [item, classIndex] of whole.known) makeCertain(row(after, item), classIndex);
  return { confusions: all, belief: after };
}

/** Items that were answered alike are believed alike: each kind of them once, with how many there are. */
interface Patterns {
  readonly annotators: number;
  readonly classes: number;
  readonly kinds: readonly {
    /** An answer y of an annotator a as the number a * classes + y. */
    readonly answers: readonly number[];
    readonly known: number | null;
    readonly items: readonly number[];
  }[];
}

/** Those of the answered items: the others say nothing about anybody. */
function patternsIn({ annotators, classes, answers, known }: Whole, isMeant: (annotator: number) => boolean): Patterns {
  const codes = new Map<number, number[]>();
  for (const { item, annotator, answer } of answers) {
    if (!isMeant(annotator)) continue;
    const code = annotator * classes + answer;
    const of = codes.get(item);
    if (of === undefined) codes.set(item, [code]);
    else of.push(code);
  }
  const certain = new Map(known);
  const kinds = new Map<string, { answers: number[]; known: number | null; items: number[] }>();
  for (const [item, of] of codes) {
    of.sort((a, b) => a - b);
    const knownClass = certain.get(item) ?? null;
    const key = `${of.join()};${knownClass}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { answers: of, known: knownClass, items: [item] });
    else kind.items.push(item);
  }
  return { annotators, classes, kinds: [...kinds.values()] };
}

function ofAllItems(
  { items: count, classes, known }: Whole,
  { kinds }: Patterns,
  of: Matrix,
  shares: Float64Array,
): Matrix {
  const belief = matrix(count, classes);
  for (let item = 0; item < count; item++) belief.data.set(shares, item * classes);
  kinds.forEach(({ items }, kind) => {
    for (const item of items) belief.data.set(row(of, kind), item * classes);
  });
  for (const [item, classIndex] of known) makeCertain(row(belief, item), classIndex);
  return belief;
}

function largestChange(before: Float64Array, after: Float64Array): number {
  let largest = 0;
  for (let at = 0; at < after.length; at++) largest = Math.max(largest, Math.abs(after[at] - before[at]));
  return largest;
}

/** The shares of the answers, as if everybody were equally good. */
function startingBelief({ kinds, classes }: Patterns): Matrix {
  const belief = matrix(kinds.length, classes);
  kinds.forEach(({ answers, known }, kind) => {
    const p = row(belief, kind);
    for (const code of answers) p[code % classes] += 1;
    normalise(p);
    if (known !== null) makeCertain(p, known);
  });
  return belief;
}

/** Dirichlet parameters: what is expected of the annotator, plus the answers, each shared out by what the item may be. */
function confusionsAt({ annotators, classes, kinds }: Patterns, belief: Matrix, prior: Prior): Matrix[] {
  const counts = Array.from({ length: annotators }, () => matrix(classes, classes));
  kinds.forEach(({ answers, items }, kind) => {
    for (const code of answers) {
      const annotator = Math.floor(code / classes);
      addAnswer(counts[annotator], code - annotator * classes, belief.data, kind * classes, items.length);
    }
  });
  return counts.map((one) => withPrior(one, prior));
}

/** @param from Where the probabilities of the item begin. */
function addAnswer({ cols, data }: Matrix, answer: number, p: Float64Array, from: number, times: number): void {
  for (let y = 0; y < cols; y++) data[y * cols + answer] += times * p[from + y];
}

function withPrior(counts: Matrix, { accuracy, strength }: Prior): Matrix {
  const classes = counts.cols;
  let [right, all] = [accuracy * strength, strength];
  for (let y = 0; y < classes; y++) {
    right += counts.data[y * classes + y];
    all += sumOf(counts.data, y * classes, classes);
  }
  const share = right / all;
  const wrong = (strength * (1 - share)) / (classes - 1);
  const data = new Float64Array(counts.data.length);
  for (let at = 0; at < data.length; at++) {
    data[at] = counts.data[at] + (at % (classes + 1) === 0 ? strength * share : wrong);
  }
  return { ...counts, data };
}

/** P(y | answers): class shares times the chance of the answers if the item were of class y. */
function beliefAt(patterns: Patterns, confusions: readonly Matrix[], before: Matrix): Matrix {
  const { kinds, classes } = patterns;
  const shares = classShares(patterns, before);
  const chance = confusions.flatMap(chances);
  const belief = matrix(kinds.length, classes);
  kinds.forEach(({ answers, known }, kind) => {
    const from = kind * classes;
    belief.data.set(shares, from);
    for (const code of answers) {
      multiply(belief.data, from, chance[code]);
      normalise(belief.data, from, classes);
    }
    if (known !== null) makeCertain(row(belief, kind), known);
  });
  return belief;
}

/** Shares of the classes among the answered items, with one item of each class added. */
function classShares({ kinds, classes }: Patterns, belief: Matrix): Float64Array {
  const shares = new Float64Array(classes).fill(1);
  kinds.forEach(({ items }, kind) => {
    for (let y = 0; y < classes; y++) shares[y] += items.length * belief.data[kind * classes + y];
  });
  return normalise(shares);
}

/** For each answer P(answer | y) of each class y: the mean of each row's Dirichlet distribution. */
export function chances(confusion: Matrix): Float64Array[] {
  const all = Array.from({ length: confusion.cols }, () => new Float64Array(confusion.rows));
  for (let y = 0; y < confusion.rows; y++) {
    const from = y * confusion.cols;
    const sum = sumOf(confusion.data, from, confusion.cols);
    for (let answer = 0; answer < confusion.cols; answer++) all[answer][y] = confusion.data[from + answer] / sum;
  }
  return all;
}

function makeCertain(p: Float64Array, classIndex: number): void {
  p.fill(0);
  p[classIndex] = 1;
}

function multiply(p: Float64Array, from: number, by: Float64Array): void {
  for (let y = 0; y < by.length; y++) p[from + y] *= by[y];
}

/** Divides some of the numbers by their sum, by default all; all equal where it is 0. */
export function normalise(p: Float64Array, from = 0, count = p.length): Float64Array {
  const sum = sumOf(p, from, count);
  for (let at = from; at < from + count; at++) p[at] = sum > 0 ? p[at] / sum : 1 / count;
  return p;
}

/** One after the other: a call per number would take most of the time here. */
function sumOf(p: Float64Array, from: number, count: number): number {
  let sum = 0;
  for (let at = from; at < from + count; at++) sum += p[at];
  return sum;
}
