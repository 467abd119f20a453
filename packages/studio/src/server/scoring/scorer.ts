// One project's learner and what the pages want to know of it. Runs in the scoring thread. Whatever compares items does
// so by the kernel as the answers have taught it.
import { generator, type Kernel, type Learner, type Matrix, type Pool, probabilitiesOf } from "xpal";
import type { Answer } from "../../protocol/events.ts";
import type { Ahead, Look, MapLayout, Model, Next, Predictions, Soon, Suggestion } from "../../protocol/messages.ts";
import type { ModelKind } from "../../protocol/model-kind.ts";
import { StudioError } from "../studio-error.ts";
import { auditErrors } from "./audit.ts";
import { Densities } from "./densities.ts";
import { GrowingModel } from "./growing-model.ts";
import { Layouts } from "./layouts.ts";
import { learntWeights } from "./learnt-weights.ts";
import { modelFileOf } from "./model-file.ts";
import { type OpenLearner, openLearner } from "./open-learner.ts";
import type { History, ScorerSpec } from "./scoring-calls.ts";
import { largest, withoutOwn } from "./self-assessment.ts";
import { type AnswerWorth, worthOf } from "./worth-of.ts";

/** Audits begin after this many answers: before, there is no model to measure. */
const FIRST_AUDIT = 5;
/** How many times more items are looked at to choose some that differ. */
const SPREAD = 2;
const EXAMPLES = 6;
const NEAREST = 5;

/** The model at some labels: frequencies of all items, and the kernel that made them. */
interface Taught {
  readonly freq: Matrix;
  readonly kernel: Kernel;
}

/** Answers the calls of `ScoringCalls`. */
export class Scorer {
  readonly #spec: ScorerSpec;
  readonly #latest: () => number;
  readonly #densities: Densities;
  readonly #layouts: Layouts;
  #open: OpenLearner;
  #growing: GrowingModel;
  #taught: Promise<Taught> | undefined;
  #sequence = 0;
  #auditShare = 0;

  private constructor(open: OpenLearner, spec: ScorerSpec, latest: () => number) {
    this.#open = open;
    this.#spec = spec;
    this.#latest = latest;
    this.#growing = this.#newCurve();
    this.#densities = new Densities(this.#pool);
    this.#layouts = new Layouts(this.#pool.features);
  }

  /** @param latest The newest state of the log that the thread has been told of. */
  static async open(spec: ScorerSpec, latest: () => number): Promise<Scorer> {
    return new Scorer(await openLearner(spec, spec.model), spec, latest);
  }

  get itemCount(): number {
    return this.#pool.size;
  }

