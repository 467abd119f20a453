// The one stateful thing a user meets: a pool, its labels, a strategy and an engine. A suggestion depends on these and
// the seed alone, never on the way that led there: asking twice, undoing, or reading the state back from a file
// repeats it bit for bit.
import { checkInteger, checkOneOf, checkOptions, refuse, refuseState } from "../check.ts";
import { type ClassName, classIndex } from "../classes.ts";
import { checkItems, frequenciesOf } from "../classifier/frequencies.ts";
import { predictionsOf, probabilitiesOf } from "../classifier/parzen-window.ts";
import { chooseEngine, type EngineChoice } from "../engine/choose-engine.ts";
import type { Engine, EngineSession, Explanation } from "../engine/engine.ts";
import type { Features } from "../features.ts";
import { checkKernel, type Kernel } from "../kernels/kernel.ts";
import { learntPool } from "../kernels/learning/learnt-pool.ts";
import { checkSquare } from "../kernels/precomputed.ts";
import { answersOf, Labels } from "../labels.ts";
import { type Matrix, row } from "../matrix.ts";
import { type Pool, type PoolOptions, poolOf } from "../pool.ts";
import { generator } from "../random/generator.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { xpal } from "../strategies/xpal.ts";
import { type LearnerJSON, learnerFromJSON, learnerToJSON } from "./learner-json.ts";
import { pick } from "./pick.ts";
import { type Preview, previewOf } from "./preview.ts";
import { spreadBatch } from "./spread-batch.ts";
import { type AheadOptions, type Suggestion, SuggestionsAhead } from "./suggestions-ahead.ts";

/** What a learner is made of: a pool's options, and how to choose. */
export interface LearnerOptions extends PoolOptions {
  /** xPAL by default. */
  readonly strategy?: Strategy;
  /** What is known already: pairs of item and class; nothing by default. */
  readonly labels?: Iterable<readonly [index: number, className: ClassName]>;
  /** Seed of everything that is left to chance; 0 by default. */
  readonly seed?: number;
  readonly engine?: EngineChoice;
}

/** What the best next answer is expected to bring. */
export interface ExpectedGain {
  readonly index: number;
  /** The expected drop in error rate over the evaluation set. */
  readonly errorRate: number;
  /** The same in items. */
  readonly items: number;
  /** The standard error of `errorRate` where the evaluation set is a sample of the pool, else null. */
  readonly standardError: number | null;
}

const LEARNER_OPTIONS = [
  "features",
  "kernel",
  "classes",
  "evaluation",
  "lossMatrix",
  "labels",
  "strategy",
  "seed",
  "engine",
];

/** An active learner: suggests, learns from answers, predicts, and says what an answer is worth. */
export class Learner {
  readonly strategy: Strategy;
  readonly seed: number;
  readonly #engine: Engine;
  readonly #ahead = new SuggestionsAhead();
  #pool: Pool;
  #session: EngineSession;
  #labels: Labels;

  private constructor(
    pool: Pool,
    strategy: Strategy,
    seed: number,
    engine: Engine,
    session: EngineSession,
    labels: Labels,
  ) {
    this.#pool = pool;
    this.strategy = strategy;
    this.seed = seed;
    this.#engine = engine;
    this.#session = session;
    this.#labels = labels;
  }

  /**
   * A learner, without any label unless some are given.
   * @throws XpalError if an option is out of range or unknown.
   * @example (await Learner.create({ features: matrixFrom([[0], [1]]), classes: ["no", "yes"] })).labels.count // 0
   */
  static async create(options: LearnerOptions): Promise<Learner> {
    checkOptions("Learner.create", options ?? null, LEARNER_OPTIONS);
    const { strategy = xpal(), seed = 0, engine, labels = [], ...poolOptions } = options;
    const pool = poolOf("Learner.create", poolOptions);
    const labelled = answersOf("Learner.create", "labels", pool, labels);
    const known = Labels.fromJSON(pool, { labelled, skipped: [], discarded: [] });
    return Learner.#open("Learner.create", pool, strategy, seed, engine, known);
  }

  /**
   * The learner that `toJSON` wrote; it continues bit for bit.
   * @param own A kernel or strategy that is not this library's, and the engine, which are not part of the file.
   */
  static async fromJSON(
    json: LearnerJSON,
    own: { readonly kernel?: Kernel; readonly strategy?: Strategy; readonly engine?: EngineChoice } = {},
  ): Promise<Learner> {
    checkOptions("Learner.fromJSON", own, ["kernel", "strategy", "engine"], "own");
    const { pool, strategy, seed, labels } = learnerFromJSON(json, own);
    return Learner.#open("Learner.fromJSON", pool, strategy, seed, own.engine, labels);
  }

