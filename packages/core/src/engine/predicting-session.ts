// Choosing by what people see predicted. xPAL's gain follows from frequencies, k_x[y] = how much similar evidence there is for
// class y at x. Where a predictor says more than the kernel alone, its probabilities share out the kernel's evidence:
//
//   k_x[y] = m(x) p(y | x),   m(x) = the sum of the kernel frequencies at x.
//
// So any probabilities can take part, and an answer's value speaks of the predictions that it would change.

import { isLearnedKernel } from "../kernels/learning/is-learned-kernel.ts";
import type { Labels } from "../labels.ts";
import { type Matrix, matrix, pickRows } from "../matrix.ts";
import type { Pool } from "../pool.ts";
import { atLabelled } from "../predictor/left-out-frequencies.ts";
import { predictorAt } from "../predictor/predictive-frequencies.ts";
import { MAX_EXACT_ITEMS } from "../sample.ts";
import type { Strategy } from "../strategies/strategy.ts";
import type { Engine, EngineSession, Scored, ScoreRequest } from "./engine.ts";

/** The frequencies that a gain is computed from, at the items of the pool and at the evaluation points. */
export interface GainFrequencies {
  readonly items: Matrix;
  readonly points: Matrix;
}

/**
 * The frequencies for the gain at some labels, where they are not the kernel's own: the pool has a predictor, its kernel has learned, and
 * it is small enough for all items to be predicted at each question.
 * @param session Gives the kernel's frequencies.
 */
export async function gainFrequencies(
  session: Pick<EngineSession, "frequencies" | "evaluationFrequencies">,
  pool: Pool,
  labels: Labels,
): Promise<GainFrequencies | null> {
  const { kernel, evaluation, predictor } = pool;
  if (predictor === null || !isLearnedKernel(kernel) || !kernel.learnsAt(labels)) return null;
  if (pool.size > MAX_EXACT_ITEMS) return null;
  const freq = await session.frequencies(labels);
  const fitted = predictorAt(pool, labels, atLabelled(freq, labels));
  if (fitted === null) return null;
  const items = sharedOut(freq, fitted.probabilities(pool.features, freq));
  if (evaluation.isPool) return { items, points: items };
  if (evaluation.indices !== null) return { items, points: pickRows(items, evaluation.indices) };
  const outside = await session.evaluationFrequencies(labels);
  return { items, points: sharedOut(outside, fitted.probabilities(evaluation.features, outside)) };
}

/** m(x) p(y | x). */
function sharedOut(freq: Matrix, probabilities: Matrix): Matrix {
  const shared = matrix(freq.rows, freq.cols);
  for (let x = 0; x < freq.rows; x++) {
    let mass = 0;
    for (let y = 0; y < freq.cols; y++) mass += freq.data[x * freq.cols + y];
    for (let y = 0, at = x * freq.cols; y < freq.cols; y++, at++) shared.data[at] = mass * probabilities.data[at];
  }
  return shared;
}

/** Opens an engine on a pool; where the pool has a predictor xPAL chooses by it. */
export async function openOn(engine: Engine, pool: Pool): Promise<EngineSession> {
  const session = await engine.open(pool);
  return pool.predictor === null ? session : new PredictingSession(session, pool);
}

class PredictingSession implements EngineSession {
  readonly pool: Pool;
  readonly #session: EngineSession;
  readonly holdsThreads?: boolean;
  readonly retire?: () => Promise<void>;
  readonly frequencies: EngineSession["frequencies"];
  readonly evaluationFrequencies: EngineSession["evaluationFrequencies"];
  readonly explanation: EngineSession["explanation"];
  readonly explain: EngineSession["explain"];
  readonly close: EngineSession["close"];

  constructor(session: EngineSession, pool: Pool) {
    this.pool = pool;
    this.#session = session;
    this.frequencies = (labels) => session.frequencies(labels);
    this.evaluationFrequencies = (labels) => session.evaluationFrequencies(labels);
    this.explanation = () => session.explanation();
    this.explain = () => session.explain();
    this.close = () => session.close();
    if (session.holdsThreads !== undefined) this.holdsThreads = session.holdsThreads;
    if (session.retire !== undefined) this.retire = () => session.retire?.() as Promise<void>;
  }

  async scores(request: ScoreRequest): Promise<Scored> {
    if (!goesByGain(request.strategy)) return this.#session.scores(request);
    const frequencies = await gainFrequencies(this.#session, this.pool, request.labels);
    return this.#session.scores(frequencies === null ? request : { ...request, frequencies });
  }
}

function goesByGain(strategy: Strategy): boolean {
  return strategy.name === "xpal";
}
