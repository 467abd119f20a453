// The states for a pool whose kernel learns, each made when labels first call for it. A file of its own, loaded for such
// pools only: with what it imports it is as much code as all the rest of the engine.
import type { Kernel } from "../../kernels/kernel.ts";
import { isAdaptive } from "../../kernels/learning/is-adaptive.ts";
import { isLearning } from "../../kernels/learning/is-learning.ts";
import type { LearntChange } from "../../kernels/learning/learnt-so-far.ts";
import { mixture } from "../../kernels/learning/mixture.ts";
import type { Labels } from "../../labels.ts";
import type { Pool } from "../../pool.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import type { Explanation } from "../engine.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { inWords } from "../in-words.ts";
import { featureBytes } from "../memory/feature-bytes.ts";
import type { Mode } from "../memory/memory-plan.ts";
import { BLOCKS } from "../threads/jobs.ts";
import { BaseDistances } from "./base-distances.ts";
import { isWorkingSet } from "./group-slot.ts";
import { GroupState } from "./group-state.ts";
import { MixtureState, servesBaseFromMixture } from "./mixture-state.ts";

/**
 * From so many labels on the views of a learning kernel are made ready. Comparing all pairs in each takes seconds at
 * 10,000 items: the first questions do not wait for it, nor do the items that are held ready for fast hands.
 */
const VIEWS_FROM = 2;
/** In larger pools all pairs are compared only when answers come in: whoever looks at a few items should not pay for it. */
const MOST_PREPARED = 20_000;

/** Numbers per item and point of a view beside its members' frequencies: factors, rows, places, and a column to share. */
const FURTHER_PLANES = 16;
/** Rows that each block works on: narrow ones, those picked, costs. */
const ROWS_PER_BLOCK = 4;
/** What does not depend on the pool. */
const TABLE_BYTES = 2 ** 19;

/** What a kernel that learns needs beside the state of its base kernel. */
export class LearntStates {
  /** Whether the base kernel uses the mixture's lists too, and needs no lists of its own. */
  readonly serveBase: boolean;
  /**
   * How the base kernel's state is laid out. Under the learning kernel it answers the first few questions only, for which
   * lists would not pay.
   */
  readonly baseMode: Mode | undefined;
  readonly #pool: Pool;
  #mixture: MixtureState | undefined;
  #groups: GroupState | undefined;
  /** How many answers there were at the last question. */
  #answers = 0;

  constructor(pool: Pool) {
    this.#pool = pool;
    this.serveBase = servesBaseFromMixture(pool.kernel);
    this.baseMode = this.serveBase || isLearning(pool.kernel) ? "tiles" : undefined;
  }

  /** About how many bytes must be there for it at later questions, beside those of the base kernel. */
  get bytes(): number {
    const { kernel, size, classCount, evaluation } = this.#pool;
    const { members, views } = bankSize(kernel);
    const both = size + evaluation.size;
    const planes = classCount * (members + 2) + FURTHER_PLANES;
    const rows = BLOCKS * ROWS_PER_BLOCK * Math.max(size, evaluation.size) * 8;
    return views * (featureBytes(this.#pool) + both * planes * 8) + rows + TABLE_BYTES;
  }

  /**
   * The state for what these labels teach; none where they are too few and the base kernel's own state is used for this
   * strategy.
   * @param base The state of the same pool with the base kernel.
   */
  at(base: WasmState, labels: Labels, strategy?: Strategy): MixtureState | GroupState | undefined {
    return this.#mixtureAt(base, labels, strategy) ?? this.#groupsAt(base, labels, strategy);
  }

  /** What the spreads of a learning kernel's views follow from, once they were needed. */
  get neighbourDistances(): readonly Float64Array[] | undefined {
    if (this.#groups !== undefined) return this.#groups.neighbourDistances;
    const distances = this.#mixture?.neighbourDistances;
    return distances === undefined ? undefined : [distances];
  }

  /** What was learnt and how it moved, once something was asked that needed it. */
  get learnt(): LearntChange | undefined {
    return this.#mixture?.learnt ?? this.#groups?.learnt;
  }

  /** What is done and what was learnt, in words. */
  inWords(explanation: Explanation): string {
    return inWords(explanation);
  }

  /** Makes fits of a learning kernel that will be needed soon. */
  fitAhead(labels: Labels): void {
    this.#answers = labels.count;
    this.#groups?.fitAhead(labels);
  }

  /** Prepares a part of what a learning kernel needs later; returns whether there is more. */
  prepareSome(base: WasmState): boolean {
    const { kernel, size } = this.#pool;
    if (this.#groups?.applySome()) return true;
    if (!isLearning(kernel) || !GroupState.knows(base)) return false;
    const rowsAhead = isWorkingSet(this.#pool) && this.#answers === VIEWS_FROM - 1;
    if (size > MOST_PREPARED && !rowsAhead) return false;
    this.#groups ??= new GroupState(this.#pool, kernel, base);
    return (size <= MOST_PREPARED && this.#groups.prepareSome()) || (rowsAhead && this.#groups.fillSomeRows());
  }

  /** The adaptive kernel's weights at these labels; undefined where it is not learnt by this engine, or not yet. */
  weightsAt(base: WasmState, labels: Labels): Float64Array | undefined {
    return this.#mixtureAt(base, labels)?.weightsAt(labels);
  }

  /** The adaptive kernel at these labels; undefined as above. */
  kernelAt(base: WasmState, labels: Labels): Kernel | undefined {
    const { kernel, features } = this.#pool;
    const weights = this.weightsAt(base, labels);
    return weights === undefined || !isAdaptive(kernel) ? undefined : mixture(kernel.bankOn(features), weights);
  }

  /** How well the adaptive kernel's bank explains the labels; null while there are too few, and for other kernels. */
  evidence(base: WasmState, labels: Labels): number | null {
    const { kernel, features } = this.#pool;
    if (!isAdaptive(kernel)) return null;
    return this.#mixtureAt(base, labels)?.evidence(labels) ?? kernel.evidenceAt(features, labels);
  }

  #mixtureAt(base: WasmState, labels: Labels, strategy?: Strategy): MixtureState | undefined {
    const { kernel } = this.#pool;
    if (!isAdaptive(kernel) || labels.count < 1 || !BaseDistances.knows(base)) return undefined;
    this.#mixture ??= new MixtureState(this.#pool, kernel, base); // ahead, so that no answer waits for all of it
    if (labels.count >= kernel.from) return this.#mixture;
    return strategy !== undefined && this.#mixture.servesBase(strategy) ? this.#mixture : undefined;
  }

  #groupsAt(base: WasmState, labels: Labels, strategy?: Strategy): GroupState | undefined {
    const { kernel } = this.#pool;
    if (!isLearning(kernel) || (labels.count < VIEWS_FROM && !kernel.learnsAt(labels))) return undefined;
    if (!GroupState.knows(base)) return undefined;
    this.#groups ??= new GroupState(this.#pool, kernel, base);
    if (kernel.learnsAt(labels)) return this.#groups;
    return strategy !== undefined && this.#groups.servesBase(strategy) ? this.#groups : undefined;
  }
}

/** Members of a bank, and how many views and metrics have one. */
function bankSize(kernel: Kernel): { readonly members: number; readonly views: number } {
  if (isAdaptive(kernel)) return { members: kernel.members.length, views: 1 };
  if (!isLearning(kernel)) return { members: 0, views: 0 };
  const { localities, scales, views, metrics } = kernel.settings;
  return { members: localities.length * scales.length, views: views.length + metrics.length };
}
