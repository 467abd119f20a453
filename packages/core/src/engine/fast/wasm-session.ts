// The fast engine at work on one pool, on the thread that calls it. Strategies that have a fast twin use it; others run
// as they are written, on matrices that the kernel fills. A kernel that learns is asked at each call what it has
// become: while it stays the same, so does the state; for the adaptive kernel's mixtures there is a state beside it.

import type { Kernel } from "../../kernels/kernel.ts";
import { isAdaptive } from "../../kernels/learning/adaptive.ts";
import { isLearning } from "../../kernels/learning/learning.ts";
import { learntPool, teachingLabels } from "../../kernels/learning/learnt-pool.ts";
import { mixture } from "../../kernels/learning/mixture.ts";
import { Labels } from "../../labels.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import { cancelled } from "../cancelled.ts";
import { checkScores, definition, largestOf } from "../definition.ts";
import {
  type EngineSession,
  type Examined,
  type Explanation,
  inWords,
  learnsFrom,
  type Scored,
  type ScoreRequest,
} from "../engine.ts";
import { type KeptMatrices, viewOn } from "../engine-view.ts";
import { BaseDistances } from "../learning/base-distances.ts";
import { GroupState } from "../learning/group-state.ts";
import { MixtureState, servesBaseFromMixture } from "../learning/mixture-state.ts";
import { looksAhead, myopic } from "../look-ahead.ts";
import type { Mode } from "../memory/memory-plan.ts";
import { strategyAt } from "../strategy-at.ts";
import { nextTurn } from "../threads/platform.ts";
import { type FastTwin, type TwinKind, twinOf, type WasmStates } from "./fast-twins.ts";
import type { WasmState } from "./wasm-state.ts";

/** What is kept for one kernel. */
interface Workshop {
  readonly states: WasmStates;
  readonly kept: KeptMatrices;
  readonly twins: Map<TwinKind, FastTwin>;
}

/**
 * From so many labels on the views of a learning kernel are made ready. Comparing all pairs in each takes seconds at
 * 10,000 items: the first questions do not wait for it, nor do the items that are held ready for fast hands.
 */
const VIEWS_FROM = 2;
/** In larger pools all pairs are compared only when answers come in: whoever looks at a few items should not pay for it. */
const MOST_PREPARED = 20_000;

/** Lays out a state for a pool, where this many bytes of the budget are used already; `mode` if nobody asked for another. */
type LayOut = (pool: Pool, used: number, mode?: Mode) => WasmState;

/** A session on the calling thread. */
export class WasmSession implements EngineSession {
  readonly #pool: Pool;
  readonly #layOut: LayOut;
  #workshop: Workshop;
  #plain: EngineSession | undefined;
  #mixture: MixtureState | undefined;
  #groups: GroupState | undefined;
  #examined: Examined | undefined;
  #last: () => string = () => "nothing has been asked yet";

  constructor(pool: Pool, layOut: LayOut) {
    this.#pool = pool;
    this.#layOut = layOut;
    this.#workshop = this.#open(learntPool(pool, Labels.none(pool)));
  }

