// What stop rules and forecasts look at, recorded along a run, so that all of them can be replayed on one curve. Audits
// are no part of it: with the number of wrong predictions among the open items known, or under costs how many of them
// cost how much, an audit is a draw from an urn. Under costs a loss is a share of the largest cost, as `targetStop` has it.
import {
  costScale,
  decide,
  type EngineSession,
  expectedCost,
  generator,
  type Labels,
  leftOutFrequencies,
  lossMatrixAt,
  type Matrix,
  predictiveFrequencies,
  type Strategy,
  xgain,
} from "@xpal/core";
import type { Task } from "./task.ts";

/** How many labels lie between two states that are recorded. */
export const TRACE_EVERY = 5;
/** How many labels the look ahead supposes. */
const AHEAD = 3;

/** A run as stop rules see it; lists at 0, 5, 10, ... labels unless said otherwise. */
export interface StopTrace {
  /** Items of the pool without a label, and how many of them are predicted wrongly. */
  readonly open: number[];
  readonly openWrong: number[];
  /** The error among the open items that the model expects of itself; under costs the mean loss. */
  readonly expected: number[];
  /** Mean of 1 - max p and mean entropy (1: all classes alike) over the open items. */
  readonly uncertainty: number[];
  readonly entropy: number[];
  /** Cohen's kappa of the predictions for the open items, now and at the state before; 0 at the first. */
  readonly kappa: number[];
  /** The expected gain of the next label, and the mean of the next three, each answered as the model expects. */
  readonly gain: number[];
  readonly ahead: number[];
  /** How many labelled items are predicted wrongly by the others; under costs the sum of the losses. */
  readonly leftOutWrong: number[];
  /** Per label, in order: whether the item was predicted wrongly before it was answered; under costs the loss. */
  readonly foretoldWrong: number[];
  /** Under costs: those above 0 that are in the table, from the smallest to the largest. */
  readonly costs?: number[];
  /** Under costs: what the best single call for all items costs at most, a list of one. */
  readonly blindCost?: number[];
  /** Under costs: how many open items are predicted at each of these costs, one state behind the other. */
  readonly openAtCost?: number[];
}

/** Records a run. */
export class StopRecorder {
  readonly #task: Task;
  readonly #session: EngineSession;
  readonly trace: StopTrace;
  /** Null where all errors cost the same. */
  readonly #costs: Matrix | null;
  /** The largest cost; 1 where all errors cost the same. */
  readonly #unit: number;
  #decided: Uint32Array | undefined;