  static async #open(
    who: string,
    pool: Pool,
    strategy: Strategy,
    seed: number,
    engine: EngineChoice | undefined,
    labels = Labels.none(pool),
  ): Promise<Learner> {
    if (typeof strategy?.scores !== "function") refuse(who, "strategy", "must be a strategy such as xpal()", strategy);
    checkInteger(who, "seed", seed, 0);
    const chosen = chooseEngine(who, engine);
    return new Learner(pool, strategy, seed, chosen, await chosen.open(pool), labels);
  }

  /** The items, and how similar they are now. */
  get pool(): Pool {
    return this.#pool;
  }

  /** What is known so far. */
  get labels(): Labels {
    return this.#labels;
  }

  /**
   * The items to label next, best first; fewer than asked for when fewer are left.
   * @param options `batch`: "spread" (the default) chooses each further item as if those before it had been answered as
   *   the model expects, so that they do not repeat each other; "top" takes the largest scores of now.
   * @throws XpalError if `count` is not an integer of at least 1 or `batch` is unknown.
   */
  async suggest(count = 1, options: { readonly batch?: "spread" | "top" } = {}): Promise<Suggestion[]> {
    checkInteger("suggest", "count", count, 1);
    checkOptions("suggest", options, ["batch"]);
    const batch = checkOneOf("suggest", "batch", options.batch ?? "spread", ["spread", "top"] as const);
    const labels = this.#labels;
    const session = this.#session;
    if (count === 1) return this.#ahead.at(labels, session) ?? this.#choose(session, labels, 1);
    if (batch === "top") return this.#choose(session, labels, count);
    return spreadBatch(session, labels, count, (known) => this.#choose(session, known, 1));
  }

  /**
   * Computes the next suggestion for each possible answer to an item, so that it is there when the answer comes:
   * `label` of this item and then `suggest()` return at once.
   * @param options `index`: the item being looked at, by default the one to suggest next; `signal`: to stop between two
   *   answers, for instance when the person was quicker.
   * @returns One list per declared class, in their order, as `suggest()` will return it.
   * @throws XpalError with the code "cancelled" if the signal was aborted.
   */
  async suggestAhead(options: AheadOptions = {}): Promise<Suggestion[][]> {
    checkOptions("suggestAhead", options, ["index", "signal"]);
    if (options.signal !== undefined && typeof options.signal?.aborted !== "boolean") {
      refuse("suggestAhead", "signal", "must be an AbortSignal", options.signal);
    }
    const labels = this.#labels;
    const session = this.#session;
    const index = options.index ?? (await this.suggest())[0]?.index;
    if (index === undefined) return this.pool.classes.map(() => []);
    this.#checkItem("suggestAhead", index);
    if (labels.asideOf(index)) {
      refuseState("suggestAhead", `item ${index}`, `was ${labels.asideOf(index)}`, "restore it first");
    }
    return this.#ahead.fill(labels, session, index, options.signal, (after) => this.#choose(session, after, 1));
  }

  async #choose(session: EngineSession, labels: Labels, count: number): Promise<Suggestion[]> {
    const candidates = labels.unlabelled();
    if (candidates.length === 0) return [];
    const generator = this.#chance(labels);
    const scored = await session.scores({ strategy: this.strategy, labels, candidates, generator, count });
    const { places } = pick(scored, count, generator);
    return places.map((place) => ({ index: candidates[place], score: scored.scores[place] }));
  }

  /**
   * Takes another kernel, for instance one with a learnt bandwidth: all is built anew beside the present state, which
   * goes on answering, and swapped in whole. Labels stay.
   * @throws XpalError if the kernel cannot read the features; then nothing has changed.
   */
  async replaceKernel(kernel: Kernel): Promise<void> {
    checkKernel("replaceKernel", "kernel", kernel);
    kernel.check("replaceKernel", this.pool.features);
    checkSquare("replaceKernel", "features", kernel, this.pool.features);
    if (this.pool.evaluation.indices === null) kernel.check("replaceKernel", this.pool.evaluation.features);
    const pool = Object.freeze({ ...this.pool, kernel });
    const session = await this.#engine.open(pool);
    try {
      await this.#choose(session, this.#labels, 1);
    } catch (error) {
      await session.close();
      throw error;
    }
    const old = this.#session;
    this.#pool = pool;
    this.#session = session;
    await old.close();
  }

  /**
   * Takes an answer.
   * @param options `again: true` to add a further answer to an item that has one: repeated answers are frequencies too.
   * @throws XpalError if the class is not declared, the item was set aside, or it has an answer already.
   */
  async label(index: number, name: ClassName, options: { readonly again?: boolean } = {}): Promise<void> {
    this.#checkItem("label", index);
    checkOptions("label", options, ["again"]);
    const y = classIndex("label", "name", this.pool.classes, name);
    if (this.#labels.asideOf(index)) {
      refuseState("label", `item ${index}`, `was ${this.#labels.asideOf(index)}`, "restore it first");
    }
    if (this.#labels.has(index) && options.again !== true) {
      refuseState(
        "label",
        `item ${index}`,
        "has a label already",
        "unlabel it first, or pass { again: true } to add an answer",
      );
    }
    const before = this.#labels;
    this.#labels = before.add(index, y);
    this.#ahead.answered(before, index, y, this.#labels);
  }

  /** Takes all answers for an item back, exactly, in any order. */
  async unlabel(index: number): Promise<void> {
    this.#checkItem("unlabel", index);
    if (!this.#labels.has(index)) refuseState("unlabel", `item ${index}`, "has no label to take back");
    this.#labels = this.#labels.remove(index);
  }

  /** Sets an item aside as "don't know": it is not asked for again and does not train the model. */
  async skip(index: number): Promise<void> {
    this.#setAside("skip", index, "skipped");
  }

  /** Sets an item aside as "not usable". */
  async discard(index: number): Promise<void> {
    this.#setAside("discard", index, "discarded");
  }

  /** Opens an item that was skipped or discarded again. */
  async restore(index: number): Promise<void> {
    this.#checkItem("restore", index);
    if (!this.#labels.asideOf(index)) refuseState("restore", `item ${index}`, "was neither skipped nor discarded");
    this.#labels = this.#labels.restore(index);
  }

  /** The decided class of each item (by default those of the pool); ties are broken by the seed. */
  async predict(features?: Features): Promise<ClassName[]> {
    const decided = predictionsOf(await this.#probabilities("predict", features), this.#chance());
    return Array.from(decided, (y) => this.pool.classes[y]);
  }

  /** Class probabilities, items x classes; uniform where no label reaches. */
  async probabilities(features?: Features): Promise<Matrix> {
    return this.#probabilities("probabilities", features);
  }

  async #probabilities(who: string, features: Features | undefined): Promise<Matrix> {
    if (features === undefined) return probabilitiesOf(await this.#session.frequencies(this.#labels));
    checkItems(who, this.pool, features);
    const labels = this.#labels;
    return probabilitiesOf(frequenciesOf(await this.#learntPool(labels), labels, features));
  }

  /** What each possible answer for an item would do. */
  async preview(index: number): Promise<Preview> {
    this.#checkItem("preview", index);
    const labels = this.#labels;
    const freq = await this.#session.frequencies(labels);
    const evaluationFreq = this.pool.evaluation.isPool ? freq : await this.#session.evaluationFrequencies(labels);
    return previewOf(await this.#learntPool(labels), index, row(freq, index), evaluationFreq, this.strategy);
  }

  /** The kernel as the labels have taught it so far; the pool's own where it does not learn. */
  async learntKernel(): Promise<Kernel> {
    return (await this.#learntPool(this.#labels)).kernel;
  }

  async #learntPool(labels: Labels): Promise<Pool> {
    const session = this.#session;
    if (this.pool.kernel.stateAt === undefined || session.learnt === undefined) return learntPool(this.pool, labels);
    return Object.freeze({ ...this.pool, kernel: await session.learnt(labels) });
  }

  /** What the next suggested answer is expected to bring; null when nothing is left to ask. */
  async expectedGain(): Promise<ExpectedGain | null> {
    const [next] = await this.suggest();
    if (next === undefined) return null;
    const { gain, items, standardError } = await this.preview(next.index);
    return { index: next.index, errorRate: gain, items, standardError };
  }

  /** What the engine does and why, and what the kernel has learnt, as data. */
  explanation(): Explanation {
    return this.#session.explanation();
  }

  /** The same in words. */
  explain(): string {
    return this.#session.explain();
  }

  /** The whole state as JSON: items, kernel, strategy, labels, seed. */
  toJSON(): LearnerJSON {
    return learnerToJSON(this);
  }

  /** Gives back the engine's threads and memory. */
  async close(): Promise<void> {
    await this.#session.close();
  }

  /** Chance at this state: a function of the seed and of how much is known, so that undo repeats it. */
  #chance(labels = this.#labels) {
    const { labelled, skipped, discarded } = labels.toJSON();
    return generator(this.seed, labelled.length + skipped.length + discarded.length);
  }

  #checkItem(who: string, index: number): void {
    checkInteger(who, "index", index, 0, this.pool.size);
  }

  #setAside(who: "skip" | "discard", index: number, kind: "skipped" | "discarded"): void {
    this.#checkItem(who, index);
    if (this.#labels.has(index)) refuseState(who, `item ${index}`, "has a label", "unlabel it first");
    this.#labels = this.#labels.setAside(index, kind);
  }
}
