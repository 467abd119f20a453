// The expected gain of every item, fast: block after block of evaluation points, from lists or tiles.
// The selection without labels depends on the similarities alone and is kept.

import { BLOCKS } from "../threads/jobs.ts";
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
  /** Whether the scratchAreas list the points at which any pair can be live. */
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
    const { jobs, sums } = this.#state;
    this.write(alpha, beta);
    const uniform = alpha.every((prior) => prior === alpha[0]);
    if (nothingLabelled && uniform) {
      return { live: this.#firstSelection(alpha, beta), uniform, listed: false };
    }
    jobs.call("clear", { at: sums.at, length: BLOCKS * sums.blockBytes });
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
    const { plan, pool, arena, jobs, scratchAreas, relations, sums, scores, weights } = this.#state;
    let sum = 0;
    for (const prior of alpha) sum += prior;
    const key = `${sum} ${beta.join(" ")}`;
    if (this.#first?.key !== key) {
      jobs.call("clear", { at: sums.at, length: BLOCKS * sums.blockBytes });
      const first = { sum, at: sums.at, blockBytes: sums.blockBytes };
      if (plan.mode === "lists" && !hasLists(this.#state)) pointLists(this.#state, first);
      else {
        jobs.run(
          "sumFirst",
          scratchAreas.map(({ from, to, row, scratch }, block) => ({
            relation: relations.itemsWithPoint,
            from,
            to,
            itemCount: plan.scored,
            row,
            scratch,
            firstSum: sum,
            first: sums.at + block * sums.blockBytes,
            weights,
          })),
        );
      }
      jobs.call("finishFirst", {
        itemCount: plan.scored,
        classCount: pool.classCount,
        beta: this.beta,
        sums: sums.at,
        blockCount: BLOCKS,
        blockBytes: sums.blockBytes,
        scale: this.#scale(),
        scores,
      });
      this.#first = { key, scores: arena.doubles(scores, plan.scored).slice() };
    }
    arena.doubles(scores, plan.scored).set(this.#first.scores);
    return 1;
  }

  #addLists(uniform: boolean): number {
    const { jobs, scratchAreas, sums } = this.#state;
    const live = jobs.run(
      "scoreLists",
      listArguments(this.#state).map((given, block) => ({
        ...given,
        alpha: this.alpha,
        sums: sums.at + block * sums.blockBytes,
        info: scratchAreas[block].info,
        alive: scratchAreas[block].alive,
        uniform: uniform ? 1 : 0,
      })),
    );
    return live.reduce((sum, weight) => sum + weight, 0) * this.#scale();
  }

  /** @returns The share of the points at which any pair can be live, as far as is known. */
  #addTiles(): number {
    const { pool, plan, jobs, scratchAreas, relations, frequencies, sums, weights } = this.#state;
    const { points } = frequencies;
    jobs.run(
      "scoreTiles",
      scratchAreas.map(({ from, to, info, row, scratch }, block) => ({
        relation: relations.itemsWithPoint,
        from,
        to,
        itemCount: plan.scored,
        classCount: pool.classCount,
        freq: points.at,
        stride: points.stride,
        alpha: this.alpha,
        weights,
        sums: sums.at + block * sums.blockBytes,
        info,
        row,
        scratch,
      })),
    );
    return 1;
  }

  #scale(): number {
    return this.#state.weights === 0 ? 1 / this.#state.pool.evaluation.size : 1;
  }
}
