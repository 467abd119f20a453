// A pool at some labels: what the model is there, what it says of items, and what to ask next. A value: it depends on
// pool, labels, strategy and seed alone, and is computed by the engine session of the learner that made it.

import { candidatesOf } from "../candidates.ts";
import { checkInteger, checkOneOf, checkOptions, reject } from "../check.ts";
import { checkMatrix, checkNumbers } from "../check-numbers.ts";
import type { ClassName } from "../classes.ts";
import { costsOf } from "../classifier/costs-of.ts";
import { checkedItems, frequenciesOf } from "../classifier/frequencies.ts";
import { lossAt } from "../classifier/measure.ts";
import { predictionsOf, probabilitiesOf } from "../classifier/parzen-window.ts";
import type { EngineSession } from "../engine/engine.ts";
import { type GainFrequencies, gainFrequencies } from "../engine/predicting-session.ts";
import { chosenItems, type Features } from "../features.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { learnedPool } from "../kernels/learning/learned-pool.ts";
import { similarityOf } from "../kernels/similarity-of.ts";
import { itemsOf, type Labels } from "../labels.ts";
import { copyOf, type Matrix, matrix, row } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import { atLabelled } from "../predictor/left-out-frequencies.ts";
import { predictedFrequencies, predictorAt } from "../predictor/predictive-frequencies.ts";
import type { FittedPredictor } from "../predictor/predictor.ts";
import { type Generator, generator } from "../random/generator.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { pick } from "./pick.ts";
import { type Preview, type PreviewOptions, previewOf } from "./preview.ts";
import { scoreUnit } from "./score-unit.ts";
import { spreadBatch } from "./spread-batch.ts";

export const BATCHES = ["spread", "joint", "top"] as const;
/** How several items are chosen at once: each as if those before had been answered, by joint gain, or the best of now. */
export type Batch = "spread" | "joint" | "top";

/** How several items are chosen. */
export interface SuggestOptions {
  readonly batch?: Batch;
}

/** An item to label next. */
export interface Suggestion {
  readonly index: number;
  /** The strategy's score; for xPAL the expected drop in risk. */
  readonly score: number;
}

/**
 * What the best next answer is expected to bring. By the pool's measure and losses it is one of four: an error rate, a cost, a
 * balanced error or a balanced cost; the others are null.
 */
export interface ExpectedGain {
  readonly index: number;
  /** The expected drop in error rate over the evaluation set; null with a loss matrix or the balanced measure. */
  readonly errorRate: number | null;
  /** The same in items; null with a loss matrix or the balanced measure, under which items of a rare class count for more than one. */
  readonly items: number | null;
  /** The expected drop in mean cost over the evaluation set; null without a loss matrix and with the balanced measure. */
  readonly cost: number | null;
  /** The expected drop in the mean of the classes' own error rates; null with a loss matrix or without the balanced measure. */
  readonly balancedError: number | null;
  /** The expected drop in the mean of the classes' own mean costs; null without a loss matrix or without the balanced measure. */
  readonly balancedCost: number | null;
  /** The standard error of the expected drop where the evaluation set is a sample of the pool, else null. */
  readonly standardError: number | null;
}

/** What a snapshot is made from. */
export interface SnapshotParts {
  readonly pool: Pool;
  readonly strategy: Strategy;
  readonly seed: number;
  readonly session: EngineSession;
}

/**
 * A learner's pool at some labels. Make one with `learner.at(labels)`.
 * @example
 * const learner = await Learner.create({ features: matrixFrom([[0], [1], [4]]), classes: ["no", "yes"] });
 * const snapshot = learner.at(learner.labels.add(2, 1));
 * snapshot.labels.count // 1
 */
export class Snapshot {
  readonly labels: Labels;
  readonly #parts: SnapshotParts;
  readonly #leftOut: LeftOut | undefined;
  #frequencies: Promise<Matrix> | undefined;
  #predictive: Promise<Matrix> | undefined;
  #evaluationFrequencies: Promise<Matrix> | undefined;
  #kernel: Promise<Kernel> | undefined;