  constructor(task: Task, session: EngineSession) {
    this.#task = task;
    this.#session = session;
    this.#costs = task.pool.lossMatrix;
    const costs = [...new Set(this.#costs?.data)].filter((cost) => cost > 0).sort((a, b) => a - b);
    this.#unit = costs.at(-1) ?? 1;
    this.trace = {
      ...{ open: [], openWrong: [], expected: [], uncertainty: [], entropy: [] },
      ...{ kappa: [], gain: [], ahead: [], leftOutWrong: [], foretoldWrong: [] },
      ...(this.#costs === null ? {} : { costs, blindCost: [costScale(this.#costs).blind], openAtCost: [] }),
    };
  }

  /** Takes the state at some labels, before the item that was chosen next is answered; null at the end of the run. */
  async observe(labels: Labels, chosen: number | null, strategy: Strategy): Promise<void> {
    const ofChoice = await this.#session.frequencies(labels);
    const { pool: items } = this.#task;
    const known = { pool: ofChoice, items: ofChoice };
    const freq = items.predictor === null ? ofChoice : predictiveFrequencies(items, labels, undefined, known);
    const loss = lossMatrixAt(this.#task.pool, labels, freq);
    const decided = Uint32Array.from({ length: freq.rows }, (_, item) => decidedBy(loss, rowOf(freq, item)));
    const { trace } = this;
    if (chosen !== null) trace.foretoldWrong.push(this.#loss(chosen, decided[chosen]));
    if (labels.count % TRACE_EVERY !== 0) return;
    const { pool, truth } = this.#task;
    const open = labels.unlabelled();
    trace.open.push(open.length);
    trace.openWrong.push(open.filter((item) => decided[item] !== truth[item]).length);
    const losses = Array.from(open, (item) => this.#loss(item, decided[item]));
    const counts = trace.costs?.map((cost) => losses.filter((loss) => loss === cost / this.#unit).length) ?? [];
    trace.openAtCost?.push(...counts);
    trace.expected.push(open.length === 0 ? 0 : this.#expected(freq, labels, open));
    const { risk, entropy } = uncertaintyOf(freq, open);
    trace.uncertainty.push(risk);
    trace.entropy.push(entropy);
    trace.kappa.push(this.#decided === undefined ? 0 : kappaOf(this.#decided, decided, open, pool.classCount));
    this.#decided = decided;
    const left = leftOutFrequencies(pool, freq, labels);
    const leftOut = labels.labelled.map(({ index }, at) => this.#loss(index, decidedBy(loss, rowOf(left, at))));
    trace.leftOutWrong.push(leftOut.reduce((sum, loss) => sum + loss, 0));
    const gains = chosen === null ? [0] : await this.#gains(labels, chosen, ofChoice, strategy);
    trace.gain.push(gains[0]);
    trace.ahead.push(gains.reduce((sum, gain) => sum + gain, 0) / gains.length);
  }

  /** The gains of the next labels, each chosen as if those before it had been answered as the model expects. */
  async #gains(labels: Labels, chosen: number, freq: Matrix, strategy: Strategy): Promise<number[]> {
    const gains = [this.#gainAt(labels, chosen, freq)];
    let supposed = labels.add(chosen, largest(rowOf(freq, chosen)));
    while (gains.length < AHEAD) {
      const candidates = supposed.unlabelled();
      if (candidates.length === 0) break;
      const request = { strategy, labels: supposed, candidates, generator: generator(0) };
      const { best } = await this.#session.scores(request);
      const next = candidates[best[0]];
      const then = await this.#session.frequencies(supposed);
      gains.push(this.#gainAt(supposed, next, then));
      supposed = supposed.add(next, largest(rowOf(then, next)));
    }
    return gains;
  }

  #gainAt(labels: Labels, item: number, freq: Matrix): number {
    const { kernel, features, size } = this.#task.pool;
    const learned = kernel.stateAt?.(features, labels).kernel ?? kernel;
    const similarity = Float64Array.from({ length: size }, (_, x) => learned.similarity(features, item, features, x));
    const candidateFreq = rowOf(freq, item);
    const lossMatrix = lossMatrixAt(this.#task.pool, labels, freq);
    const problem = { similarity, freq, candidateFreq, ...(lossMatrix === null ? {} : { lossMatrix }) };
    return xgain(problem) / this.#unit;
  }

  /** The mean loss of some items that the model expects of itself. */
  #expected(freq: Matrix, labels: Labels, items: Uint32Array): number {
    const { pool } = this.#task;
    return expectedCost(pool, freq, labels, items) / (this.#costs === null ? pool.lossUnit : this.#unit);
  }

  /** What calling an item so costs, as a share of the largest cost. */
  #loss(item: number, called: number): number {
    const truth = this.#task.truth[item];
    if (this.#costs === null) return called === truth ? 0 : 1;
    return rowOf(this.#costs, truth)[called] / this.#unit;
  }
}

function rowOf({ data, cols }: Matrix, item: number): Float64Array {
  return data.subarray(item * cols, (item + 1) * cols);
}

/** The class that is decided; null is the zero-one loss. */
function decidedBy(loss: Matrix | null, k: Float64Array): number {
  return loss === null ? largest(k) : decide(k, loss);
}

/** The class with the largest frequency; of equal ones the first, as inside the gain. */
function largest(k: Float64Array): number {
  let best = 0;
  for (let y = 1; y < k.length; y++) if (k[y] > k[best]) best = y;
  return best;
}

/** Means over some items: 1 - max p, and the entropy relative to that of equal chances. */
function uncertaintyOf(freq: Matrix, items: Uint32Array): { risk: number; entropy: number } {
  let risk = 0;
  let entropy = 0;
  for (const item of items) {
    const k = rowOf(freq, item);
    const total = k.reduce((sum, one) => sum + one, 0);
    let most = 0;
    for (const one of k) {
      const p = total === 0 ? 1 / k.length : one / total;
      most = Math.max(most, p);
      if (p > 0) entropy -= (p * Math.log(p)) / Math.log(k.length);
    }
    risk += 1 - most;
  }
  const count = Math.max(1, items.length);
  return { risk: risk / count, entropy: entropy / count };
}

/** Agreement of two predictions beyond chance; 1 where chance alone would agree everywhere. */
function kappaOf(before: Uint32Array, now: Uint32Array, items: Uint32Array, classCount: number): number {
  const shares = [new Float64Array(classCount), new Float64Array(classCount)];
  let agreed = 0;
  for (const item of items) {
    if (before[item] === now[item]) agreed++;
    shares[0][before[item]]++;
    shares[1][now[item]]++;
  }
  const count = Math.max(1, items.length);
  const chance = shares[0].reduce((sum, one, y) => sum + (one / count) * (shares[1][y] / count), 0);
  return chance >= 1 ? 1 : (agreed / count - chance) / (1 - chance);
}
