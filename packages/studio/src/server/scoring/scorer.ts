// One project's learner and what the pages want to know of it. Runs in the scoring thread.
import { applyRecipe } from "@xpal/data";
import { generator, Learner, type Pool } from "xpal";
import type { Answer } from "../../protocol/events.ts";
import type { Ahead, Look, MapLayout, Model, Next, Predictions, Suggestion } from "../../protocol/messages.ts";
import { takeRows } from "../exchange/table-rows.ts";
import { StudioError } from "../studio-error.ts";
import { auditErrors, judgedByOthers } from "./audit.ts";
import { Columns } from "./columns.ts";
import { Densities } from "./densities.ts";
import { GrowingModel } from "./growing-model.ts";
import { Layouts } from "./layouts.ts";
import { LiveFrequencies } from "./live-frequencies.ts";
import type { History, ScorerSpec, ScoringCalls } from "./scoring-calls.ts";
import { tableFromBytes } from "./table-bytes.ts";
import { worthOf } from "./worth-of.ts";

/** Audits begin after this many answers: before, there is no model to measure. */
const FIRST_AUDIT = 5;
/** How many times more items are looked at to choose some that differ. */
const SPREAD = 2;
const EXAMPLES = 6;
const NEAREST = 5;

/** Answers the calls of `ScoringCalls`. */
export class Scorer {
  readonly #learner: Learner;
  readonly #spec: ScorerSpec;
  readonly #latest: () => number;
  readonly #columns: Columns;
  readonly #live: LiveFrequencies;
  readonly #growing: GrowingModel;
  readonly #densities: Densities;
  readonly #layouts: Layouts;
  #sequence = 0;
  #auditShare = 0;

  private constructor(learner: Learner, spec: ScorerSpec, latest: () => number) {
    this.#learner = learner;
    this.#spec = spec;
    this.#latest = latest;
    this.#columns = new Columns(learner.pool);
    this.#live = new LiveFrequencies(learner.pool, this.#columns);
    this.#growing = new GrowingModel(learner.pool, this.#columns, spec.truth);
    this.#densities = new Densities(learner.pool);
    this.#layouts = new Layouts(learner.pool.features);
  }

  /** @param latest The newest state of the log that the thread has been told of. */
  static async open(spec: ScorerSpec, latest: () => number): Promise<Scorer> {
    const { features, kernel } = applyRecipe(spec.recipe, tableFromBytes(spec.table));
    const learner = await Learner.create({ features, kernel, classes: spec.classes, seed: spec.seed });
    return new Scorer(learner, spec, latest);
  }

  get itemCount(): number {
    return this.#pool.size;
  }

