// The only stateful object that users work with: a pool, its labels, a strategy and an engine. A suggestion depends on these and
// the seed alone, never on the way that led there: asking twice, undoing, or reading the state back from a file
// repeats it bit for bit. Every part of the library that not all need is loaded when it is first used.

import { describeSample } from "../candidates.ts";
import { checkInteger, checkOptions, reject, rejectState } from "../check.ts";
import { type ClassName, classIndex } from "../classes.ts";
import { alwaysBest } from "../classifier/always-best.ts";
import { chooseEngine, type EngineChoice } from "../engine/choose-engine.ts";
import { type Engine, type EngineSession, type Explanation, retire } from "../engine/engine.ts";
import { openOn } from "../engine/predicting-session.ts";
import type { Features } from "../features.ts";
import { checkKernel, type Kernel } from "../kernels/kernel.ts";
import { checkSquare } from "../kernels/precomputed.ts";
import { checkLabels, type Labels } from "../labels.ts";
import type { Matrix } from "../matrix.ts";
import { type Pool, withKernel } from "../pool.ts";
import type { Strategy } from "../strategies/strategy.ts";
import { type LearnerJSON, type LearnerParts, learnerToJSON } from "./learner-json.ts";
import { type LearnerOptions, type OpenLearner, openLearner, partsOf } from "./learner-options.ts";
import type { Preview, PreviewOptions } from "./preview.ts";
import { type ExpectedGain, Snapshot, type Suggestion, type SuggestOptions } from "./snapshot.ts";

/**
 * An active learner: suggests, learns from answers, predicts, and says what an answer is worth.
 * @example
 * const learner = await Learner.create({ features: matrixFrom([[0], [1], [4]]), classes: ["no", "yes"] });
 * await learner.label(0, "no");
 * await learner.label(2, "yes");
 * await learner.predict() // ["no", "no", "yes"]
 */
export class Learner {
  readonly strategy: Strategy;
  readonly seed: number;
  readonly #engine: Engine;
  #pool: Pool;
  #session: EngineSession;
  #labels: Labels;
  #snapshot: Snapshot | undefined;

  private constructor({ pool, strategy, seed, labels, engine, session }: OpenLearner) {
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
    const parts = partsOf("Learner.create", options);
    return Learner.#open("Learner.create", parts, options.engine);
  }

  /**
   * The learner that `toJSON` wrote; it continues bit for bit. Only what its labels were earlier is forgotten where the kernel
   * does not learn, which a forecast looks at (`forecastState`).
   * @param own A kernel or strategy that is not this library's, and the engine, which are not part of the file.
   */
  static async fromJSON(
    json: LearnerJSON,
    own: { readonly kernel?: Kernel; readonly strategy?: Strategy; readonly engine?: EngineChoice } = {},
  ): Promise<Learner> {
    checkOptions("Learner.fromJSON", own, ["kernel", "strategy", "engine"], "own");
    const { learnerFromJSON } = await import("./learner-from-json.ts");
    return Learner.#open("Learner.fromJSON", learnerFromJSON(json, own), own.engine);
  }