  get #learner(): Learner {
    return this.#open.learner;
  }

  get #pool(): Pool {
    return this.#learner.pool;
  }

  async sync(change: {
    sequence: number;
    answers: readonly (readonly [number, Answer])[];
    auditShare: number;
    model: ModelKind;
  }): Promise<null> {
    if (change.model !== this.#open.kind) await this.#switch(change.model);
    for (const [item, to] of change.answers) await this.#set(item, to);
    this.#sequence = change.sequence;
    this.#auditShare = change.auditShare;
    this.#taught = undefined;
    return null;
  }

  async next({
    count,
    without,
  }: {
    count: number;
    without: readonly number[];
  }): Promise<Pick<Next, "sequence" | "suggestions">> {
    const suggestions: Suggestion[] = [];
    const audit = this.#auditItem(0, without);
    if (audit !== null) suggestions.push({ item: audit, from: "audit" });
    await this.#aside(without, async () => {
      const steps = Math.min(count, stepsAhead(this.#open.kind, this.itemCount));
      const begun = (await this.#learner.suggest(steps)).map(({ index }) => index);
      const top = count > steps ? await this.#learner.suggest(count * SPREAD, { batch: "top" }) : [];
      for (const item of await this.#different(begun, top, count)) {
        if (item !== audit) suggestions.push({ item, from: "best" });
      }
    });
    return { sequence: this.#sequence, suggestions };
  }

  async look({ item }: { item: number }): Promise<Look> {
    const { labels } = this.#learner;
    const { size } = this.#pool;
    const { freq, kernel } = await this.#now();
    const similarity = this.#column(kernel, item);
    const { answers, likeliest, gain } = this.#worthOf(freq, similarity, item);
    const near = labels.labelled
      .filter(({ index }) => index !== item)
      .map(({ index, counts }) => ({ item: index, to: counts.indexOf(1), similarity: similarity[index] }))
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
      learnt: learntWeights(kernel, labels.count),
    };
  }

  /** The next item after an answer; given up when another answer has arrived meanwhile. */
  async ahead({
    item,
    answer,
    without,
  }: {
    item: number;
    answer: number | null;
    without: readonly number[];
  }): Promise<Ahead> {
    if (this.#latest() !== this.#sequence) throw new StudioError("stale", "another answer has come meanwhile");
    const audit = this.#auditItem(1, without, item);
    if (audit !== null) return { sequence: this.#sequence, item, next: { item: audit, from: "audit" } };
    const was = this.#answerOf(item);
    await this.#set(item, answer ?? "skipped");
    try {
      const [best] = await this.#aside(without, () => this.#learner.suggest());
      const next: Suggestion | null = best === undefined ? null : { item: best.index, from: "best" };
      return { sequence: this.#sequence, item, next };
    } finally {
      await this.#set(item, was);
    }
  }

  async model({ answers, audits }: History): Promise<Model> {
    const curve = await this.#growing.curve(answers, audits);
    const now = curve[curve.length - 1];
    return {
      sequence: this.#sequence,
      labels: answers.length,
      expectedError: now.expected,
      trueError: now.real,
      curve,
      ...auditErrors(this.#pool, answers, audits, this.#growing.foretold),
      // What was learnt is told by `look`, of the labels of now; here it may be of an answer that was only tried.
      engine: this.#learner.explanation().engine,
    };
  }

  /** Each further item is chosen as if those before it had been answered as the model expects. */
  async soon({ labels }: { labels: number }): Promise<Soon> {
    const chosen: number[] = [];
    let gain = 0;
    try {
      while (chosen.length < labels) {
        const [best] = await this.#learner.suggest();
        if (best === undefined) break;
        const { freq, kernel } = await this.#compute();
        const worth = this.#worthOf(freq, this.#column(kernel, best.index), best.index);
        gain += worth.gain;
        chosen.push(best.index);
        await this.#set(best.index, worth.likeliest);
      }
    } finally {
      for (const item of chosen) await this.#set(item, null);
    }
    return { sequence: this.#sequence, labels: chosen.length, gain };
  }

  async predictions({ usefulness }: { usefulness: boolean }): Promise<Predictions> {
    const { freq } = await this.#now();
    const { rows, cols, data } = probabilitiesOf(freq);
    const predicted = Array.from({ length: rows }, (_, i) => largest(data.subarray(i * cols, (i + 1) * cols)));
    const probability = predicted.map((y, i) => rounded(data[i * cols + y]));
    // A labelled item is judged by the others: its own label would always agree with itself.
    for (const { index, counts } of this.#learner.labels.labelled) {
      const k = withoutOwn(this.#pool, freq.data, index, counts.indexOf(1));
      const total = k.reduce((sum, one) => sum + one, 0);
      predicted[index] = total < NOTHING ? counts.indexOf(1) : largest(k);
      probability[index] = total < NOTHING ? rounded(1 / cols) : rounded(k[predicted[index]] / total);
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

  async modelFile(): Promise<string> {
    return modelFileOf(this.#spec, this.#learner);
  }

  async similarTo({ item, count }: { item: number; count: number }): Promise<number[]> {
    const all = Array.from({ length: this.itemCount }, (_, other) => other).filter((other) => other !== item);
    const similarity = this.#column((await this.#now()).kernel, item);
    return all.sort((a, b) => similarity[b] - similarity[a]).slice(0, count);
  }

  /** The same answers, learnt from by another model. */
  async #switch(kind: ModelKind): Promise<void> {
    const { labels } = this.#learner;
    const before = this.#learner;
    this.#open = await openLearner(this.#spec, kind);
    for (const { index, counts } of labels.labelled) await this.#set(index, counts.indexOf(1));
    for (const aside of ["skipped", "discarded"] as const) {
      for (const item of labels.aside(aside)) await this.#set(item, aside);
    }
    this.#growing = this.#newCurve();
    await before.close();
  }

  #newCurve(): GrowingModel {
    return new GrowingModel(this.#pool, this.#spec.truth, (labels) => this.#open.session.frequencies(labels));
  }

  /** The model at the labels of now, computed once for all questions about them. */
  #now(): Promise<Taught> {
    this.#taught ??= this.#compute();
    return this.#taught;
  }

  async #compute(): Promise<Taught> {
    const freq = await this.#open.session.frequencies(this.#learner.labels);
    return { freq, kernel: await this.#learner.learntKernel() };
  }

  /** K(x, item) for every x of the pool. */
  #column(kernel: Kernel, item: number): Float64Array {
    const { features, size } = this.#pool;
    const column = new Float64Array(size);
    for (let x = 0; x < size; x++) column[x] = kernel.similarity(features, x, features, item);
    return column;
  }

  #worthOf(
    { data, cols }: Matrix,
    similarity: Float64Array,
    item: number,
  ): { answers: AnswerWorth[]; likeliest: number; gain: number } {
    const answers = worthOf(data, similarity, item, cols, EXAMPLES);
    const likeliest = answers.reduce((best, one, y) => (one.probability > answers[best].probability ? y : best), 0);
    return { answers, likeliest, gain: answers.reduce((sum, one) => sum + one.probability * one.gain, 0) };
  }

  /**
   * Items to begin with, then others that are good and unlike those before: the largest scores often belong to
   * near-equal items, and all but the first of them would tell nothing new.
   */
  async #different(
    begun: readonly number[],
    top: readonly { index: number; score: number }[],
    count: number,
  ): Promise<number[]> {
    if (begun.length >= count) return [...begun];
    const { features } = this.#pool;
    const { kernel } = await this.#now();
    const chosen = [...begun];
    const left = top
      .filter(({ index }) => !chosen.includes(index))
      .map(({ index, score }) => ({ index, worth: score }));
    const spoil = (item: number) => {
      for (const one of left) one.worth *= 1 - Math.min(1, kernel.similarity(features, one.index, features, item));
    };
    for (const item of chosen) spoil(item);
    while (chosen.length < count && left.length > 0) {
      const best = left.reduce((most, one, at) => (one.worth > left[most].worth ? at : most), 0);
      const [{ index }] = left.splice(best, 1);
      chosen.push(index);
      spoil(index);
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
  #auditItem(more: number, without: readonly number[], shown?: number): number | null {
    const { labels } = this.#learner;
    const answered =
      this.itemCount - labels.unlabelled().length + (shown !== undefined && this.#isOpen(shown) ? more : 0);
    const chance = generator(this.#spec.seed, 1_000_003 + answered);
    if (answered < FIRST_AUDIT || chance.nextIndex(1000) >= this.#auditShare * 1000) return null;
    const taken = new Set(without);
    const open = labels.unlabelled().filter((item) => item !== shown && !taken.has(item));
    return open.length === 0 ? null : open[chance.nextIndex(open.length)];
  }

  /** Does something as if some items were not there to be asked: they teach the model nothing meanwhile either. */
  async #aside<T>(items: readonly number[], work: () => Promise<T>): Promise<T> {
    const open = items.filter((item) => this.#isOpen(item));
    for (const item of open) await this.#learner.skip(item);
    try {
      return await work();
    } finally {
      for (const item of open) await this.#learner.restore(item);
    }
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
}

/**
 * How many items are chosen each as if those before it had been answered as the model expects. They serve fast hands far
 * better than the best of now that differ (decision 0056), but each costs as much as a question.
 */
function stepsAhead(kind: ModelKind, items: number): number {
  if (kind === "paper" || items <= 2500) return 8;
  return items <= 5000 ? 4 : 2;
}

/** Below this sum of similarities no other label reaches an item: what is left are rounding errors. */
const NOTHING = 1e-12;

function rounded(probability: number): number {
  return Number(probability.toFixed(4));
}
