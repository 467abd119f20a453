// How far each annotator can be trusted, and what the answers together say of each item. An annotator a is right with
// probability p_a, and a wrong answer is any of the other classes: the one-coin model of Dawid and Skene [1]. The p_a are
// drawn around a mean that all share, so that few answers say little. docs/guide/annotators.md has the formulas.
// [1] Dawid, Skene, Journal of the Royal Statistical Society C 28 (1979), doi:10.2307/2346806
import { checkInteger, checkOptions, reject } from "../check.ts";
import { checkPositive } from "../check-numbers.ts";
import { exp } from "../kernels/exp.ts";
import { ln } from "../kernels/ln.ts";
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
  /** How many answers to items of a class an annotator's own share counts as in that class; 5 by default. */
  readonly strength?: number;
}

/** What the answers say of annotators and items. */
export interface Reliability {
  /** For each annotator, classes x classes: Dirichlet parameters of the answers (columns) to items of a class (rows). */
  readonly confusions: readonly Matrix[];
  /** Items x classes: the probability of each class given all answers; rows without answers hold the class shares. */
  readonly belief: Matrix;
}

/** Variance of the logit of an annotator's share around the shared mean, and of that mean around what is expected. */
export const SPREAD = 3;
export const MEAN_SPREAD = 0.5;

const STEPS = 500;
const SETTLED = 1e-10;

/**
 * Estimates annotators and items together. Only an item with answers of two annotators, or a known one, says something
 * of those who answered it. The shares of right answers are estimated first; then an annotator's share is what is
 * expected in each class, so that a class with few answers says little.
 * @throws XpalError if an answer names an item, annotator or class that there is not, or a prior is out of range.
 * @example
 * const answers = [0, 1, 2, 3].flatMap((item) => [0, 1, 2].map((annotator) => ({ item, annotator, answer: annotator === 2 ? 1 - (item % 2) : item % 2 })));
 * decide([...reliability({ items: 4, annotators: 3, classes: 2, answers }).belief.data.slice(2, 4)]) // 1
 */
export function reliability(problem: ReliabilityProblem, priors: ReliabilityPriors = {}): Reliability {
  checkOptions("reliability", priors, ["accuracy", "strength"], "priors");
  const whole = checkProblem("reliability", problem, ["measured"]);
  const { annotators } = problem;
  const { measured = [] } = problem;
  if (!Array.isArray(measured)) reject("reliability", "problem.measured", "must be a list of annotators", measured);
  for (const [at, annotator] of measured.entries()) {
    checkInteger("reliability", `problem.measured[${at}]`, annotator, 0, annotators - 1);
  }
  const { accuracy = 0.8, strength = 5 } = priors;
  checkAccuracy("reliability", accuracy);
  checkPositive("reliability", "priors.strength", strength);
  return estimate({ ...whole, measured }, { accuracy, strength });
}

/** Rejects what is no problem; what may be left out is filled in. */
export function checkProblem(
  who: string,
  problem: ReliabilityProblem,
  more: readonly string[] = [],
): Required<ReliabilityProblem> {
  checkOptions(who, problem ?? null, ["items", "annotators", "classes", "answers", "known", ...more], "problem");
  const { items, annotators, classes, answers, known = [] } = problem;
  checkInteger(who, "problem.items", items, 1);
  checkInteger(who, "problem.annotators", annotators, 1);
  checkInteger(who, "problem.classes", classes, 2);
  checkAnswers(who, answers, problem);
  checkKnown(who, known, problem);
  return { ...problem, known, measured: [] };
}

/** Rejects a share that nobody can have. */
export function checkAccuracy(who: string, accuracy: number): void {
  if (typeof accuracy === "number" && accuracy > 0 && accuracy < 1) return;
  reject(who, "priors.accuracy", "must be above 0 and below 1", accuracy);
}

type Whole = Required<ReliabilityProblem>;
type Prior = Required<ReliabilityPriors>;

