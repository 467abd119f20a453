// Whom to ask, and about which item: xPAL's expected gain [1, Def. 4] of an answer that may be wrong, for every item and
// annotator, a second opinion on an item among them; per cost where annotators cost differently. The idea of choosing both
// together is MaPAL's [2]; the gain here is xPAL's. docs/guide/annotators.md has the formulas.
// [1] Kottke et al., Machine Learning 110 (2021), doi:10.1007/s10994-021-05986-9
// [2] Herde, Kottke, Huseljic, Sick, ICPR 2020
import { checkInteger, checkOptions, reject } from "../check.ts";
import { checkMatrix, checkNumbers } from "../check-numbers.ts";
import { decision } from "../classifier/decide.ts";
import { lossAt } from "../classifier/measure.ts";
import { posteriorOf } from "../classifier/posterior.ts";
import { DEFAULT_PRIOR, priorPerClass } from "../classifier/priors.ts";
import type { Features } from "../features.ts";
import { similarityOf } from "../kernels/similarity-of.ts";
import { type Matrix, matrix, row } from "../matrix.ts";
import { checkPool, type Pool } from "../pool.ts";
import { lossDrop, type Priors } from "../strategies/xgain.ts";
import type { Answer } from "./answer.ts";
import { chances, normalise, type Reliability, type ReliabilityPriors, reliability } from "./reliability.ts";

/** Who can be asked, and what was answered. */
export interface AskWhomProblem {
  readonly annotators: number;
  readonly answers: readonly Answer[];
  /** What an answer of each annotator costs, above 0; 1 by default. */
  readonly costs?: ArrayLike<number>;
  /** Items whose class is certain. */
  readonly known?: readonly (readonly [item: number, classIndex: number])[];
  /** Annotators, such as programs, who are measured by the others and do not measure them; none by default. */
  readonly measured?: readonly number[];
  /** The items that may be asked for; by default all. */
  readonly candidates?: Iterable<number>;
  /** The annotators that may be asked now; by default all. */
  readonly present?: Iterable<number>;
  /** Frequencies at all items under the answers, where they are known already: items x classes. */
  readonly frequencies?: Matrix;
}

/** An item, an annotator, and what the answer is expected to gain. */
export interface Question {
  readonly item: number;
  readonly annotator: number;
  /** The expected drop of the error rate over the evaluation set, or of the cost with a loss matrix; of the balanced ones under that measure. */
  readonly gain: number;
  /** The gain per cost, by which questions are ordered. */
  readonly worth: number;
  /** What the answer is expected to tell of the item itself, in nats: 0 for somebody who always says the same. */
  readonly information: number;
  /** Whether somebody else has answered this item already. */
  readonly secondOpinion: boolean;
}

/**
 * All questions that can be put, the most worthwhile first; nobody is asked about the same item twice.
 * @throws XpalError if the kernel learns from labels, or an argument names an item, annotator or class that there is not.
 * @example
 * const pool = createPool({ features: matrixFrom([[0], [0.1], [5]]), classes: ["no", "yes"] });
 * askWhom(pool, { annotators: 2, answers: [{ item: 0, annotator: 0, answer: 0 }] })[0].item // 2
 */
export function askWhom(
  pool: Pool,
  problem: AskWhomProblem,
  priors: Priors & ReliabilityPriors = {},
): readonly Question[] {
  checkPool("askWhom", pool);
  checkOptions(
    "askWhom",
    problem ?? null,
    ["annotators", "answers", "costs", "known", "measured", "candidates", "present", "frequencies"],
    "problem",
  );
  checkOptions("askWhom", priors, ["evaluationPrior", "candidatePrior", "accuracy", "strength"], "priors");
  if (pool.kernel.stateAt !== undefined) {
    const wayOut = "take rbf(), or what it has learned: the kernel of a snapshot";
    reject("askWhom", "pool.kernel", "must be one that does not learn from labels", pool.kernel.name, wayOut);
  }
  const { annotators, answers, known = [], measured = [] } = problem;
  const { accuracy, strength } = priors;
  const trusted = reliability(
    { items: pool.size, annotators, classes: pool.classCount, answers, known, measured },
    { ...(accuracy === undefined ? {} : { accuracy }), ...(strength === undefined ? {} : { strength }) },
  );
  const costs = costsOf(problem);
  const candidates = chosen("candidates", problem.candidates, pool.size);
  const present = chosen("present", problem.present, annotators);
  const state = stateOf(pool, problem, trusted, priors, candidates);
  const asked = new Set(answers.map(({ item, annotator }) => item * annotators + annotator));
  const certain = new Set(known.map(([item]) => item));
  const questions: Question[] = [];
  const said = trusted.confusions.map(chances);
  for (const [place, item] of candidates.entries()) {
    if (certain.has(item)) continue;
    for (const annotator of present) {
      if (asked.has(item * annotators + annotator)) continue;
      const gain = pool.lossUnit * gainOf(state, item, place, said[annotator]);
      questions.push({
        item,
        annotator,
        gain,
        worth: gain / costs[annotator],
        information: informationOf(state, item, place, said[annotator]),
        secondOpinion: state.answered.has(item),
      });
    }
  }
  return questions.sort((a, b) => b.worth - a.worth || a.item - b.item || a.annotator - b.annotator);
}

