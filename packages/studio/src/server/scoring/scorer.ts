// One project's learner and what the pages want to know of it. Runs in the scoring thread, whose calls are the methods of
// `Scorer`: a new one is a method here, a route and its schema. Whatever compares items does so by the kernel as the answers
// have taught it.
import { describeSample, guarantee, type Labels, type Learner, type Pool, type Snapshot } from "@xpal/core";
import type { TableModel } from "@xpal/data";
import type { Answer } from "../../protocol/events.ts";
import type {
  Ahead,
  Counts,
  ForecastAnswer,
  Look,
  MapLayout,
  Model,
  Predictions,
  Soon,
  Suggestion,
} from "../../protocol/messages.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { StudioError } from "../studio-error.ts";
import { checkedErrors } from "./checked-errors.ts";
import { ClassIndex } from "./class-index.ts";
import { type AnswersToCombine, type CombinedAnswer, combineAnswers } from "./combine-answers.ts";
import { Densities } from "./densities.ts";
import { forecastAnswer } from "./forecast-answer.ts";
import { gainSoon, labelCostsIn } from "./gain-soon.ts";
import { GrowingModel } from "./growing-model.ts";
import { judgedChecks } from "./judged-checks.ts";
import { type Labelled, labelsOf } from "./labels-of.ts";
import { Layouts } from "./layouts.ts";
import { lookAt } from "./look-at.ts";
import { modelFileOf } from "./model-file.ts";
import type { ArrangeByLikeness } from "./neighbour-layout.ts";
import { predictionsOf, usefulnessOf } from "./predictions-of.ts";
import { programItems } from "./program-items.ts";
import { openLearner, projectModel, recipeInUse } from "./project-model.ts";
import type { ClassShares, History, ScorerSpec, SecondOpinionWorth, ToldOpinions } from "./scoring-calls.ts";
import { secondOpinionWorth } from "./second-opinion-worth.ts";
import { setAnswer, setAnswersOf, sortAnswers } from "./set-answer.ts";
import { SoftLabels } from "./soft-labels.ts";
import { spreadItems } from "./spread-items.ts";
import { stepsAhead } from "./steps-ahead.ts";
import { twinPairs, twinsOf } from "./twins-of.ts";
import { WhatCounts } from "./what-counts.ts";

/** How many times more items are looked at to choose some that differ. */
const SPREAD = 2;
/** How many of a ranking are chosen to differ, and how many are compared with each other. */
const MAX_SPREAD = 60;
const MAX_COMPARED = 150;

/** The scorer of one pool. It is told what changed, never sent the pool again. */
export class Scorer {
  readonly #spec: ScorerSpec;
  readonly #classes: ClassIndex;
  readonly #latest: () => number;
  readonly #whatCounts: WhatCounts;
  readonly #densities: Densities;
  readonly #layouts: Layouts;
  #kind: ModelKind;
  #model: TableModel;
  #learner: Learner;
  #growing: GrowingModel;
  /** What each item was told to be, and its position in the order of answers. */
  readonly #told = new Map<number, Answer>();
  readonly #positions = new Map<number, number>();
  /** Items that count for shares of the classes. */
  readonly #soft: SoftLabels;
  #sequence = 0;

  private constructor(
    model: TableModel,
    learner: Learner,
    spec: ScorerSpec,
    classes: ClassIndex,
    latest: () => number,
    whatCounts: WhatCounts,
    arrange: ArrangeByLikeness,
  ) {
    this.#whatCounts = whatCounts;
    this.#model = model;
    this.#learner = learner;
    this.#kind = spec.model;
    this.#spec = spec;
    this.#classes = classes;
    this.#latest = latest;
    this.#growing = this.#newCurve();
    this.#soft = new SoftLabels(this.#pool.classCount);
    this.#densities = new Densities(this.#pool);
    this.#layouts = new Layouts(this.#pool.features, arrange);
  }

  /** @param latest The newest state of the log that the thread has been told of. */
  static async open(given: ScorerSpec, latest: () => number, arrange: ArrangeByLikeness): Promise<Scorer> {
    const classes = new ClassIndex(given.ids);
    const spec = { ...given, recipe: recipeInUse(given), truth: classes.truth(given.truth) };
    const model = projectModel(spec, spec.model);
    const learner = await openLearner(model, spec);
    return new Scorer(model, learner, spec, classes, latest, new WhatCounts(given, spec.recipe), arrange);
  }

  get itemCount(): number {
    return this.#pool.size;
  }

