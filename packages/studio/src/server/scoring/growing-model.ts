// The model after each answer, for the learning curve. Points that were computed stay; of a long history that is read
// from the log some points are enough, so that the first question does not wait for it.
import { Labels, type Matrix, type Pool } from "xpal";
import type { Labelled } from "./left-out.ts";
import { expectedError, largest } from "./self-assessment.ts";

/** As many points of what was answered before are computed at once. */
const POINTS = 24;

/** A point of the learning curve. */
export interface CurvePoint {
  readonly labels: number;
  /** The error that the model expects of itself. */
  readonly expected: number;
  /** The share of wrong predictions where the truth is known. */
  readonly real: number | null;
}

/** Follows the answers of one project. */
export class GrowingModel {
  readonly #pool: Pool;
  readonly #truth: Int32Array | null;
  readonly #frequencies: (labels: Labels) => Promise<Matrix>;
  #answers: Labelled = [];
  #points: CurvePoint[] = [];

  /** @param frequencies Kernel frequencies of all items under some labels, by the kernel that these teach. */
  constructor(pool: Pool, truth: Int32Array | null, frequencies: (labels: Labels) => Promise<Matrix>) {
    this.#pool = pool;
    this.#truth = truth;
    this.#frequencies = frequencies;
  }

  /** The curve after these answers in this order, beginning with no label. */
  async curve(answers: Labelled): Promise<CurvePoint[]> {
    const differs = this.#answers.findIndex(([item, to], at) => answers[at]?.[0] !== item || answers[at]?.[1] !== to);
    const same = differs < 0 ? this.#answers.length : differs;
    this.#points = this.#points.filter(({ labels }) => labels <= same);
    this.#answers = [...answers];
    if (this.#points.length === 0) this.#points.push(await this.#point(0));
    const known = this.#points[this.#points.length - 1].labels;
    const missing = answers.length - known;
    for (let i = 1; i <= Math.min(missing, POINTS); i++) {
      this.#points.push(await this.#point(known + Math.round((i * missing) / Math.min(missing, POINTS))));
    }
    return [...this.#points];
  }

  async #point(labels: number): Promise<CurvePoint> {
    const answers = this.#answers.slice(0, labels);
    const labelled = answers.map(([item, to]) => [item, to, 1] as const);
    const freq = await this.#frequencies(Labels.fromJSON(this.#pool, { labelled, skipped: [], discarded: [] }));
    const expected = expectedError(this.#pool, freq, answers);
    return { labels, expected, real: this.#truth === null ? null : wrongShare(freq, this.#truth) };
  }
}

function wrongShare({ rows, cols, data }: Matrix, truth: Int32Array): number {
  let wrong = 0;
  for (let x = 0; x < rows; x++) if (largest(data.subarray(x * cols, (x + 1) * cols)) !== truth[x]) wrong++;
  return wrong / rows;
}