interface State {
  readonly pool: Pool;
  /** K(c, x): candidates x evaluation points. */
  readonly similarity: Matrix;
  /** Soft frequencies at the evaluation points and what is decided there, and frequencies at the candidates. */
  readonly freq: Matrix;
  readonly decided: Int32Array;
  /** The loss that decides; null for the zero-one loss. */
  readonly loss: Matrix | null;
  /** By how much the decided class leads at each evaluation point; null with costs. */
  readonly leads: Float64Array | null;
  readonly candidateFreq: Matrix;
  readonly belief: Matrix;
  readonly answered: ReadonlySet<number>;
  readonly alpha: Float64Array;
  readonly beta: Float64Array;
}

function stateOf(
  pool: Pool,
  { answers, known = [], frequencies }: AskWhomProblem,
  { belief }: Reliability,
  priors: Priors,
  candidates: readonly number[],
): State {
  const answered = new Set([...answers.map(({ item }) => item), ...known.map(([item]) => item)]);
  const { features, isPool } = pool.evaluation;
  const at = (of: Features, items: readonly number[]) => pairsOf(pool, of, items);
  const similarity = at(features, candidates);
  const labelled = [...answered].sort((a, b) => a - b);
  let freq: Matrix;
  let candidateFreq: Matrix;
  if (frequencies === undefined) {
    freq = softFrequencies(at(features, labelled), belief, labelled);
    const own = isPool ? freq : softFrequencies(at(pool.features, labelled), belief, labelled);
    candidateFreq = rowsOf(own, candidates);
  } else {
    checkMatrix("askWhom", "problem.frequencies", frequencies, "not negative");
    if (frequencies.rows !== pool.size || frequencies.cols !== pool.classCount) {
      const rule = `must have ${pool.size} rows and ${pool.classCount} columns`;
      reject("askWhom", "problem.frequencies", rule, `${frequencies.rows} x ${frequencies.cols}`);
    }
    const places = pool.evaluation.indices;
    if (isPool) freq = frequencies;
    else if (places !== null) freq = rowsOf(frequencies, Array.from(places));
    else freq = softFrequencies(at(features, labelled), belief, labelled);
    candidateFreq = rowsOf(frequencies, candidates);
  }
  const loss = lossAt(pool, believedLabels(belief, labelled), () => freq);
  return {
    ...{ pool, similarity, freq, candidateFreq, belief, answered, loss },
    decided: Int32Array.from({ length: freq.rows }, (_, x) => decision(row(freq, x), loss)),
    leads: loss === null ? leadsOf(freq) : null,
    alpha: priorPerClass("askWhom", "evaluationPrior", priors.evaluationPrior ?? DEFAULT_PRIOR, pool.classCount),
    beta: priorPerClass("askWhom", "candidatePrior", priors.candidatePrior ?? DEFAULT_PRIOR, pool.classCount),
  };
}

/** The answered items, each with its most probable class: by them the balanced measure knows which classes were met. */
function believedLabels(belief: Matrix, items: readonly number[]): Parameters<typeof lossAt>[1] {
  const labelled = items.map((item) => {
    const counts = new Uint32Array(belief.cols);
    counts[decision(row(belief, item), null)] = 1;
    return { counts };
  });
  return { count: items.length, labelled };
}

/** K(c, x) of some items of the pool and each point. */
function pairsOf({ kernel, features }: Pool, points: Features, items: readonly number[]): Matrix {
  const values = matrix(items.length, points.rows);
  for (const [place, item] of items.entries()) {
    for (let x = 0; x < points.rows; x++) {
      values.data[place * points.rows + x] = similarityOf(kernel, points, x, features, item);
    }
  }
  return values;
}

function rowsOf(of: Matrix, rows: readonly number[]): Matrix {
  const some = matrix(rows.length, of.cols);
  for (const [place, at] of rows.entries()) some.data.set(row(of, at), place * of.cols);
  return some;
}