  static async #open(who: string, parts: LearnerParts, engine: EngineChoice | undefined): Promise<Learner> {
    return new Learner(await openLearner(who, parts, chooseEngine(who, engine)));
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
   * The pool at some labels, by default those of now: suggestions, previews and predictions as if these were all that is
   * known. Nothing of the learner changes; the same engine session computes.
   * @throws XpalError if the labels are not of this pool.
   * @example (await Learner.create({ features: matrixFrom([[0], [1], [4]]), classes: ["no", "yes"], labels: [[0, "no"]] }).then((learner) => learner.at(learner.labels.add(2, 1)).predict())) // ["no", "no", "yes"]
   */
  at(labels: Labels = this.#labels): Snapshot {
    checkLabels("at", labels, this.pool);
    if (labels !== this.#labels) return this.#at(labels);
    this.#snapshot ??= this.#at(labels);
    return this.#snapshot;
  }

  #at(labels: Labels): Snapshot {
    const { pool, strategy, seed } = this;
    return new Snapshot({ pool, strategy, seed, session: this.#session }, labels);
  }

  /** The items to label next, best first: `suggest` of the snapshot at the labels of now. */
  async suggest(count = 1, options: SuggestOptions = {}): Promise<Suggestion[]> {
    return this.at().suggest(count, options);
  }

  /**
   * Takes another kernel, for instance one with a learned bandwidth: all is built again beside the present state, which
   * goes on answering, and swapped in whole. Labels stay.
   * @throws XpalError if the kernel cannot read the features; then nothing has changed.
   */
  async replaceKernel(kernel: Kernel): Promise<void> {
    checkKernel("replaceKernel", "kernel", kernel);
    kernel.check("replaceKernel", this.pool.features);
    checkSquare("replaceKernel", "features", kernel, this.pool.features);
    if (this.pool.evaluation.indices === null) kernel.check("replaceKernel", this.pool.evaluation.features);
    const pool = withKernel(this.pool, kernel);
    const session = await openOn(this.#engine, pool);
    try {
      await new Snapshot({ pool, strategy: this.strategy, seed: this.seed, session }, this.#labels).suggest();
    } catch (error) {
      await session.close();
      throw error;
    }
    const old = this.#session;
    this.#pool = pool;
    this.#session = session;
    this.#snapshot = undefined;
    await retire(old); // snapshots of before may still be asked
  }

  /**
   * Takes an answer.
   * @param options `again: true` to add a further answer to an item that has one: repeated answers are frequencies too.
   * @throws XpalError if the class is not declared, the item was set aside, or it has an answer already.
   */
  async label(index: number, name: ClassName, options: { readonly again?: boolean } = {}): Promise<void> {
    this.#checkItem("label", index);
    checkOptions("label", options, ["again"]);
    const { again = false } = options;
    if (typeof again !== "boolean") reject("label", "again", "must be true or false", again);
    const y = classIndex("label", "name", this.pool.classes, name);
    if (this.#labels.asideOf(index)) {
      rejectState("label", `item ${index}`, `was ${this.#labels.asideOf(index)}`, "restore it first");
    }
    if (this.#labels.has(index) && !again) {
      rejectState(
        "label",
        `item ${index}`,
        "has a label already",
        "unlabel it first, or pass { again: true } to add an answer",
      );
    }
    this.#become(this.#labels.add(index, y));
  }

  /** Takes all answers for an item back, exactly, in any order. */
  async unlabel(index: number): Promise<void> {
    this.#checkItem("unlabel", index);
    if (!this.#labels.has(index)) rejectState("unlabel", `item ${index}`, "has no label to take back");
    this.#become(this.#labels.remove(index));
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
    if (!this.#labels.asideOf(index)) rejectState("restore", `item ${index}`, "was neither skipped nor discarded");
    this.#become(this.#labels.restore(index));
  }

  /**
   * The decided class of each item (by default those of the pool): the most probable one, or with a loss matrix the one
   * with the least expected cost. Ties are broken by the seed.
   */
  async predict(features?: Features): Promise<ClassName[]> {
    return this.at().predict(features);
  }

  /** Class probabilities, items x classes; uniform where no label reaches. */
  async probabilities(features?: Features): Promise<Matrix> {
    return this.at().probabilities(features);
  }

  /** What each possible answer for an item would do. */
  async preview(index: number, options: PreviewOptions = {}): Promise<Preview> {
    return this.at().preview(index, options);
  }

  /** The kernel as the labels have taught it so far; the pool's own where it does not learn. */
  async learnedKernel(): Promise<Kernel> {
    return this.at().kernel();
  }

  /** What the next suggested answer is expected to bring; null when nothing is left to ask. */
  async expectedGain(): Promise<ExpectedGain | null> {
    return this.at().expectedGain();
  }

  /** What the engine does and why, and what the kernel has learned, as data. */
  explanation(): Explanation {
    return this.#session.explanation();
  }

  /** The same in words; also that by its costs one decision is always the best, where that is so. */
  explain(): string {
    const { lossMatrix, classes } = this.pool;
    const best = lossMatrix === null ? null : alwaysBest(lossMatrix);
    const sampled = describeSample(this.pool);
    const said = [this.#session.explain(), ...(sampled === null ? [] : [sampled])].join("; ");
    if (best === null) return said;
    return `${said}; calling every item ${JSON.stringify(classes[best])} never costs more than any other answer: by these costs no label can change a decision`;
  }

  /** The whole state as JSON: items, kernel, strategy, labels, seed. */
  toJSON(): LearnerJSON {
    return learnerToJSON(this);
  }

  /**
   * Gives back the engine's threads and memory. What waits for an answer of threads is rejected with the code "cancelled", and
   * so is what is asked of them later.
   */
  async close(): Promise<void> {
    await this.#session.close();
  }

  #become(labels: Labels): void {
    this.#labels = labels;
    this.#snapshot = undefined;
  }

  #checkItem(who: string, index: number): void {
    checkInteger(who, "index", index, 0, this.pool.size - 1);
  }

  #setAside(who: "skip" | "discard", index: number, kind: "skipped" | "discarded"): void {
    this.#checkItem(who, index);
    if (this.#labels.has(index)) rejectState(who, `item ${index}`, "has a label", "unlabel it first");
    this.#become(this.#labels.setAside(index, kind));
  }
}