function estimate(whole: Whole, prior: Prior): Reliability {
  const measured = new Set(whole.measured);
  const others = patternsIn(whole, (annotator) => !measured.has(annotator));
  const { logits, shares, belief: judged } = mostProbable(others, prior.accuracy);
  const confusions = confusionsAt(others, judged, logits.map(logistic), prior);
  const belief = ofAllItems(whole, others, beliefAt(others, confusions, shares), shares);
  if (measured.size === 0) return { confusions, belief };
  const answered = new Set([...others.kinds.flatMap(({ items }) => items), ...whole.known.map(([item]) => item)]);
  return measure(whole, { confusions, belief }, measured, answered, prior);
}

/** The logits of the annotators' shares of right answers, the shares of the classes, and what is believed of each kind. */
export interface MostProbable {
  readonly logits: Float64Array;
  readonly shares: Float64Array;
  readonly belief: Matrix;
}

/** The most probable shares of right answers, by expectation maximisation from the expected one for everybody. */
export function mostProbable(patterns: Patterns, accuracy: number): MostProbable {
  const { annotators, classes, kinds } = patterns;
  const expected = logit(accuracy);
  const logits = new Float64Array(annotators).fill(expected);
  const counts = evidenceOf(patterns);
  let shares: Float64Array = new Float64Array(classes).fill(1 / classes);
  let belief = matrix(kinds.length, classes);
  for (let step = 0; step < STEPS; step++) {
    belief = coinBelief(patterns, logits, shares);
    shares = classShares(patterns, belief);
    const right = new Float64Array(annotators);
    for (const [kind, { answers, items, tells }] of kinds.entries()) {
      if (!tells) continue;
      for (const code of answers) {
        right[Math.floor(code / classes)] += items.length * belief.data[kind * classes + (code % classes)];
      }
    }
    const mean = sharedMean(logits, expected);
    let change = 0;
    for (let a = 0; a < annotators; a++) {
      const p = logistic(logits[a]);
      const rise = right[a] - counts[a] * p - (logits[a] - mean) / SPREAD;
      const move = Math.max(-1, Math.min(1, rise / (counts[a] * p * (1 - p) + 1 / SPREAD)));
      logits[a] += move;
      change = Math.max(change, Math.abs(move));
    }
    if (change < SETTLED) break;
  }
  return { logits, shares, belief: coinBelief(patterns, logits, shares) };
}

/** The mean of the annotators' logits, drawn towards what is expected. */
export function sharedMean(logits: Float64Array, expected: number): number {
  return (sumOf(logits) / SPREAD + expected / MEAN_SPREAD) / (logits.length / SPREAD + 1 / MEAN_SPREAD);
}

/** How many answers say something of each annotator. */
export function evidenceOf({ annotators, classes, kinds }: Patterns): Float64Array {
  const counts = new Float64Array(annotators);
  for (const { answers, items, tells } of kinds) {
    if (tells) for (const code of answers) counts[Math.floor(code / classes)] += items.length;
  }
  return counts;
}

export function logit(p: number): number {
  return ln(p / (1 - p));
}

