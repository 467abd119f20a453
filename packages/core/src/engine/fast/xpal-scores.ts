// The fast twin of xPAL (src/strategies/xpal.ts): the gain of all candidates by the way that the memory plan chose,
// then the choice made exact by scoring those that could be the best in the definition's own order of operations.
import { expectedCosts } from "../../classifier/decide.ts";
import { lossAt } from "../../classifier/measure.ts";
import { posteriorOf } from "../../classifier/posterior.ts";
import { priorPerClass } from "../../classifier/priors.ts";
import type { Matrix } from "../../matrix.ts";
import { checkCostCount, type XpalStrategy } from "../../strategies/xpal.ts";
import { chooseExactly, choosePerCost } from "../choose-exactly.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import type { CostSums } from "./cost-sums.ts";
import { errorBound } from "./error-bound.ts";
import { GainSums } from "./gain-sums.ts";
import { gather, placesOf } from "./gather.ts";
import type { Planes } from "./label-frequencies.ts";
import type { WasmState } from "./wasm-state.ts";

/** What only pools with costs need, and is loaded for them (see fast-twins.ts). */
export interface XpalParts {
  readonly CostSums?: new (state: WasmState) => CostSums;
}

/** Scores candidates by xPAL on one state. */
export class XpalScores {
  readonly #state: WasmState;
  readonly #parts: XpalParts;
  readonly #gains: GainSums;
  readonly #room: number;
  readonly #alive: number;
  #costs: CostSums | undefined;

  constructor(state: WasmState, parts: XpalParts) {
    this.#state = state;
    this.#parts = parts;
    this.#gains = new GainSums(state);
    this.#room = state.arena.allocate(state.pool.classCount * 16);
    this.#alive = state.arena.allocate(state.pool.evaluation.size * 4);
  }

  /** The scores, exact where they decide. */
  score(request: ScoreRequest): Scored {
    const { strategy, labels, candidates, count = 1 } = request;
    const { pool, plan, arena, frequencies, relations, scores, orders, pointPlaces } = this.#state;
    const { evaluationPrior, candidatePrior, ownRisk = 0, labelCosts = null } = strategy as XpalStrategy;
    const alpha = priorPerClass("xpal", "evaluationPrior", evaluationPrior, pool.classCount);
    const beta = priorPerClass("xpal", "candidatePrior", candidatePrior, pool.classCount);
    frequencies.update(labels);
    const loss = lossAt(pool, labels, () => frequencies.matrixOf(frequencies.points));
    checkCostCount(labelCosts, pool.size);
    const own = placesOf(orders.itemPlaces, candidates);
    const added = ownRisk === 0 ? null : ownRisks(this.#state, frequencies.items, own, beta, ownRisk, loss);
    const { live, bound, listed } =
      loss === null ? this.#plainGains(alpha, beta, labels.count === 0) : this.#costGains(alpha, beta, loss);
    relations.check();
    const fast = gather(arena.doubles(scores, plan.scored), own);
    added?.forEach((risk, place) => {
      fast[place] += risk;
    });
    let points: Places | undefined;
    const exactly = (place: number) => {
      if (live === 0) return fast[place]; // no label flips anything: every gain is 0, exactly
      points ??= listed ? this.#alivePoints() : { at: pointPlaces, count: pool.evaluation.size };
      const gain = this.#exactly(candidates[place], points);
      return added === null ? gain : gain + added[place];
    };
    const bounds = live === 0 ? () => 0 : bound;
    if (labelCosts === null) return chooseExactly(fast, count, bounds, exactly);
    return choosePerCost(fast, count, (place) => bounds(fast[place]), exactly, gather(labelCosts, candidates));
  }

  #costSums(): CostSums {
    this.#costs ??= new this.#parts.CostSums!(this.#state);
    return this.#costs;
  }

  /** The gains under the zero-one loss, and how far they can be off. */
  #plainGains(alpha: Float64Array, beta: Float64Array, nothingLabelled: boolean): Gains {
    const { classCount, evaluation } = this.#state.pool;
    const { live, uniform, listed } = this.#gains.compute(alpha, beta, nothingLabelled);
    return { live, listed, bound: errorBound(classCount, evaluation.size, live, uniform) };
  }

  /** The same under costs. */
  #costGains(alpha: Float64Array, beta: Float64Array, loss: Matrix): Gains {
    this.#gains.write(alpha, beta);
    const { live, bound, listed } = this.#costSums().compute(loss, this.#gains.alpha, this.#gains.beta);
    return { live, listed, bound: () => bound };
  }

  /** The points at which a label can change a decision, in the order of the definition's sum. */
  #alivePoints(): Places {
    const { pool, arena, work, orders } = this.#state;
    const alive = new Uint8Array(pool.evaluation.size);
    const words = arena.words(work.alive, pool.evaluation.size + 1);
    for (let i = 1; i <= words[0]; i++) alive[words[i]] = 1;
    const places = arena.words(this.#alive, pool.evaluation.size);
    let count = 0;
    for (const place of orders.pointPlaces) if (alive[place] === 1) places[count++] = place;
    return { at: this.#alive, count };
  }

  #exactly(candidate: number, places: Places): number {
    const { pool, call, relations, frequencies, weights, work, orders } = this.#state;
    const { points, items } = frequencies;
    const { row, scratch } = work;
    const given = {
      relation: relations.pointsWithItem,
      candidate: orders.itemPlaces[candidate],
      places: places.at,
      placeCount: places.count,
      pointCount: pool.evaluation.size,
      classCount: pool.classCount,
      freq: points.at,
      stride: points.stride,
      itemFreq: items.at,
      itemStride: items.stride,
      alpha: this.#gains.alpha,
      beta: this.#gains.beta,
      weights,
      row,
      scratch,
      chances: this.#room,
    };
    if (this.#costs === undefined) return call("gainExactly", given);
    return this.#costs.exactly(given);
  }
}

/** Gains that are in memory: at which share of the points any is above 0, and how far they can be off. */
interface Gains {
  readonly live: number;
  readonly listed: boolean;
  readonly bound: (score: number) => number;
}

/** A list of positions in the kernel's memory. */
interface Places {
  readonly at: number;
  readonly count: number;
}

/** What the option ownRisk adds to the gain of the candidates at these positions, with the definition's operations. */
export function ownRisks(
  { pool, arena }: WasmState,
  { at, stride }: Planes,
  candidates: Uint32Array,
  beta: Float64Array,
  ownRisk: number,
  lossMatrix: Matrix | null,
): Float64Array {
  const freq = arena.doubles(at, stride * beta.length);
  const risks = new Float64Array(candidates.length);
  if (lossMatrix !== null) {
    const k = new Float64Array(beta.length);
    for (let place = 0; place < risks.length; place++) {
      for (let y = 0; y < beta.length; y++) k[y] = freq[y * stride + candidates[place]];
      risks[place] = (ownRisk * Math.min(...expectedCosts(posteriorOf(k, beta), lossMatrix))) / pool.evaluation.size;
    }
    return risks;
  }
  for (let place = 0; place < risks.length; place++) {
    const c = candidates[place];
    let total = 0;
    for (let y = 0; y < beta.length; y++) total += freq[y * stride + c] + beta[y];
    let most = 0;
    for (let y = 0; y < beta.length; y++) {
      const chance = freq[y * stride + c] + beta[y];
      if (chance > most) most = chance;
    }
    risks[place] = (ownRisk * (1 - most / total)) / pool.evaluation.size; // the largest quotient is that of the largest
  }
  return risks;
}