  /** @param leftOut Which item was left out of which labels, if any. */
  constructor(parts: SnapshotParts, labels: Labels, leftOut?: LeftOut) {
    this.#parts = parts;
    this.labels = labels;
    this.#leftOut = leftOut;
  }

  /** The items and how similar they are before any label. */
  get pool(): Pool {
    return this.#parts.pool;
  }

  /** k_x^L at the items of the pool: items x classes. Each call gives a copy. */
  async frequencies(): Promise<Matrix> {
    return copyOf(await this.#atPool());
  }

  /** The frequencies that are kept, which only this class sees. */
  #atPool(): Promise<Matrix> {
    this.#frequencies ??= this.#isOfAnotherKernel
      ? this.#atItems(this.pool.features)
      : this.#parts.session.frequencies(this.labels);
    return this.#frequencies;
  }

  /**
   * What classes are predicted from, at the items of the pool: `frequencies`, or where the pool has a predictor its
   * probabilities times the number of labels. Each call gives a copy.
   */
  async predictiveFrequencies(): Promise<Matrix> {
    return copyOf(await this.#predictedAtPool());
  }

  #predictedAtPool(): Promise<Matrix> {
    this.#predictive ??= this.#predicted(this.pool.features, () => this.#atPool());
    return this.#predictive;
  }

  /**
   * The same at some items only, where the rest is not needed; equal up to rounding.
   * @throws XpalError if an item is not of the pool.
   */
  async predictiveFrequenciesAt(items: ArrayLike<number>): Promise<Matrix> {
    checkNumbers("predictiveFrequenciesAt", "items", items);
    const { size, features } = this.pool;
    for (let i = 0; i < items.length; i++)
      checkInteger("predictiveFrequenciesAt", `items[${i}]`, items[i], 0, size - 1);
    if (this.pool.predictor === null) return this.#kernelAt(items);
    return this.#predicted(chosenItems(features, items), () => this.#kernelAt(items));
  }

