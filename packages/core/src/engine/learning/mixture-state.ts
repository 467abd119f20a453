// The fast engine under a kernel that has learnt: weights, frequencies and scores of the mixture with the definition's
// bits wherever they decide. It works in the memory of the base kernel's state. New weights replace the old ones
// between two questions, whole; nothing of the size of all pairs depends on them.

import type { Kernel } from "../../kernels/kernel.ts";
import type { AdaptiveKernel } from "../../kernels/learning/adaptive.ts";
import { isAdaptive } from "../../kernels/learning/is-adaptive.ts";
import type { BankMember } from "../../kernels/learning/kernel-bank.ts";
import { type LearntChange, LearntSoFar } from "../../kernels/learning/learnt-so-far.ts";
import { mixture } from "../../kernels/learning/mixture.ts";
import type { Labels } from "../../labels.ts";
import { type Matrix, matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import type { Strategy, View } from "../../strategies/strategy.ts";
import type { XpalStrategy } from "../../strategies/xpal.ts";
import { checkScores } from "../check-scores.ts";
import type { Scored, ScoreRequest } from "../engine.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { largestOf } from "../largest-of.ts";
import { hasLabelCosts, looksAhead } from "../look-ahead.ts";
import { once } from "../once.ts";
import { reachedScores } from "../reached-scores.ts";
import { BaseDistances } from "./base-distances.ts";
import { localFactors } from "./local-factors.ts";
import { MemberFrequencies } from "./member-frequencies.ts";
import { MixtureGains, type MixtureParts } from "./mixture-gains.ts";
import { MixtureRows } from "./mixture-rows.ts";
import { MixtureTables } from "./mixture-tables.ts";

/** The mixture on one state. */
export class MixtureState {
  readonly #pool: Pool;
  readonly #kernel: AdaptiveKernel;
  readonly #parts: MixtureParts;
  readonly #soFar = new LearntSoFar();
  #gains: MixtureGains | undefined;
  #labels: Labels | undefined;
  #weights: Float64Array = new Float64Array();
  #way = "";

  /** @param state The state of the same pool with the base kernel. */
  constructor(pool: Pool, kernel: AdaptiveKernel, state: WasmState) {
    const distances = new BaseDistances(state);
    const factors = localFactors(state, kernel, distances);
    const rows = new MixtureRows(state, distances, factors);
    this.#pool = pool;
    this.#kernel = kernel;
    this.#parts = {
      state,
      distances,
      factors,
      rows,
      frequencies: new MemberFrequencies(state, distances, factors, rows.members),
      tables: new MixtureTables(state, kernel.members, factors.localities),
    };
  }

  /** Whether it is also used for this strategy while the base kernel is used: one member then has all the weight. */
  servesBase(strategy: Strategy): boolean {
    return servesBaseFromMixture(this.#kernel) && isXpal(strategy, this.#pool) && hasOnePrior(strategy as XpalStrategy);
  }

  /** The scores of a request, whose labels are enough to learn from, unless the strategy is one that `servesBase`. */
  score(request: ScoreRequest): Scored {
    const { strategy, labels, candidates } = request;
    this.#update(labels);
    if (isXpal(strategy, this.#pool)) {
      this.#gains ??= new MixtureGains(this.#parts);
      const scored = this.#gains.score(request, this.#weights);
      const { listed } = this.#gains;
      const all = this.#pool.evaluation.size;
      this.#way = `only pairs that can flip a decision are visited, from lists at ${listed} of ${all} points`;
      return scored;
    }
    const view = this.#view(request);
    const reached = isXpalStrategy(strategy) ? reachedScores(strategy, view) : null;
    this.#way =
      reached === null
        ? "as it is written, on matrices that the kernel filled"
        : "only pairs that can flip a decision are decided, on matrices that the kernel filled";
    const scores = reached ?? strategy.scores(view);
    checkScores(strategy.name, scores, candidates.length);
    return { scores, best: largestOf(scores) };
  }

  /** What the spreads follow from, for a bank elsewhere on the same pool. */
  get neighbourDistances(): Float64Array | undefined {
    return this.#parts.factors.neighbourDistances;
  }

  /** The weight of each member at these labels. */
  weightsAt(labels: Labels): Float64Array {
    this.#update(labels);
    return this.#weights;
  }

  /** k_x^L under the mixture, at the items or at the evaluation points. */
  frequencies(labels: Labels, which: "items" | "points"): Matrix {
    this.#update(labels);
    return this.#matrixOf(which);
  }

  /** How well the bank explains the labels. */
  evidence(labels: Labels): number | null {
    return this.#kernel.evidenceAt(this.#pool.features, labels);
  }

  /** How the last question was answered. */
  get way(): string {
    return this.#way;
  }

  /** What was learnt and how it moved. */
  get learnt(): LearntChange {
    return this.#soFar;
  }

  #update(labels: Labels): void {
    if (labels === this.#labels) return;
    const { frequencies, rows } = this.#parts;
    const { learnt } = this.#kernel.stateAt(this.#pool.features, labels);
    const weights = learnt?.groups[0].weights ?? baseWeights(this.#kernel.members);
    frequencies.update(labels, weights);
    rows.weigh(weights);
    this.#soFar.note(labels, learnt);
    this.#weights = weights;
    this.#labels = labels;
  }

  #view({ labels, candidates, generator }: ScoreRequest): View {
    const { rows } = this.#parts;
    const { isPool } = this.#pool.evaluation;
    const freq = once(() => this.#matrixOf("items"));
    const similarity = once(() => rows.matrixOf("items"));
    return {
      pool: Object.freeze({ ...this.#pool, kernel: mixture(this.#parts.factors.bank, this.#weights) }),
      labels,
      candidates,
      generator,
      freq,
      evaluationFreq: isPool ? freq : once(() => this.#matrixOf("points")),
      similarity,
      evaluationSimilarity: isPool ? similarity : once(() => rows.matrixOf("points")),
    };
  }

  #matrixOf(which: "items" | "points"): Matrix {
    const { state, frequencies } = this.#parts;
    const { at, stride, count } = frequencies[which];
    const result = matrix(count, this.#pool.classCount);
    const numbers = state.arena.doubles(at, stride * result.cols);
    for (let y = 0; y < result.cols; y++) {
      for (let x = 0; x < count; x++) result.data[state.orders[which][x] * result.cols + y] = numbers[y * stride + x];
    }
    return result;
  }
}

/**
 * Whether a learning kernel's base is one of its members to the bit, so that it can use the mixture's lists too: for these
 * kernels the engine has similarities and members' values from the same distances.
 */
export function servesBaseFromMixture(kernel: Kernel): boolean {
  if (!isAdaptive(kernel) || (kernel.base.name !== "rbf" && kernel.base.name !== "hamming")) return false;
  return baseWeights(kernel.members).includes(1);
}

/** The weights with which a mixture is its base kernel, where it has such a member. */
export function baseWeights(members: readonly BankMember[]): Float64Array {
  return Float64Array.from(members, ({ scale, locality }) => (scale === 1 && locality === 0 ? 1 : 0));
}

/** Whether all classes have the same prior: else every candidate would be scored exactly. */
export function hasOnePrior({ evaluationPrior }: XpalStrategy): boolean {
  return (
    typeof evaluationPrior === "number" || Array.from(evaluationPrior).every((prior, _, [first]) => prior === first)
  );
}

/** Whether it is the library's own xPAL. */
function isXpalStrategy(strategy: Strategy): strategy is XpalStrategy {
  return strategy.name === "xpal" && "evaluationPrior" in strategy;
}

/** Whether the twin in WASM can be used: it knows the zero-one loss only. */
function isXpal(strategy: Strategy, pool: Pool): boolean {
  return (
    isXpalStrategy(strategy) &&
    !looksAhead(strategy) &&
    !hasLabelCosts(strategy) &&
    pool.lossMatrix === null &&
    pool.measure === "mean"
  );
}