  get #pool(): Pool {
    return this.#learner.pool;
  }

  async sync(change: {
    sequence: number;
    answers: readonly (readonly [number, Answer])[];
    auditShare: number;
  }): Promise<null> {
    for (const [item, to] of change.answers) {
      await this.#set(item, to);
      this.#live.set(item, typeof to === "number" ? to : null);
    }
    this.#sequence = change.sequence;
    this.#auditShare = change.auditShare;
    return null;
  }

  async next({ count }: { count: number }): Promise<Next> {
    const suggestions: Suggestion[] = [];
    const audit = this.#auditItem(0);
    if (audit !== null) suggestions.push({ item: audit, from: "audit" });
    const top = await this.#learner.suggest(count * SPREAD, { batch: "top" });
    for (const item of this.#different(top, count)) if (item !== audit) suggestions.push({ item, from: "best" });
    return { sequence: this.#sequence, suggestions };
  }

  async look({ item }: { item: number }): Promise<Look> {
    const { labels } = this.#learner;
    const { classCount, size } = this.#pool;
    const column = this.#columns.of(item);
    const answers = worthOf(this.#live.values, column, item, classCount, EXAMPLES);
    const likeliest = answers.reduce((best, one, y) => (one.probability > answers[best].probability ? y : best), 0);
    const gain = answers.reduce((sum, one) => sum + one.probability * one.gain, 0);
    const near = labels.labelled
      .filter(({ index }) => index !== item)
      .map(({ index, counts }) => ({ item: index, to: counts.indexOf(1), similarity: column[index] }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, NEAREST);
    return {
      sequence: this.#sequence,
      item,
      gain,
      items: gain * size,
      predicted: likeliest,
      probability: answers[likeliest].probability,
      density: this.#densities.of(item),
      answers: answers.map((one) => ({ ...one, items: one.gain * size, examples: [...one.examples] })),
      near,
    };
  }

  /** The next item after an answer; given up when another answer has arrived meanwhile. */
  async ahead({ item, answer }: { item: number; answer: number | null }): Promise<Ahead> {
    if (this.#latest() !== this.#sequence) throw new StudioError("stale", "another answer has come meanwhile");
    const audit = this.#auditItem(1, item);
    if (audit !== null) return { sequence: this.#sequence, item, next: { item: audit, from: "audit" } };
    const was = this.#answerOf(item);
    await this.#set(item, answer ?? "skipped");
    try {
      const [best] = await this.#learner.suggest();
      const next: Suggestion | null = best === undefined ? null : { item: best.index, from: "best" };
      return { sequence: this.#sequence, item, next };
    } finally {
      await this.#set(item, was);
    }
  }

  async model({ answers, audits }: History): Promise<Model> {
    const curve = this.#growing.curve(answers);
    const now = curve[curve.length - 1];
    return {
      sequence: this.#sequence,
      labels: answers.length,
      expectedError: now.expected,
      trueError: now.real,
      curve,
      ...auditErrors(this.#pool, answers, audits),
      engine: this.#learner.explain(),
    };
  }

  async predictions({ usefulness }: { usefulness: boolean }): Promise<Predictions> {
    const { rows, cols, data } = await this.#learner.probabilities();
    const predicted = new Array<number>(rows);
    const probability = new Array<number>(rows);
    for (let i = 0; i < rows; i++) {
      let best = 0;
      for (let y = 1; y < cols; y++) if (data[i * cols + y] > data[i * cols + best]) best = y;
      predicted[i] = best;
      probability[i] = Number(data[i * cols + best].toFixed(4));
    }
    // A labelled item is judged by the others: its own label would always agree with itself.
    const labelled = this.#learner.labels.labelled.map(({ index, counts }) => [index, counts.indexOf(1)] as const);
    for (const [item] of labelled) {
      const judged = judgedByOthers(this.#pool, labelled, item);
      predicted[item] = judged.decided;
      probability[item] = Number(judged.probability.toFixed(4));
    }
    return {
      sequence: this.#sequence,
      predicted,
      probability,
      usefulness: usefulness ? await this.#usefulness(rows) : null,
    };
  }

  async map(): Promise<MapLayout> {
    return this.#layouts.current();
  }

  async modelFile(): Promise<ReturnType<ScoringCalls["modelFile"]>> {
    const { labelled } = this.#learner.labels;
    if (labelled.length < 2) throw new StudioError("bad-state", "a model needs at least two labelled items");
    const table = takeRows(
      tableFromBytes(this.#spec.table),
      labelled.map(({ index }) => index),
    );
    const { recipe, classes, seed } = this.#spec;
    const { features, kernel } = applyRecipe({ ...recipe, label: null }, table);
    const learner = await Learner.create({ features, kernel, classes, seed });
    for (const [at, { counts }] of labelled.entries()) await learner.label(at, classes[counts.indexOf(1)]);
    const json = learner.toJSON();
    await learner.close();
    return { format: "xpal-model", version: 1, recipe, learner: json };
  }

  async similarTo({ item, count }: { item: number; count: number }): Promise<number[]> {
    const all = Array.from({ length: this.itemCount }, (_, other) => other).filter((other) => other !== item);
    const similarity = Float64Array.from({ length: this.itemCount }, (_, other) => this.#similarity(item, other));
    return all.sort((a, b) => similarity[b] - similarity[a]).slice(0, count);
  }

  /**
   * The best, then others that are good and unlike those before: the largest scores often belong to near-equal items,
   * and all but the first of them would tell nothing new.
   */
  #different(top: readonly { index: number; score: number }[], count: number): number[] {
    const left = top.map(({ index, score }) => ({ index, worth: score }));
    const chosen: number[] = [];
    while (chosen.length < count && left.length > 0) {
      const best = left.reduce((most, one, at) => (one.worth > left[most].worth ? at : most), 0);
      const [{ index }] = left.splice(best, 1);
      chosen.push(index);
      for (const one of left) one.worth *= 1 - Math.min(1, this.#similarity(one.index, index));
    }
    return chosen;
  }

  async #usefulness(rows: number): Promise<number[]> {
    const scores = new Array<number>(rows).fill(0);
    const open = this.#learner.labels.unlabelled().length;
    if (open === 0) return scores;
    for (const { index, score } of await this.#learner.suggest(open, { batch: "top" })) scores[index] = score;
    return scores;
  }

  /**
   * The item of an audit when one is due after `more` further answers, else null. Whether and which depends on the
   * seed and the number of answers alone, so that it can be known ahead and repeats after undo.
   */
  #auditItem(more: number, without?: number): number | null {
    const { labels } = this.#learner;
    const answered =
      this.itemCount - labels.unlabelled().length + (without !== undefined && this.#isOpen(without) ? more : 0);
    const chance = generator(this.#spec.seed, 1_000_003 + answered);
    if (answered < FIRST_AUDIT || chance.nextIndex(1000) >= this.#auditShare * 1000) return null;
    const open = labels.unlabelled().filter((item) => item !== without);
    return open.length === 0 ? null : open[chance.nextIndex(open.length)];
  }

  #isOpen(item: number): boolean {
    return this.#answerOf(item) === null;
  }

  #answerOf(item: number): Answer {
    const { labels } = this.#learner;
    const found = labels.labelled.find(({ index }) => index === item);
    return found === undefined ? (labels.asideOf(item) ?? null) : found.counts.indexOf(1);
  }

  async #set(item: number, to: Answer): Promise<void> {
    const { labels } = this.#learner;
    if (labels.has(item)) await this.#learner.unlabel(item);
    if (labels.asideOf(item) !== undefined) await this.#learner.restore(item);
    if (to === "skipped") await this.#learner.skip(item);
    else if (to === "discarded") await this.#learner.discard(item);
    else if (to !== null) await this.#learner.label(item, this.#pool.classes[to]);
  }

  #similarity(a: number, b: number): number {
    const { kernel, features } = this.#pool;
    return kernel.similarity(features, a, features, b);
  }
}