export function logistic(x: number): number {
  return 1 / (1 + exp(-x));
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
  const all = confusions.map((one, annotator) =>
    measured.has(annotator)
      ? withPrior(counts[annotator], measuredShare(counts[annotator], prior), prior.strength)
      : one,
  );
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

/** The share of right answers of one who is measured, with what is expected of anybody. */
function measuredShare({ cols, data }: Matrix, { accuracy, strength }: Prior): number {
  let right = accuracy * strength;
  for (let y = 0; y < cols; y++) right += data[y * cols + y];
  return right / (strength + sumOf(data));
}

/** Items that were answered alike are believed alike: each kind of them once, with how many there are. */
export interface Patterns {
  readonly annotators: number;
  readonly classes: number;
  readonly kinds: readonly {
    /** An answer y of an annotator a as the number a * classes + y. */
    readonly answers: readonly number[];
    readonly known: number | null;
    /** Whether these answers say something of those who gave them: the class is known, or two annotators answered. */
    readonly tells: boolean;
    readonly items: readonly number[];
  }[];
}

/** Those of the answered items: the others say nothing about anybody. */
export function patternsIn(
  { annotators, classes, answers, known }: Whole,
  isMeant: (annotator: number) => boolean = () => true,
): Patterns {
  const codes = new Map<number, number[]>();
  for (const { item, annotator, answer } of answers) {
    if (!isMeant(annotator)) continue;
    const code = annotator * classes + answer;
    const of = codes.get(item);
    if (of === undefined) codes.set(item, [code]);
    else of.push(code);
  }
  const certain = new Map(known);
  const kinds = new Map<string, { answers: number[]; known: number | null; tells: boolean; items: number[] }>();
  for (const [item, of] of codes) {
    of.sort((a, b) => a - b);
    const knownClass = certain.get(item) ?? null;
    const key = `${of.join()};${knownClass}`;
    const kind = kinds.get(key);
    if (kind !== undefined) {
      kind.items.push(item);
      continue;
    }
    const tells = knownClass !== null || new Set(of.map((code) => Math.floor(code / classes))).size > 1;
    kinds.set(key, { answers: of, known: knownClass, tells, items: [item] });
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

/** Dirichlet parameters: the annotator's own share, plus the answers that tell, shared out by what the item may be. */
function confusionsAt(
  { annotators, classes, kinds }: Patterns,
  belief: Matrix,
  accuracies: Float64Array,
  prior: Prior,
): Matrix[] {
  const counts = Array.from({ length: annotators }, () => matrix(classes, classes));
  for (const [kind, { answers, items, tells }] of kinds.entries()) {
    if (!tells) continue;
    for (const code of answers) {
      const annotator = Math.floor(code / classes);
      addAnswer(counts[annotator], code - annotator * classes, belief.data, kind * classes, items.length);
    }
  }
  return counts.map((one, annotator) => withPrior(one, accuracies[annotator], prior.strength));
}

/** @param from Where the probabilities of the item begin. */
function addAnswer({ cols, data }: Matrix, answer: number, p: Float64Array, from: number, times: number): void {
  for (let y = 0; y < cols; y++) data[y * cols + answer] += times * p[from + y];
}

function withPrior(counts: Matrix, share: number, strength: number): Matrix {
  const classes = counts.cols;
  const wrong = (strength * (1 - share)) / (classes - 1);
  const data = new Float64Array(counts.data.length);
  for (let at = 0; at < data.length; at++) {
    data[at] = counts.data[at] + (at % (classes + 1) === 0 ? strength * share : wrong);
  }
  return { ...counts, data };
}

/** P(y | answers) where every annotator has one share of right answers. */
function coinBelief({ kinds, classes }: Patterns, logits: Float64Array, shares: Float64Array): Matrix {
  // A right answer is so much more probable than each wrong one: p (K - 1) / (1 - p).
  const odds = logits.map((x) => exp(x) * (classes - 1));
  const belief = matrix(kinds.length, classes);
  for (const [kind, { answers, known }] of kinds.entries()) {
    const from = kind * classes;
    belief.data.set(shares, from);
    for (const code of answers) {
      belief.data[from + (code % classes)] *= odds[Math.floor(code / classes)];
      normalise(belief.data, from, classes);
    }
    if (known !== null) makeCertain(row(belief, kind), known);
  }
  return belief;
}

/** P(y | answers): class shares times the chance of the answers if the item were of class y. */
function beliefAt({ kinds, classes }: Patterns, confusions: readonly Matrix[], shares: Float64Array): Matrix {
  const chance = confusions.flatMap(chances);
  const belief = matrix(kinds.length, classes);
  for (const [kind, { answers, known }] of kinds.entries()) {
    const from = kind * classes;
    belief.data.set(shares, from);
    for (const code of answers) {
      multiply(belief.data, from, chance[code]);
      normalise(belief.data, from, classes);
    }
    if (known !== null) makeCertain(row(belief, kind), known);
  }
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
function sumOf(p: Float64Array, from = 0, count = p.length): number {
  let sum = 0;
  for (let at = from; at < from + count; at++) sum += p[at];
  return sum;
}
