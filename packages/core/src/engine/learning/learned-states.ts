// The states for a pool whose kernel learns, each made when labels first call for it. A file of its own, loaded for such
// pools only: with what it imports it is as much code as all the rest of the engine.
import type { LearnedKernel } from "../../kernels/learning/learned-kernel.ts";
import type { LearnedChange } from "../../kernels/learning/learned-so-far.ts";
import type { Labels } from "../../labels.ts";
import type { Pool } from "../../pool.ts";
import type { Strategy } from "../../strategies/strategy.ts";
import type { Explanation } from "../engine.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { inWords } from "../in-words.ts";
import { featureBytes } from "../memory/feature-bytes.ts";
import type { Mode } from "../memory/memory-plan.ts";
import { isWorkingSet } from "./group-slot.ts";
import { GroupState } from "./group-state.ts";

/**
 * From so many labels on the views of the learned kernel are made ready. Comparing all pairs in each takes seconds at
 * 10,000 items: the first questions do not wait for it, nor do the items that are held ready for fast hands.
 */
const VIEWS_FROM = 2;

/** Numbers per item and point of a view beside its members' frequencies: factors, rows, places, and a column to share. */
const FURTHER_PLANES = 16;
/** Rows to work on: narrow ones, those picked, costs. */
const ROWS = 4;
/** What does not depend on the pool. */
const TABLE_BYTES = 2 ** 19;

/** What the learned kernel needs beside the state of its base kernel. */
export class LearnedStates {
  /**
   * How the base kernel's state is laid out: it answers the first few questions only, for which lists would not pay.
   */
  readonly baseMode: Mode = "tiles";
  readonly #pool: Pool;
  readonly #kernel: LearnedKernel;
  #groups: GroupState | undefined;
  /** How many answers there were at the last question. */
  #answers = 0;

  constructor(pool: Pool, kernel: LearnedKernel) {
    this.#pool = pool;
    this.#kernel = kernel;
  }

  /** About how many bytes must be there for it at later questions, beside those of the base kernel. */
  get bytes(): number {
    const { size, classCount, evaluation } = this.#pool;
    const { localities, scales, views, metrics } = this.#kernel.settings;
    const both = size + evaluation.size;
    const planes = classCount * (localities.length * scales.length + 2) + FURTHER_PLANES;
    const rows = ROWS * Math.max(size, evaluation.size) * 8;
    return (views.length + metrics.length) * (featureBytes(this.#pool) + both * planes * 8) + rows + TABLE_BYTES;
  }

  /**
   * The state for what these labels teach; none where they are too few and the base kernel's own state is used for this
   * strategy.
   * @param base The state of the same pool with the base kernel.
   */
  at(base: WasmState, labels: Labels, strategy?: Strategy): GroupState | undefined {
    const learns = this.#kernel.learnsAt(labels);
    if ((labels.count < VIEWS_FROM && !learns) || !GroupState.knows(base)) return undefined;
    this.#groups ??= new GroupState(this.#pool, this.#kernel, base);
    if (learns) return this.#groups;
    return strategy !== undefined && this.#groups.servesBase(strategy) ? this.#groups : undefined;
  }

  /** What the spreads of the kernel's views follow from, once they were needed. */
  get neighbourDistances(): readonly Float64Array[] | undefined {
    return this.#groups?.neighbourDistances;
  }

  /** What was learned and how it moved, once something was asked that needed it. */
  get learned(): LearnedChange | undefined {
    return this.#groups?.learned;
  }

  /** What is done and what was learned, in words. */
  inWords(explanation: Explanation): string {
    return inWords(explanation);
  }

  /** Makes fits that will be needed soon. */
  fitAhead(labels: Labels): void {
    this.#answers = labels.count;
    this.#groups?.fitAhead(labels);
  }

  /** Prepares a part of what is needed later; returns whether there is more. */
  prepareSome(base: WasmState): boolean {
    if (this.#groups?.applySome()) return true;
    if (!GroupState.knows(base)) return false;
    const rowsAhead = isWorkingSet(this.#pool) && this.#answers === VIEWS_FROM - 1;
    this.#groups ??= new GroupState(this.#pool, this.#kernel, base);
    return this.#groups.prepareSome() || (rowsAhead && this.#groups.fillSomeRows());
  }
}
