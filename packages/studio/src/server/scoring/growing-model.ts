// The model after each answer: for the learning curve, and for what it said of checks before they were answered.
// What was computed stays; of a long history that is read from the log some points are enough, so that the first question
// does not wait for it.
import { decide, expectedError, type Matrix, type Pool, type Snapshot } from "@xpal/core";
import type { Labelled } from "./labels-of.ts";

/** As many points of what was answered before are computed at once, and as many of its latest checks. */
const POINTS = 24;
const CHECKS = 60;

/** A point of the learning curve. */
export interface CurvePoint {
  readonly labels: number;
  /** The error that the model expects of itself; null while it is too early to tell. */
  readonly expected: number | null;
  /** The share of wrong predictions where the truth is known. */
  readonly real: number | null;
}

/** The model at some answers, which count as they are weighed. */
type ModelState = Pick<Snapshot, "labels" | "predictiveFrequencies" | "lossMatrix">;

/** Follows the answers of one project. */
export class GrowingModel {
  readonly #pool: Pool;
  readonly #truth: Int32Array | null;
  readonly #at: (answers: Labelled) => ModelState;
  readonly #foretold = new Map<number, number>();
  #answers: Labelled = [];
  #points: CurvePoint[] = [];
  /** What is decided for each item at the last point, while that is known. */
  #decided: Int32Array | null = null;
  /** How the answers were weighed at the last point. */
  #weighing = 0;

  /** @param at The model that some answers make. */
  constructor(pool: Pool, truth: Int32Array | null, at: (answers: Labelled) => ModelState) {
    this.#pool = pool;
    this.#truth = truth;
    this.#at = at;
  }

  /** For the position of a check in the answers: the class that was predicted before its answer. */
  get foretold(): ReadonlyMap<number, number> {
    return this.#foretold;
  }

  /**
   * The curve after these answers in this order, beginning with no label.
   * @param weighing Another number where the same answers count for something else than before: the point of now is then
   *   computed again. Earlier points stay as the answers were weighed at their time.
   */
  async curve(answers: Labelled, checks: Labelled, weighing = 0): Promise<CurvePoint[]> {
    this.#forget(answers);
    if (weighing !== this.#weighing) this.#forgetLast(answers.length);
    this.#weighing = weighing;
    this.#answers = [...answers];
    if (this.#points.length === 0) await this.#addPoint(0);
    const random = new Set(checks.map(([item]) => item));
    const known = this.#points[this.#points.length - 1].labels;
    if (known < answers.length && random.has(answers[known][0])) await this.#foretell(known);
    for (const labels of placesBetween(known, answers, random)) {
      await this.#addPoint(labels);
      if (labels < answers.length && random.has(answers[labels][0])) await this.#foretell(labels);
    }
    return [...this.#points];
  }

  /** Drops what came after the first answer that is another one now. */
  #forget(answers: Labelled): void {
    const differs = this.#answers.findIndex(([item, to], at) => answers[at]?.[0] !== item || answers[at]?.[1] !== to);
    if (differs < 0) return;
    this.#points = this.#points.filter(({ labels }) => labels <= differs);
    for (const at of [...this.#foretold.keys()]) if (at >= differs) this.#foretold.delete(at);
    this.#decided = null;
  }

  #forgetLast(labels: number): void {
    if (this.#points.at(-1)?.labels !== labels) return;
    this.#points.pop();
    this.#decided = null;
  }

  async #addPoint(labels: number): Promise<void> {
    const state = this.#at(this.#answers.slice(0, labels));
    const freq = await state.predictiveFrequencies();
    const expected = expectedError(this.#pool, freq, state.labels);
    this.#decided = decisions(freq, await state.lossMatrix());
    this.#points.push({ labels, expected, real: this.#truth === null ? null : wrongShare(this.#decided, this.#truth) });
  }

  /** Notes what the last point says of the item that was answered next. */
  async #foretell(at: number): Promise<void> {
    if (this.#foretold.has(at)) return; // what was said stays, however answers are weighed since
    this.#decided ??= await this.#decisionsAt(at);
    this.#foretold.set(at, this.#decided[this.#answers[at][0]]);
  }

  async #decisionsAt(labels: number): Promise<Int32Array> {
    const state = this.#at(this.#answers.slice(0, labels));
    return decisions(await state.predictiveFrequencies(), await state.lossMatrix());
  }
}

/** The positions after the one that is known at which the model is computed, the end among them. */
function placesBetween(known: number, answers: Labelled, random: ReadonlySet<number>): number[] {
  const missing = answers.length - known;
  const spaced = Array.from({ length: Math.min(missing, POINTS) }, (_, i) => {
    return known + Math.round(((i + 1) * missing) / Math.min(missing, POINTS));
  });
  const checked = answers.flatMap(([item], at) => (at > known && random.has(item) ? [at] : [])).slice(-CHECKS);
  return [...new Set([...spaced, ...checked])].sort((a, b) => a - b);
}

function decisions({ rows, cols, data }: Matrix, loss: Matrix | null): Int32Array {
  const by = loss ?? undefined;
  return Int32Array.from({ length: rows }, (_, x) => decide(data.subarray(x * cols, (x + 1) * cols), by));
}

/** Among the items whose truth is known. */
function wrongShare(decided: Int32Array, truth: Int32Array): number {
  const known = truth.filter((y) => y >= 0).length;
  return known === 0 ? 0 : decided.filter((y, x) => truth[x] >= 0 && y !== truth[x]).length / known;
}
