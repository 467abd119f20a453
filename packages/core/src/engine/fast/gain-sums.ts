// The expected gain of every item, fast, from lists or tiles.
// The selection without labels depends on the similarities alone and is kept.

import { finishGain } from "./finish-gain.ts";
import { listArguments } from "./list-arguments.ts";
import { hasLists, pointLists } from "./point-lists.ts";
import type { WasmState } from "./wasm-state.ts";

/** What a computation found out beside the gains. */
interface Found {
  /** The share of the evaluation points, by weight, at which any pair can be live; never too small. */
  readonly live: number;
  /** Whether all priors at the evaluation points are equal. */
  readonly uniform: boolean;
  /** Whether the work area lists the points at which any pair can be live. */
  readonly listed: boolean;
}

/** Gains of one machine's items; they are written to its `scores`. */
export class GainSums {
  /** Addresses of the priors. */
  readonly alpha: number;
  readonly beta: number;
  readonly #state: WasmState;
  #first: { readonly key: string; readonly scores: Float64Array } | undefined;

  constructor(state: WasmState) {
    this.#state = state;
    this.alpha = state.arena.allocate(state.pool.classCount * 8);
    this.beta = state.arena.allocate(state.pool.classCount * 8);
  }

  /** Computes the gains at the machine's frequencies. */
  compute(alpha: Float64Array, beta: Float64Array, nothingLabelled: boolean): Found {
    const { call, sums } = this.#state;
    this.write(alpha, beta);
    const uniform = alpha.every((prior) => prior === alpha[0]);
    if (nothingLabelled && uniform) {
      return { live: this.#firstSelection(alpha, beta), uniform, listed: false };
    }
    call("clear", { at: sums.at, length: sums.bytes });
    const { frequencies, plan } = this.#state;
    const listed = plan.mode === "lists";
    const live = listed ? this.#addLists(uniform) : this.#addTiles();
    finishGain(this.#state, frequencies.items, this.beta);
    return { live, uniform, listed };
  }

  /** Writes the priors to memory. */
  write(alpha: Float64Array, beta: Float64Array): void {
    const { arena } = this.#state;
    arena.doubles(this.alpha, alpha.length).set(alpha);
    arena.doubles(this.beta, beta.length).set(beta);
  }

  /** Gains with nothing labelled: the sums of w / (S + w), made while the lists are built where that is to come. */
  #firstSelection(alpha: Float64Array, beta: Float64Array): number {
    const { plan, pool, arena, call, work, relations, sums, scores, weights } = this.#state;
    let sum = 0;
    for (const prior of alpha) sum += prior;
    const key = `${sum} ${beta.join(" ")}`;
    if (this.#first?.key !== key) {
      call("clear", { at: sums.at, length: sums.bytes });
      const first = { sum, at: sums.at };
      if (plan.mode === "lists" && !hasLists(this.#state)) pointLists(this.#state, first);
      else {
        call("sumFirst", {
          relation: relations.itemsWithPoint,
          from: 0,
          to: pool.evaluation.size,
          itemCount: plan.scored,
          row: work.row,
          scratch: work.scratch,
          firstSum: sum,
          first: sums.at,
          weights,
        });
      }
      call("finishFirst", {
        itemCount: plan.scored,
        classCount: pool.classCount,
        beta: this.beta,
        sums: sums.at,
        scale: this.#scale(),
        scores,
      });
      this.#first = { key, scores: arena.doubles(scores, plan.scored).slice() };
    }
    arena.doubles(scores, plan.scored).set(this.#first.scores);
    return 1;
  }

  #addLists(uniform: boolean): number {
    const { call, work, sums } = this.#state;
    const live = call("scoreLists", {
      ...listArguments(this.#state),
      alpha: this.alpha,
      sums: sums.at,
      info: work.info,
      alive: work.alive,
      uniform: uniform ? 1 : 0,
    });
    return live * this.#scale();
  }

  /** @returns The share of the points at which any pair can be live, as far as is known. */
  #addTiles(): number {
    const { pool, plan, call, work, relations, frequencies, sums, weights } = this.#state;
    const { points } = frequencies;
    call("scoreTiles", {
      relation: relations.itemsWithPoint,
      from: 0,
      to: pool.evaluation.size,
      itemCount: plan.scored,
      classCount: pool.classCount,
      freq: points.at,
      stride: points.stride,
      alpha: this.alpha,
      weights,
      sums: sums.at,
      info: work.info,
      row: work.row,
      scratch: work.scratch,
    });
    return 1;
  }

  #scale(): number {
    return this.#state.weights === 0 ? 1 / this.#state.pool.evaluation.size : 1;
  }
}
