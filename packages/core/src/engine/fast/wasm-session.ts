// The fast engine at work on one pool, on the thread that calls it. Strategies that have a fast twin use it; others run
// as they are written, on matrices that the kernel fills. The learned kernel is asked at each call what it has
// become: while it stays the same, so does the state; what is learned has states of its own beside it.

import { learnedPool, teachingLabels } from "../../kernels/learning/learned-pool.ts";
import { Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import { checkStrategy } from "../../strategies/check-strategy.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import { cancelled } from "../cancelled.ts";
import { checkScores } from "../check-scores.ts";
import {
  type EngineSession,
  type Examined,
  type Explanation,
  learnsFrom,
  type Scored,
  type ScoreRequest,
} from "../engine.ts";
import { type KeptMatrices, viewOn } from "../engine-view.ts";
import { largestOf } from "../largest-of.ts";
import type { LearnedStates } from "../learning/learned-states.ts";
import { looksAhead, myopic } from "../look-ahead.ts";
import type { Mode } from "../memory/memory-plan.ts";
import { strategyAt } from "../strategy-at.ts";
import { nextTurn } from "../threads/platform.ts";
import type { FastTwin, TwinKind, TwinOf, WasmStates } from "./fast-twin.ts";
import type { WasmState } from "./wasm-state.ts";

/** What is kept for one kernel. */
interface KernelState {
  readonly states: WasmStates;
  readonly kept: KeptMatrices;
  readonly twins: Map<TwinKind, FastTwin>;
}

/** Lays out a state for a pool, where this many bytes of the budget are used already; `mode` if nobody asked for another. */
type LayOut = (pool: Pool, used: number, mode?: Mode) => WasmState;

/** A session on the calling thread. */
export class WasmSession implements EngineSession {
  readonly pool: Pool;
  readonly #layOut: LayOut;
  /** Null where the kernel does not learn. */
  readonly #learned: LearnedStates | null;
  readonly #twinOf: TwinOf;
  #state: KernelState;
  #plain: EngineSession | undefined;
  #examined: Examined | undefined;
  #last: () => string = () => "nothing has been asked yet";

  constructor(pool: Pool, layOut: LayOut, learned: LearnedStates | null, twinOf: TwinOf) {
    this.pool = pool;
    this.#layOut = layOut;
    this.#learned = learned;
    this.#twinOf = twinOf;
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
    if (!looksAhead(request.strategy)) return this.#scores(request);
    const gains = await this.#scores({ ...request, strategy: myopic(request.strategy, 0) });
    if (!(gains.scores[gains.best[0]] > 0)) return this.#scores(request); // the best one is exact
    return this.#scores({ ...request, strategy: myopic(request.strategy) });
  }

  async #scores(request: ScoreRequest): Promise<Scored> {
    const { strategy } = request;
    this.#examined = undefined;
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
    const kind = this.#twinOf(strategy, state.states.evaluation.pool);
    if (kind !== undefined) {
      const twin = state.twins.get(kind) ?? (await loadedTwin(state, kind));
      if (twin.prepare !== undefined) await prepared(twin, request);
      const scored = twin.score(request);
      const { examined } = twin;
      this.#examined = examined;
      this.#last = () => `${strategy.name}: ${examined === undefined ? kind.says : byBounds(examined)}`;
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
    const examined = this.#examined === undefined ? {} : { examined: this.#examined };
    return { engine: this.#way(), ...examined, learnsFrom: learnsFrom(this.pool.kernel), learned, earlier };
  }

  explain(): string {
    const explanation = this.explanation();
    return this.#learned?.inWords(explanation) ?? explanation.engine;
  }

  #way(): string {
    const { plan, jobs, relations } = this.#state.states.evaluation;
    const threads = jobs.threads === 1 ? "one thread" : `${jobs.threads} threads`;
    const host = relations.onHost ? "; the kernel's function is called for each pair" : "";
    if (this.#examined !== undefined) {
      return `wasm, bounds, ${threads}: all lists would not fit or not pay; ${this.#last()}`;
    }
    return `wasm, ${plan.mode}, ${threads}: ${plan.reason}${host}; ${this.#last()}`;
  }

  async close(): Promise<void> {}

  #open(pool: Pool): KernelState {
    const evaluation = this.#layOut(pool, 0, this.#learned?.baseMode);
    let whole: WasmState | undefined;
    const states = {
      evaluation,
      pool: () => {
        whole ??= pool.evaluation.isPool ? evaluation : this.#layOut(withWholePool(pool), evaluation.arena.used);
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

/** Prepares a twin in steps, between which the caller is told and asked. */
async function prepared(twin: FastTwin, request: ScoreRequest): Promise<void> {
  for (let share = twin.prepare?.(request) ?? 1; share < 1; share = twin.prepare?.(request) ?? 1) {
    request.onProgress?.(share);
    await nextTurn();
    if (request.signal?.aborted) throw cancelled();
  }
}

function byBounds({ refined, evaluated }: Examined): string {
  const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;
  return `upper bounds of all candidates, finer ones of ${percent(refined)}, scores of ${percent(evaluated)} were computed`;
}

/** The same pool with itself as evaluation set, for strategies that look at all items whatever the evaluation set is. */
function withWholePool(pool: Pool): Pool {
  const indices = Uint32Array.from({ length: pool.size }, (_, i) => i);
  const { features, size } = pool;
  return { ...pool, evaluation: { size, indices, features, weights: null, isPool: true, sampled: false } };
}