  /** What the spreads of a learning kernel's views follow from, once they were needed. */
  get neighbourDistances(): readonly Float64Array[] | undefined {
    if (this.#groups !== undefined) return this.#groups.neighbourDistances;
    const distances = this.#mixture?.neighbourDistances;
    return distances === undefined ? undefined : [distances];
  }

  /** Makes fits of a learning kernel that will be needed soon. */
  fitAhead(labels: Labels): void {
    this.#groups?.fitAhead(labels);
  }

  /** Prepares a part of what a learning kernel needs later; returns whether there is more. */
  prepareSome(): boolean {
    const { kernel, size } = this.#pool;
    const { evaluation } = this.#workshop.states;
    if (!isLearning(kernel) || size > MOST_PREPARED || !GroupState.knows(evaluation)) return false;
    this.#groups ??= new GroupState(this.#pool, kernel, evaluation);
    return this.#groups.prepareSome();
  }

  /** A strategy that looks ahead is first asked without: where some gain is above 0, that is the answer. */
  async scores(given: ScoreRequest): Promise<Scored> {
    const request = { ...given, strategy: strategyAt(given.strategy, this.#pool.kernel, given.labels) };
    if (!looksAhead(request.strategy)) return this.#scores(request);
    const gains = await this.#scores({ ...request, strategy: myopic(request.strategy, 0) });
    if (!(gains.scores[gains.best[0]] > 0)) return this.#scores(request); // the best one is exact
    return this.#scores({ ...request, strategy: myopic(request.strategy) });
  }

  async #scores(request: ScoreRequest): Promise<Scored> {
    const { strategy } = request;
    this.#examined = undefined;
    const teaching = teachingLabels(strategy, this.#pool, request.labels);
    const mixture = this.#mixtureFor(teaching, strategy);
    if (mixture !== undefined) {
      const scored = mixture.score(request);
      this.#last = () => `${strategy.name}: ${mixture.way}`;
      return scored;
    }
    const groups = this.#groupsFor(teaching, strategy);
    if (groups !== undefined) {
      const scored = groups.score(request);
      this.#last = () => `${strategy.name}: ${groups.way}`;
      return scored;
    }
    const workshop = this.#workshopFor(teaching);
    if (workshop === null) {
      this.#last = () => `${strategy.name}: as the definition, since the kernel is a mixture that was learnt`;
      return (await this.#definition()).scores(request);
    }
    const kind = twinOf(strategy, workshop.states.evaluation.pool);
    if (kind !== undefined) {
      const twin = workshop.twins.get(kind) ?? kind.make(workshop.states);
      workshop.twins.set(kind, twin);
      await prepared(twin, request);
      const scored = twin.score(request);
      const { examined } = twin;
      this.#examined = examined;
      this.#last = () => `${strategy.name}: ${examined === undefined ? kind.says : byBounds(examined)}`;
      return scored;
    }
    this.#last = () => `${strategy.name}: as it is written, on matrices that the kernel filled`;
    const scores = strategy.scores(viewOn(workshop.states.evaluation, request, workshop.kept));
    checkScores(strategy.name, scores, request.candidates.length);
    return { scores, best: largestOf(scores) };
  }

  async learnt(labels: Labels): Promise<Kernel> {
    const weights = this.weightsAt(labels);
    const { kernel, features } = this.#pool;
    if (weights === undefined || !isAdaptive(kernel)) return learntPool(this.#pool, labels).kernel;
    return mixture(kernel.bankOn(features), weights);
  }

  /** The adaptive kernel's weights at these labels; undefined where it is not learnt by this engine, or not yet. */
  weightsAt(labels: Labels): Float64Array | undefined {
    return this.#mixtureFor(labels)?.weightsAt(labels);
  }

  async frequencies(labels: Labels): Promise<Matrix> {
    return this.#matrix(labels, "items") ?? (await this.#definition()).frequencies(labels);
  }

  async evaluationFrequencies(labels: Labels): Promise<Matrix> {
    return this.#matrix(labels, "points") ?? (await this.#definition()).evaluationFrequencies(labels);
  }

  async evidence(labels: Labels): Promise<number | null> {
    const { kernel, features } = this.#pool;
    if (!isAdaptive(kernel)) return null;
    return this.#mixtureFor(labels)?.evidence(labels) ?? kernel.evidenceAt(features, labels);
  }

  explanation(): Explanation {
    const { learnt, earlier } = this.#mixture?.learnt ??
      this.#groups?.learnt ??
      this.#plain?.explanation() ?? { learnt: null, earlier: null };
    const examined = this.#examined === undefined ? {} : { examined: this.#examined };
    return { engine: this.#way(), ...examined, learnsFrom: learnsFrom(this.#pool.kernel), learnt, earlier };
  }

  explain(): string {
    return inWords(this.explanation());
  }

  #way(): string {
    const { plan, jobs, relations } = this.#workshop.states.evaluation;
    const threads = jobs.threads === 1 ? "one thread" : `${jobs.threads} threads`;
    const host = relations.onHost ? "; the kernel's function is called for each pair" : "";
    if (this.#examined !== undefined) {
      return `wasm, bounds, ${threads}: all lists would not fit or not pay; ${this.#last()}`;
    }
    const ofMixture = plan.mode === "tiles" && servesBaseFromMixture(this.#pool.kernel);
    const way = ofMixture ? "lists" : plan.mode;
    const reason = ofMixture ? "the same lists serve the base kernel and what is learnt from it" : plan.reason;
    return `wasm, ${way}, ${threads}: ${reason}${host}; ${this.#last()}`;
  }

  async close(): Promise<void> {}

  #open(pool: Pool): Workshop {
    // The base kernel uses the mixture's lists too, and needs no lists of its own.
    // Under the learning kernel the base kernel answers the first few questions only, for which lists would not pay.
    const { kernel } = this.#pool;
    const evaluation = this.#layOut(pool, 0, servesBaseFromMixture(kernel) || isLearning(kernel) ? "tiles" : undefined);
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

  /**
   * The state for the mixture that these labels teach; none where the kernel does not learn, or not yet and the base
   * kernel's own state is used for this strategy.
   */
  #mixtureFor(labels: Labels, strategy?: Strategy): MixtureState | undefined {
    const { kernel } = this.#pool;
    if (!isAdaptive(kernel) || labels.count < 1) return undefined;
    const { evaluation } = this.#workshop.states;
    if (!BaseDistances.knows(evaluation)) return undefined;
    this.#mixture ??= new MixtureState(this.#pool, kernel, evaluation); // ahead, so that no answer waits for all of it
    if (labels.count >= kernel.from) return this.#mixture;
    return strategy !== undefined && this.#mixture.servesBase(strategy) ? this.#mixture : undefined;
  }

  /**
   * The state for the sum of mixtures that these labels teach; none where the kernel does not learn, or not yet and the
   * base kernel's own state is used for this strategy.
   */
  #groupsFor(labels: Labels, strategy?: Strategy): GroupState | undefined {
    const { kernel } = this.#pool;
    if (!isLearning(kernel) || (labels.count < VIEWS_FROM && !kernel.learnsAt(labels))) return undefined;
    const { evaluation } = this.#workshop.states;
    if (!GroupState.knows(evaluation)) return undefined;
    this.#groups ??= new GroupState(this.#pool, kernel, evaluation);
    if (kernel.learnsAt(labels)) return this.#groups;
    return strategy !== undefined && this.#groups.servesBase(strategy) ? this.#groups : undefined;
  }

  /** The workshop for what the kernel is at these labels, or null where it sums frequencies in a way of its own. */
  #workshopFor(labels: Labels): Workshop | null {
    const pool = learntPool(this.#pool, labels);
    if (pool.kernel.frequencies !== undefined) return null;
    const known = this.#workshop.states.evaluation.pool.kernel;
    if (pool !== this.#pool && pool.kernel !== known) this.#workshop = this.#open(pool);
    return this.#workshop;
  }

  async #definition(): Promise<EngineSession> {
    this.#plain ??= await definition.open(this.#pool);
    return this.#plain;
  }

  #matrix(labels: Labels, which: "items" | "points"): Matrix | undefined {
    const mixture = this.#mixtureFor(labels);
    if (mixture !== undefined) return mixture.frequencies(labels, which);
    const groups = this.#groupsFor(labels);
    if (groups !== undefined) return groups.frequencies(labels, which);
    const workshop = this.#workshopFor(labels);
    if (workshop === null) return undefined;
    const { frequencies, relations } = workshop.states.evaluation;
    frequencies.update(labels);
    relations.check();
    return frequencies.matrixOf(frequencies[which]);
  }
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