/** k_x: each answered item counts once, shared out over the classes by what is believed of it; in ascending order. */
function softFrequencies(similarity: Matrix, belief: Matrix, labelled: readonly number[]): Matrix {
  const freq = matrix(similarity.cols, belief.cols);
  for (const [place, item] of labelled.entries()) {
    const p = row(belief, item);
    for (let x = 0; x < similarity.cols; x++) {
      const w = similarity.data[place * similarity.cols + x];
      for (let y = 0; y < p.length; y++) freq.data[x * freq.cols + y] += w * p[y];
    }
  }
  return freq;
}

/** The largest frequency of each point less the second largest. */
function leadsOf(freq: Matrix): Float64Array {
  return Float64Array.from({ length: freq.rows }, (_, x) => {
    let [first, second] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const k of row(freq, x)) {
      if (k > first) [first, second] = [k, first];
      else if (k > second) second = k;
    }
    return first - second;
  });
}

/**
 * The expectation over the answer of the drop in risk: xgain, with what the answer makes of the item in place of a label.
 * @param said P(answer | y) of the annotator, by answer and class.
 */
function gainOf(state: State, item: number, place: number, said: readonly Float64Array[]): number {
  const { belief, answered, candidateFreq, beta } = state;
  const isNew = !answered.has(item);
  const chance = posteriorOf(row(candidateFreq, place), beta); // what the item may be
  const before = row(belief, item);
  let gain = 0;
  for (const given of said) {
    let probability = 0;
    for (let y = 0; y < given.length; y++) probability += given[y] * chance[y];
    const after = normalise(Float64Array.from(given, (p, y) => p * before[y]));
    const change = after.map((p, y) => p - (isNew ? 0 : before[y]));
    gain += probability * riskDrop(state, place, change);
  }
  return gain;
}

/** The entropy of what the item may be, less what is expected of it after the annotator's answer: H(y) - E[H(y | answer)]. */
function informationOf(
  { belief, answered, candidateFreq, beta }: State,
  item: number,
  place: number,
  said: readonly Float64Array[],
): number {
  const p = answered.has(item) ? row(belief, item) : posteriorOf(row(candidateFreq, place), beta);
  const after = said.reduce((sum, given) => {
    const both = given.map((chance, y) => chance * p[y]); // P(answer, y)
    const probability = both.reduce((total, one) => total + one, 0);
    return sum + probability * entropy(normalise(both));
  }, 0);
  return Math.max(0, entropy(p) - after); // rounding apart it is never below 0
}

function entropy(p: Float64Array): number {
  return p.reduce((sum, one) => (one > 0 ? sum - one * Math.log(one) : sum), 0);
}

/** The risk removed over the evaluation set if the item's share of each class changed by so much. */
function riskDrop(
  { pool, similarity, freq, decided, loss, leads, alpha }: State,
  place: number,
  change: Float64Array,
): number {
  const { weights } = pool.evaluation;
  const most = (Math.max(...change) - Math.min(...change)) * (1 + 1e-9); // rounded up: what looks like a tie is computed
  const w = row(similarity, place);
  const kPlus = new Float64Array(change.length);
  let drop = 0;
  for (let x = 0; x < freq.rows; x++) {
    if (leads !== null && leads[x] > w[x] * most) continue; // no class can overtake the decided one
    for (let y = 0, at = x * freq.cols; y < kPlus.length; y++, at++) {
      kPlus[y] = Math.max(0, freq.data[at] + w[x] * change[y]);
    }
    const after = decision(kPlus, loss);
    if (after === decided[x]) continue;
    drop += (weights?.[x] ?? 1) * lossDrop(posteriorOf(kPlus, alpha), decided[x], after, loss);
  }
  return weights === null ? drop / freq.rows : drop;
}

function costsOf({ annotators, costs }: AskWhomProblem): ArrayLike<number> {
  if (costs === undefined) return new Float64Array(annotators).fill(1);
  checkNumbers("askWhom", "problem.costs", costs, annotators);
  for (let a = 0; a < annotators; a++) {
    if (!(costs[a] > 0)) reject("askWhom", `problem.costs[${a}]`, "must be above 0", costs[a]);
  }
  return costs;
}

/** The items or annotators that were named, or all of them. */
function chosen(name: string, named: Iterable<number> | undefined, count: number): readonly number[] {
  if (named === undefined) return Array.from({ length: count }, (_, at) => at);
  if (typeof named !== "object" || named === null || !(Symbol.iterator in named)) {
    reject("askWhom", `problem.${name}`, "must be a list of indices", named);
  }
  const indices = [...named];
  for (const index of indices) checkInteger("askWhom", `problem.${name}`, index, 0, count - 1);
  return indices;
}