  get #pool(): Pool {
    return this.#learner.pool;
  }

  /** The labels, with shares where answers are weighed by who gave them. */
  get #labels(): Labels {
    return this.#soft.of(this.#learner.labels);
  }

  async close(): Promise<void> {
    await this.#learner.close();
  }

  /**
   * Takes answers in: with each its position in the order of answers, on which what the model learns may depend, and the shares
   * that the item counts for where answers are weighed.
   */
  async sync(change: {
    sequence: number;
    answers: readonly (readonly [item: number, to: Answer, order: number, shares?: ClassShares | null])[];
    model: ModelKind;
  }): Promise<null> {
    if (change.model !== this.#kind) await this.#switch(change.model);
    for (const [item, answer, order, given = null] of change.answers) {
      const to = this.#classes.answer(answer);
      const shares = this.#classes.shares(given);
      // An answer that only counts for other shares stays where it is among the others.
      if (to !== (this.#told.get(item) ?? null)) await setAnswer(this.#learner, item, to);
      this.#told.set(item, to);
      this.#positions.set(item, order);
      this.#soft.set(item, shares);
    }
    await sortAnswers(this.#learner, (item) => this.#positions.get(item) ?? 0);
    this.#sequence = change.sequence;
    return null;
  }

  /**
   * The open items by their value, best first, whoever has them in hand; with pairs that are nearly the same, among them and
   * with those in hand (`beside`); null for whoever needs no pairs.
   * @param ask `without`: items that are not to be suggested.
   */
  async rank({
    count,
    beside,
    without,
  }: {
    count: number;
    beside: readonly number[] | null;
    without: readonly number[];
  }): Promise<{
    sequence: number;
    items: number[];
    twins: (readonly [number, number])[];
  }> {
    if (beside === null) return { sequence: this.#sequence, items: await this.#best({ count, without }), twins: [] };
    const spread = await this.#best({ count: Math.min(count, MAX_SPREAD), without });
    const open = this.#learner.at(withAside(this.#labels, without));
    const top = count > spread.length ? await open.suggest(count, { batch: "top" }) : [];
    const items = [...new Set([...spread, ...top.map(({ index }) => index)])].slice(0, count);
    const near = items.slice(0, MAX_COMPARED);
    const twins = await twinPairs(this.#learner, [...new Set([...near, ...beside])]);
    return { sequence: this.#sequence, items, twins };
  }

  /**
   * The best items: some chosen one after the other, then others that are good and unlike those before, for the largest
   * scores often belong to near-equal items, and all but the first of them would bring no new information.
   */
  async #best({ count, without }: { count: number; without: readonly number[] }): Promise<number[]> {
    const open = this.#learner.at(withAside(this.#labels, without));
    const steps = Math.min(count, stepsAhead(this.#kind, this.itemCount));
    const begun = (await open.suggest(steps)).map(({ index }) => index);
    if (begun.length >= count) return begun;
    const top = await open.suggest(count * SPREAD, { batch: "top" });
    return spreadItems(this.#pool.features, await this.#learner.learnedKernel(), begun, top, count);
  }

  async look({ item }: { item: number }): Promise<Look> {
    const look = await lookAt(this.#learner.at(this.#labels), item);
    return this.#classes.look({
      ...look,
      sequence: this.#sequence,
      labelCost: labelCostsIn(this.#learner)?.[item] ?? null,
      density: this.#densities.of(item),
      words: this.#whatCounts.wordsIn(item, look.predicted, this.#learner),
    });
  }

  /**
   * The next item if this one were answered so, null for excluding it; nothing that is nearly the same as `beside`. Given up
   * when another answer has arrived meanwhile.
   */
  async ahead({
    item,
    answer,
    without,
    beside = [],
  }: {
    item: number;
    answer: number | null;
    without: readonly number[];
    beside?: readonly number[];
  }): Promise<Ahead> {
    const to = answer === null ? "skipped" : this.#classes.indexOf(answer);
    // The latter: a class that was retired while the page looked ahead.
    if (this.#latest() !== this.#sequence || to === undefined)
      throw new StudioError("stale", "another answer came in the meantime");
    const labels = withAside(this.#labelsAfter(item, to), without);
    let [best] = await this.#learner.at(labels).suggest();
    const twins = best === undefined ? [] : await twinsOf(this.#learner, [best.index], beside);
    if (twins.length > 0) [best = best] = await this.#learner.at(withAside(labels, twins)).suggest();
    const next: Suggestion | null = best === undefined ? null : { item: best.index, from: "best" };
    return { sequence: this.#sequence, item, next };
  }

  async model(given: History): Promise<Model> {
    const history = this.#classes.history(given);
    const { answers, target = null } = history;
    const drawn = history.checks.map(([item, to]) => [item, to] as const);
    const curve = await this.#growing.curve(answers, drawn, this.#soft.changes);
    const checks = judgedChecks(history, this.#growing.foretold);
    const now = curve[curve.length - 1];
    return this.#classes.model({
      sequence: this.#sequence,
      labels: answers.length,
      expectedError: now.expected,
      trueError: now.real,
      curve,
      ...(await checkedErrors(this.#learner, history, this.#growing.foretold)),
      guarantee: target === null ? null : await guarantee(this.#learner, checks, target, this.#labels),
      // What was learned is told by `look`, of the labels of now; here it may be of an answer that was only tried.
      engine: [this.#learner.explanation().engine, describeSample(this.#pool) ?? []].flat().join("; "),
    });
  }

  async soon({ labels }: { labels: number }): Promise<Soon> {
    return gainSoon(this.#learner, this.#labels, this.#sequence, labels);
  }

  async forecast({ target, history }: { target: number | null; history: History }): Promise<ForecastAnswer> {
    const checks = judgedChecks(this.#classes.history(history), this.#growing.foretold);
    return forecastAnswer(this.#learner, this.#labels, this.#sequence, checks, target);
  }

  async predictions({ usefulness }: { usefulness: boolean }): Promise<Predictions> {
    const snapshot = this.#learner.at(this.#labels);
    return this.#classes.predictions({
      sequence: this.#sequence,
      ...(await predictionsOf(snapshot)),
      usefulness: usefulness ? await usefulnessOf(snapshot) : null,
    });
  }

  /** What the answers have taught about the columns; takes some fits. */
  async counts(): Promise<Counts> {
    return this.#classes.counts({ sequence: this.#sequence, ...this.#whatCounts.at(this.#learner) });
  }

  async map(): Promise<MapLayout> {
    return this.#layouts.current();
  }

  /** The model as the text of a file: the recipe, and a learner over the items that its predictions depend on. */
  async modelFile(): Promise<string> {
    return modelFileOf(this.#model, this.#spec.recipe, this.#learner, this.#labels);
  }

  async similarTo({ item, count }: { item: number; count: number }): Promise<number[]> {
    const { features } = this.#pool;
    const kernel = await this.#learner.learnedKernel();
    const all = Array.from({ length: this.itemCount }, (_, other) => other).filter((other) => other !== item);
    const similarity = Float64Array.from({ length: this.itemCount }, (_, x) =>
      kernel.similarity(features, x, features, item),
    );
    return all.sort((a, b) => similarity[b] - similarity[a]).slice(0, count);
  }

  /**
   * For each annotator who is there the item of others whose further opinion is worth the most, where that is more than a new
   * item is; `again` are items that may be asked again.
   */
  async whom(
    ask: ToldOpinions & { readonly present: readonly number[]; readonly again: readonly number[] },
  ): Promise<{ sequence: number; worth: SecondOpinionWorth[] }> {
    const worth = await secondOpinionWorth(this.#learner, this.#labels, this.#classes.opinions(ask));
    return { sequence: this.#sequence, worth };
  }

  /** Which of some open items are put to a program, the best first: its answer is expected to gain more per cost than people's. */
  async programItems(
    ask: ToldOpinions & {
      readonly items: readonly number[];
      readonly program: number;
      readonly people: readonly number[];
      readonly costs: { readonly program: number; readonly person: number };
    },
  ): Promise<{ sequence: number; items: number[] }> {
    const items = await programItems(this.#learner, this.#labels, this.#classes.opinions(ask));
    return { sequence: this.#sequence, items };
  }

  /** What all answers to each item together say of it, and how long that took; of the answers that are sent. */
  async combine(given: AnswersToCombine): Promise<{ answers: ReadonlyMap<number, CombinedAnswer>; tookMs: number }> {
    const began = performance.now();
    return { answers: combineAnswers(given), tookMs: performance.now() - began };
  }

  /** The same answers, learned from by another model. */
  async #switch(kind: ModelKind): Promise<void> {
    const before = this.#learner;
    this.#model = projectModel(this.#spec, kind);
    this.#learner = await openLearner(this.#model, this.#spec);
    this.#kind = kind;
    await setAnswersOf(this.#learner, before.labels);
    this.#growing = this.#newCurve();
    await before.close();
  }

  #newCurve(): GrowingModel {
    return new GrowingModel(this.#pool, this.#spec.truth, (answers) => this.#modelAt(answers));
  }

  /** The model that some of the answers make, each as it is weighed now. */
  #modelAt(answers: Labelled): Snapshot {
    const counted = answers.map(([item, to]) => {
      const told = this.#told.get(item);
      return [item, typeof told === "number" ? told : to] as const;
    });
    return this.#learner.at(this.#soft.onto(labelsOf(this.#pool, counted)));
  }

  /** The labels as they would be after an answer. */
  #labelsAfter(item: number, to: number | "skipped"): Labels {
    let labels = this.#labels;
    if (labels.has(item)) labels = labels.remove(item);
    if (labels.asideOf(item) !== undefined) labels = labels.restore(item);
    return to === "skipped" ? labels.setAside(item, to) : labels.add(item, to);
  }
}

/** The labels with some of the open items set aside. */
function withAside(labels: Labels, items: readonly number[]): Labels {
  const open = items.filter((item) => !labels.has(item) && labels.asideOf(item) === undefined);
  return open.reduce((rest, item) => rest.setAside(item, "skipped"), labels);
}