  /** By the predictor, which may ask for the kernel's frequencies, or where there is none by the kernel. */
  async #predicted(items: Features, byKernel: () => Promise<Matrix>): Promise<Matrix> {
    const fitted = await this.#fittedPredictor();
    if (fitted === null) return byKernel();
    const freq = this.pool.predictor?.usesKernel ? await byKernel() : undefined;
    return predictedFrequencies(fitted, this.labels, items, freq);
  }

  async #fittedPredictor(): Promise<FittedPredictor | null> {
    const { pool, labels } = this;
    if (!pool.predictor?.usesKernel || labels.count === 0) return predictorAt(pool, labels);
    const learned = this.#isOfAnotherKernel ? { ...pool, kernel: await this.kernel() } : pool;
    return predictorAt(learned, labels, atLabelled(await this.#atPool(), labels));
  }

  async #kernelAt(items: ArrayLike<number>): Promise<Matrix> {
    const { features, classCount } = this.pool;
    const kernel = await this.kernel();
    const freq = matrix(items.length, classCount);
    for (let i = 0; i < items.length; i++) {
      for (const { index, weights } of itemsOf(this.labels)) {
        const w = similarityOf(kernel, features, items[i], features, index);
        for (let y = 0; y < classCount; y++) freq.data[i * classCount + y] += weights[y] * w;
      }
    }
    return freq;
  }

  /** By what classes are predicted, in words; null where it is the kernel by which items are chosen. */
  async describePredictor(): Promise<string | null> {
    return (await this.#fittedPredictor())?.describe() ?? null;
  }

  /** The kernel that the labels teach; the pool's own where it does not learn. */
  kernel(): Promise<Kernel> {
    this.#kernel ??= this.#learn();
    return this.#kernel;
  }

  async #learn(): Promise<Kernel> {
    const { pool } = this.#parts;
    if (pool.kernel.stateAt === undefined) return pool.kernel;
    if (this.#leftOut === undefined || pool.kernel.stateWithout === undefined) {
      return learnedPool(pool, this.labels).kernel;
    }
    const { labels, index } = this.#leftOut;
    return pool.kernel.stateWithout(pool.features, labels, index).kernel;
  }

  /**
   * The items to label next, best first; fewer than asked for when fewer are left.
   * @param options `batch`: "spread" (the default) chooses each further item as if those before it had been answered as
   *   the model expects, so that they do not repeat each other; "joint" by the expected gain of the whole set, over draws
   *   of the answers; "top" takes the largest scores of now.
   * @throws XpalError if `count` is not an integer of at least 1, or an option is unknown or not what it must be.
   */
  async suggest(count = 1, options: SuggestOptions = {}): Promise<Suggestion[]> {
    checkInteger("suggest", "count", count, 1);
    checkOptions("suggest", options, ["batch"]);
    const batch = checkOneOf("suggest", "batch", options.batch ?? "spread", BATCHES);
    if (count === 1 || batch === "top") return this.#choose(this.labels, count);
    if (batch === "joint") {
      const { session, strategy, seed } = this.#parts;
      const { jointBatch } = await import("./joint-batch.ts");
      const found = await jointBatch(session, this.labels, count, strategy, chanceAt(this.labels, seed));
      return found.map(({ index, score }) => ({ index, score: this.#unit * score }));
    }
    return spreadBatch(this.#parts.session, this.labels, count, (known) => this.#choose(known, 1));
  }

  async #choose(labels: Labels, count: number): Promise<Suggestion[]> {
    const { session, strategy, seed } = this.#parts;
    const candidates = candidatesOf(this.pool, labels, count);
    if (candidates.length === 0) return [];
    const chance = chanceAt(labels, seed);
    const scored = await session.scores({ strategy, labels, candidates, generator: chance, count });
    const { places } = pick(scored, count, chance);
    return places.map((place) => ({ index: candidates[place], score: this.#unit * scored.scores[place] }));
  }

  get #unit(): number {
    return scoreUnit(this.pool, this.#parts.strategy);
  }

  /**
   * What each possible answer for an item would do.
   * @throws XpalError if the item is not of the pool, or an option is out of range or unknown.
   */
  async preview(index: number, options: PreviewOptions = {}): Promise<Preview> {
    checkInteger("preview", "index", index, 0, this.pool.size - 1);
    checkOptions("preview", options, ["flips"]);
    if (options.flips !== undefined) checkInteger("preview", "flips", options.flips, 0);
    const { items: freq, points } = await this.#gainFrequencies();
    const learned = { ...this.pool, kernel: await this.kernel() };
    const loss = lossAt(this.pool, this.labels, () => points);
    return previewOf(learned, loss, index, row(freq, index), points, this.#parts.strategy, options.flips);
  }

  /** What gains are computed from, at the items and at the evaluation points. */
  async #gainFrequencies(): Promise<GainFrequencies> {
    const session = { frequencies: () => this.#atPool(), evaluationFrequencies: () => this.#atEvaluation() };
    const given = await gainFrequencies(session, this.pool, this.labels);
    if (given !== null) return given;
    const items = await this.#atPool();
    return { items, points: this.pool.evaluation.isPool ? items : await this.#atEvaluation() };
  }

  #atEvaluation(): Promise<Matrix> {
    this.#evaluationFrequencies ??= this.#isOfAnotherKernel
      ? this.#atItems(this.pool.evaluation.features)
      : this.#parts.session.evaluationFrequencies(this.labels);
    return this.#evaluationFrequencies;
  }

  /** Whether the kernel is another one than the session would learn from the same labels. */
  get #isOfAnotherKernel(): boolean {
    return this.#leftOut !== undefined && this.pool.kernel.stateWithout !== undefined;
  }

  async #atItems(features: Features): Promise<Matrix> {
    return frequenciesOf({ ...this.pool, kernel: await this.kernel() }, this.labels, features);
  }

  /** The loss by which decisions are made here: the pool's, or that of the balanced error; null for the zero-one loss. */
  async lossMatrix(): Promise<Matrix | null> {
    const loss = await this.#lossMatrix();
    return loss && copyOf(loss);
  }

  async #lossMatrix(): Promise<Matrix | null> {
    const { measure, lossMatrix, evaluation } = this.pool;
    if (measure === "mean") return lossMatrix;
    // Choosing goes by the kernel's own shares of the classes, deciding by those of what is predicted.
    const points = evaluation.isPool
      ? await this.#predictedAtPool()
      : await this.#predicted(evaluation.features, () => this.#atEvaluation());
    return lossAt(this.pool, this.labels, () => points);
  }

  /** What the next suggested answer is expected to bring; null when nothing is left to ask. */
  async expectedGain(): Promise<ExpectedGain | null> {
    const [next] = await this.suggest();
    if (next === undefined) return null;
    const { gain, items, standardError } = await this.preview(next.index, { flips: 0 });
    const isCost = costsOf(this.pool) !== null;
    const isBalanced = this.pool.measure === "balanced";
    const isErrorRate = !isCost && !isBalanced;
    return {
      index: next.index,
      errorRate: isErrorRate ? gain : null,
      items: isErrorRate ? items : null,
      cost: isCost && !isBalanced ? gain : null,
      balancedError: isBalanced && !isCost ? gain : null,
      balancedCost: isBalanced && isCost ? gain : null,
      standardError,
    };
  }

  /**
   * The decided class of each item (by default those of the pool): the most probable one, or with a loss matrix the one
   * with the least expected cost. Ties are broken by the seed.
   * @throws XpalError if the features do not fit the pool.
   */
  async predict(features?: Features): Promise<ClassName[]> {
    return this.decide(await this.#probabilities("predict", features));
  }

  /**
   * The classes that `predict` gives, from `probabilities` that are known already: the learned kernel takes long for new items, and
   * callers that want both compute them once.
   * @throws XpalError if the probabilities are not those of the pool's classes.
   */
  async decide(probabilities: Matrix): Promise<ClassName[]> {
    const { classes } = this.pool;
    checkMatrix("decide", "probabilities", probabilities, "not negative");
    if (probabilities.cols !== classes.length)
      reject("decide", "probabilities", `must have ${classes.length} columns, one per class`, probabilities.cols);
    const lossMatrix = await this.#lossMatrix();
    const decided = predictionsOf(probabilities, chanceAt(this.labels, this.#parts.seed), lossMatrix ?? undefined);
    return Array.from(decided, (y) => classes[y]);
  }

  /**
   * Class probabilities, items x classes; uniform where no label reaches.
   * @throws XpalError if the features do not fit the pool.
   */
  async probabilities(features?: Features): Promise<Matrix> {
    return this.#probabilities("probabilities", features);
  }

  async #probabilities(who: string, features: Features | undefined): Promise<Matrix> {
    if (features === undefined) return probabilitiesOf(await this.#predictedAtPool());
    const items = checkedItems(who, this.pool, features);
    return probabilitiesOf(await this.#predicted(items, () => this.#atItems(items)));
  }

  /**
   * The same without any answer for an item: what the others say of it. Neither frequencies nor the weights of a learned
   * kernel's members have seen its answers. Only the metrics of the learned kernel have, as one of the items that they
   * were fitted on: a fit for each item left out would cost too much. Suggestions are those of the remaining answers alone.
   * @throws XpalError if the item is not of the pool.
   */
  without(index: number): Snapshot {
    checkInteger("without", "index", index, 0, this.pool.size - 1);
    // One label less changes the frequencies of all items; a caller who leaves out one after another wants few of them,
    // so the kernel is learned from the labels alone.
    return this.labels.has(index)
      ? new Snapshot(this.#parts, this.labels.remove(index), { labels: this.labels, index })
      : this;
  }
}

/** An item that was left out, and the labels with it. */
interface LeftOut {
  readonly labels: Labels;
  readonly index: number;
}

/** Chance at some labels: a function of the seed and of how much is known, so that undo repeats it. */
function chanceAt(labels: Labels, seed: number): Generator {
  let known = labels.asideCount;
  for (const { counts } of itemsOf(labels)) for (const count of counts) if (count > 0) known++;
  return generator(seed, known);
}
