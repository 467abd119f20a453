// Test errors along a run: step 6 of the paper's protocol. Each evaluation draws numbers for every class of every test
// row; of the classes that share a row's largest probability the one with the largest draw is predicted. All strategies
// of a repetition see the same draws, so they are made once and kept.
import { type BankMember, costsOf, Labels, lossMatrixAt, type Matrix, probabilitiesOf, similarities } from "@xpal/core";
import type { Predictions } from "./measures.ts";
import type { Task } from "./task.ts";

/** A classifier that is given one label after the other, and its test error at any time. */
export interface TestedClassifier {
  /**
   * One more label; the item's own true class.
   * @param labels All labels with it, for who has to look at all of them.
   */
  learn(index: number, labels: Labels): void;
  /** The number of test rows that are predicted wrongly at the t-th evaluation. */
  wrongAt(t: number): number | Promise<number>;
  /** Predictions and probabilities at the t-th evaluation. */
  predictionsAt(t: number): Predictions | Promise<Predictions>;
  /** The members of the learned kernel, and the weight of each now; null while its base kernel is used. */
  weights?(): Promise<BankWeights | null>;
  /** The weights of feature columns that a kernel has learned; null where it has none. */
  columns?(): Promise<LearnedFeatures | null>;
}

/** The weights of feature columns, groups side by side. */
export interface LearnedFeatures {
  readonly fittedOn: number;
  /** The share of the kernel that is measured by these weights. */
  readonly share: number;
  readonly weights: Float64Array;
  readonly variances: Float64Array;
}

/** What a kernel has learned: the weight of each member of its bank, in each view where it has views. */
export interface BankWeights {
  readonly members: readonly ViewedMember[];
  readonly weights: Float64Array;
}

/** Views and metrics, as reports name them. */
export const VIEW_NAMES = [
  "given",
  "decorrelated",
  "ranks",
  "weights",
  "rankWeights",
  "full",
  "partWeights",
  "forest",
] as const;

/** A member of a bank; `view` is a position in `VIEW_NAMES`, absent without views. */
export type ViewedMember = BankMember & { readonly view?: number };

/** The test part of a task: examines one classifier after the other. */
export interface TestPart {
  begin(): TestedClassifier;
}

/**
 * The test part of a task with everything that its strategies share.
 * @example
 * const task = prepareTask(datasetFromTable(monks(), { name: "monks" }), 1, { budget: 3 });
 * typeof new PlainTestPart(task).begin() // "object"
 */
export class PlainTestPart implements TestPart {
  readonly #task: Task;
  /** K(x, x') of test rows and items of the pool, item by item, so that a label adds one stretch. */
  readonly #similarity: Matrix;
  readonly #draws: TieDraws;

  constructor(task: Task) {
    this.#task = task;
    this.#similarity = similarities(task.pool.kernel, task.pool.features, task.testFeatures);
    this.#draws = new TieDraws(task);
  }

  /** A classifier without labels. */
  begin(): TestedClassifier {
    const { truth, testTruth, pool } = this.#task;
    const { classCount } = pool;
    const freq = new Float64Array(testTruth.length * classCount);
    const table: Matrix = { rows: testTruth.length, cols: classCount, data: freq };
    let known = Labels.none(pool);
    return {
      learn: (index, labels) => {
        known = labels;
        const w = this.#similarity.data.subarray(index * testTruth.length, (index + 1) * testTruth.length);
        for (let x = 0; x < w.length; x++) freq[x * classCount + truth[index]] += w[x];
      },
      wrongAt: (t) => {
        const draws = this.#draws.at(t);
        const loss = lossMatrixAt(pool, known, table);
        let wrong = 0;
        for (let x = 0; x < testTruth.length; x++) {
          if (predicted(freq, draws, x * classCount, classCount, loss) !== testTruth[x]) wrong++;
        }
        return wrong;
      },
      predictionsAt: (t) => {
        const draws = this.#draws.at(t);
        const loss = lossMatrixAt(pool, known, table);
        return {
          truth: testTruth,
          predicted: testTruth.map((_, x) => predicted(freq, draws, x * classCount, classCount, loss)),
          probabilities: probabilitiesOf(table).data,
          classCount,
          costs: costsOf(pool),
        };
      },
    };
  }
}

/** The draws that break ties, evaluation after evaluation. */
export class TieDraws {
  readonly #next: () => Float64Array;
  readonly #known: Float64Array[] = [];

  constructor({ chance, seed, pool, testTruth }: Task) {
    const size = { train: pool.size * pool.classCount, test: testTruth.length * pool.classCount };
    this.#next = chance.ties(seed, size);
  }

  /** The draws of the t-th evaluation, test rows x classes. */
  at(t: number): Float64Array {
    while (this.#known.length <= t) this.#known.push(this.#next());
    return this.#known[t];
  }
}

/** The class of the largest draw among those with the least expected cost. */
function cheapest(
  freq: Float64Array,
  draws: Float64Array,
  from: number,
  total: number,
  { cols, data }: Matrix,
): number {
  let least = Infinity;
  let best = 0;
  for (let d = 0; d < cols; d++) {
    let cost = 0;
    for (let y = 0; y < cols; y++) cost += (total === 0 ? 1 / cols : freq[from + y] / total) * data[y * cols + d];
    if (cost < least || (cost === least && draws[from + d] > draws[from + best])) best = d;
    if (cost < least) least = cost;
  }
  return best;
}

/**
 * The class of the largest draw among those with the largest probability, or with a loss the least expected cost; without
 * any frequency all have 1 / classCount.
 */
export function predicted(
  freq: Float64Array,
  draws: Float64Array,
  from: number,
  classCount: number,
  loss: Matrix | null,
): number {
  let total = 0;
  for (let y = 0; y < classCount; y++) total += freq[from + y];
  if (loss !== null) return cheapest(freq, draws, from, total, loss);
  let most = -1;
  let best = 0;
  for (let y = 0; y < classCount; y++) {
    const p = total === 0 ? 1 : freq[from + y] / total;
    if (p > most || (p === most && draws[from + y] > draws[from + best])) best = y;
    if (p > most) most = p;
  }
  return best;
}
