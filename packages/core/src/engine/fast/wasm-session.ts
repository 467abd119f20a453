// The fast engine at work on one pool, on the thread that calls it. Strategies that have a fast twin use it; others run
// as they are written, on matrices that the kernel fills. The learned kernel is asked at each call what it has
// become: while it stays the same, so does the state; what is learned has states of its own beside it.

import { learnedPool, teachingLabels } from "../../kernels/learning/learned-pool.ts";
import { Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import { checkStrategy } from "../../strategies/check-strategy.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import { checkScores } from "../check-scores.ts";
import { type EngineSession, type Explanation, learnsFrom, type Scored, type ScoreRequest } from "../engine.ts";
import { type KeptMatrices, viewOn } from "../engine-view.ts";
import { largestOf } from "../largest-of.ts";
import type { LearnedStates } from "../learning/learned-states.ts";
import { looksAhead, myopic } from "../look-ahead.ts";
import type { Mode } from "../memory/memory-plan.ts";
import { strategyAt } from "../strategy-at.ts";
import type { FastTwin, TwinKind, TwinOf, WasmStates } from "./fast-twin.ts";
import { placesIn } from "./neighbour-order.ts";
import { reachOf, sampleReach, scoredCount } from "./scored-items.ts";
import type { WasmState } from "./wasm-state.ts";

/** What is kept for one kernel. */
interface KernelState {
  readonly states: WasmStates;
  readonly kept: KeptMatrices;
  readonly twins: Map<TwinKind, FastTwin>;
}

/** What a state is laid out with beside its pool. */
export interface Layout {
  /** How many items are scored. */
  readonly scored: number;
  /** Bytes of the budget that are used already, and that what is learned takes later. */
  readonly used: number;
  readonly learned: number;
  /** Taken if nobody asked for another. */
  readonly mode: Mode | undefined;
}

/** What sessions are made with. */
export interface SessionParts {
  layOut(pool: Pool, layout: Layout): WasmState;
  /** What the learned kernel needs; null where the kernel does not learn. */
  learnedOf(pool: Pool): LearnedStates | null;
  readonly twinOf: TwinOf;
}

/** A session on the calling thread. */
export class WasmSession implements EngineSession {
  readonly pool: Pool;
  readonly #parts: SessionParts;
  #learned: LearnedStates | null;
  #state: KernelState;
  /** How far the items that are scored reach down the order of candidates. */
  #scored: number;
  #ranks: Uint32Array | undefined;
  /** For candidates that are more than a sample. */
  #whole: WasmSession | undefined;
  #plain: EngineSession | undefined;
  #last: () => string = () => "nothing has been asked yet";

  constructor(pool: Pool, parts: SessionParts) {
    this.pool = pool;
    this.#parts = parts;
    this.#scored = scoredCount(pool);
    this.#learned = parts.learnedOf(pool);
    this.#state = this.#open(learnedPool(pool, Labels.none(pool)));
  }

  /** What the spreads of the learned kernel's views follow from, once they were needed. */
  get neighbourDistances(): readonly Float64Array[] | undefined {
    return this.#learned?.neighbourDistances;
  }

  /** Makes fits of the learned kernel that will be needed soon. */
  fitAhead(labels: Labels): void {
    this.#learned?.fitAhead(labels);
  }

  /** Prepares a part of what the learned kernel needs later; returns whether there is more. */
  prepareSome(): boolean {
    return this.#learned?.prepareSome(this.#state.states.evaluation) ?? false;
  }

  /** A strategy that looks ahead is first asked without: where some gain is above 0, that is the answer. */
  async scores(given: ScoreRequest): Promise<Scored> {
    checkStrategy("scores", given.strategy, this.pool);
    const strategy = strategyAt(given.strategy, this.pool.kernel, given.labels);
    const request = strategy === given.strategy ? given : { ...given, strategy };
    const whole = this.#reach(request);
    if (whole !== undefined) return whole.scores(request);
    if (!looksAhead(request.strategy)) return this.#scores(request);
    const gains = await this.#scores({ ...request, strategy: myopic(request.strategy, 0) });
    if (!(gains.scores[gains.best[0]] > 0)) return this.#scores(request); // the best one is exact
    return this.#scores({ ...request, strategy: myopic(request.strategy) });
  }

  /** Makes the candidates of a request items that are scored; where they are more than a sample, another session has them all. */
  #reach({ candidates, labels }: ScoreRequest): WasmSession | undefined {
    const { candidateOrder } = this.pool;
    if (candidateOrder === null || this.#scored === this.pool.size) return undefined;
    this.#ranks ??= placesIn(candidateOrder);
    const reach = reachOf(candidates, this.#ranks);
    if (reach <= this.#scored) return undefined;
    if (reach > sampleReach(labels)) {
      this.#whole ??= new WasmSession({ ...this.pool, candidateOrder: null }, this.#parts);
      return this.#whole;
    }
    this.#scored = scoredCount(this.pool, reach);
    this.#learned = this.#parts.learnedOf(this.pool);
    this.#state = this.#open(learnedPool(this.pool, Labels.none(this.pool)));
    return undefined;
  }

  async #scores(request: ScoreRequest): Promise<Scored> {
    const { strategy } = request;
    const teaching = teachingLabels(strategy, this.pool, request.labels);
    const learned = this.#learnedAt(teaching, strategy);
    if (learned !== undefined) {
      const scored = learned.score(request);
      this.#last = () => `${strategy.name}: ${learned.way}`;
      return scored;
    }
    const state = this.#stateFor(teaching);
    if (state === null) {
      this.#last = () => `${strategy.name}: as the definition, since the kernel is a mixture that was learned`;
      return (await this.#definition()).scores(request);
    }
    const kind = this.#parts.twinOf(strategy, state.states.evaluation.pool);
    if (kind !== undefined) {
      const twin = state.twins.get(kind) ?? (await loadedTwin(state, kind));
      const scored = twin.score(request);
      this.#last = () => `${strategy.name}: ${kind.says}`;
      return scored;
    }
    this.#last = () => `${strategy.name}: as it is written, on matrices that the kernel filled`;
    const scores = strategy.scores(viewOn(state.states.evaluation, request, state.kept));
    checkScores(strategy.name, scores, request.candidates.length);
    return { scores, best: largestOf(scores) };
  }

  async frequencies(labels: Labels): Promise<Matrix> {
    return this.#matrix(labels, "items") ?? (await this.#definition()).frequencies(labels);
  }

  async evaluationFrequencies(labels: Labels): Promise<Matrix> {
    return this.#matrix(labels, "points") ?? (await this.#definition()).evaluationFrequencies(labels);
  }

  explanation(): Explanation {
    const none = { learned: null, earlier: null };
    const { learned, earlier } = this.#learned?.learned ?? this.#plain?.explanation() ?? none;
    return { engine: this.#way(), learnsFrom: learnsFrom(this.pool.kernel), learned, earlier };
  }

  explain(): string {
    const explanation = this.explanation();
    return this.#learned?.inWords(explanation) ?? explanation.engine;
  }

  #way(): string {
    const { plan, relations } = this.#state.states.evaluation;
    const host = relations.onHost ? "; the kernel's function is called for each pair" : "";
    return `wasm, ${plan.mode}: ${plan.reason}${host}; ${this.#last()}`;
  }

  async close(): Promise<void> {}

  #open(pool: Pool): KernelState {
    const learned = this.#learned?.bytes ?? 0; // what is learned lies beside the first state
    const mode = this.#learned?.baseMode;
    const evaluation = this.#parts.layOut(pool, { scored: this.#scored, used: 0, learned, mode });
    let whole: WasmState | undefined;
    const states = {
      evaluation,
      pool: () => {
        const { used } = evaluation.arena;
        whole ??= pool.evaluation.isPool
          ? evaluation
          : this.#parts.layOut(withWholePool(pool), { scored: pool.size, used, learned: 0, mode: undefined });
        return whole;
      },
    };
    return { states, kept: {}, twins: new Map() };
  }

  /** The state for what these labels teach; none where the kernel does not learn, or not yet. */
  #learnedAt(labels: Labels, strategy?: Strategy) {
    return this.#learned?.at(this.#state.states.evaluation, labels, strategy);
  }

  /** The state for what the kernel is at these labels, or null where it sums frequencies in a way of its own. */
  #stateFor(labels: Labels): KernelState | null {
    const pool = learnedPool(this.pool, labels);
    if (pool.kernel.frequencies !== undefined) return null;
    const known = this.#state.states.evaluation.pool.kernel;
    if (pool !== this.pool && pool.kernel !== known) this.#state = this.#open(pool);
    return this.#state;
  }

  async #definition(): Promise<EngineSession> {
    const { definition } = await import("../definition.ts");
    this.#plain ??= await definition.open(this.pool);
    return this.#plain;
  }

  #matrix(labels: Labels, which: "items" | "points"): Matrix | undefined {
    const learned = this.#learnedAt(labels);
    if (learned !== undefined) return learned.frequencies(labels, which);
    const state = this.#stateFor(labels);
    if (state === null) return undefined;
    const { frequencies, relations } = state.states.evaluation;
    frequencies.update(labels);
    relations.check();
    return frequencies.matrixOf(frequencies[which]);
  }
}

/** A twin that is asked for the first time in this state: its code is loaded. */
async function loadedTwin({ states, twins }: KernelState, kind: TwinKind): Promise<FastTwin> {
  const make = await kind.load(states.evaluation);
  const twin = twins.get(kind) ?? make(states); // another question may have made it meanwhile
  twins.set(kind, twin);
  return twin;
}

/** The same pool with itself as evaluation set, for strategies that look at all items whatever the evaluation set is. */
function withWholePool(pool: Pool): Pool {
  const indices = Uint32Array.from({ length: pool.size }, (_, i) => i);
  const { features, size } = pool;
  const evaluation = { size, indices, features, weights: null, isPool: true, sampled: false };
  return { ...pool, evaluation, candidateOrder: null };
}
