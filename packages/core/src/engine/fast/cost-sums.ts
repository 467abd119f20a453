// The expected gain of every item under a table of costs, fast: block after block of evaluation points, from lists or
// tiles (packages/core/wasm/cost-gain.ts).

import type { Matrix } from "../../matrix.ts";
import type { WasmArguments } from "../memory/wasm-calls.ts";
import { CostTable, costErrorBound, costPointBytes } from "./cost-table.ts";
import { finishGain } from "./finish-gain.ts";
import { listArguments } from "./list-arguments.ts";
import type { WasmState } from "./wasm-state.ts";

/** Gains of one machine's items under costs; they are written to its `scores`. */
export class CostSums {
  readonly table: CostTable;
  /** Room for what is known of a point. */
  readonly info: number;
  readonly #state: WasmState;

  constructor(state: WasmState) {
    const { arena, pool } = state;
    this.#state = state;
    this.table = new CostTable(arena, pool.classCount);
    this.info = arena.allocate(costPointBytes(pool.classCount));
  }

  /**
   * Computes the gains at the machine's frequencies; the priors are in memory.
   * @returns The share of the evaluation points, by weight, at which any pair can be live; how far a score can be off;
   *   whether the scratch areas list these points.
   */
  compute(loss: Matrix, alpha: number, beta: number): { live: number; bound: number; listed: boolean } {
    const { call, sums, pool, plan } = this.#state;
    const most = this.table.write(loss);
    call("clear", { at: sums.at, length: sums.bytes });
    const listed = plan.mode === "lists";
    const live = listed ? this.#addLists(alpha) : this.#addTiles(alpha);
    finishGain(this.#state, this.#state.frequencies.items, beta);
    const bound = costErrorBound(pool.classCount, pool.evaluation.size, live, most);
    return { live, bound, listed };
  }

  /** The gain of one candidate with the definition's operations. */
  exactly(given: Omit<WasmArguments<"costGainExactly">, "costs" | "info">): number {
    return this.#state.call("costGainExactly", { ...given, costs: this.table.at, info: this.info });
  }

  #addLists(alpha: number): number {
    const { call, work, sums } = this.#state;
    const live = call("scoreListsByCost", {
      ...listArguments(this.#state),
      alpha,
      costs: this.table.at,
      sums: sums.at,
      info: this.info,
      alive: work.alive,
    });
    return live * this.#scale();
  }

  /** @returns The share of the points at which any pair can be live, as far as is known. */
  #addTiles(alpha: number): number {
    const { pool, plan, call, work, relations, frequencies, sums, weights } = this.#state;
    const { points } = frequencies;
    call("scoreTilesByCost", {
      relation: relations.itemsWithPoint,
      from: 0,
      to: pool.evaluation.size,
      itemCount: plan.scored,
      classCount: pool.classCount,
      freq: points.at,
      stride: points.stride,
      alpha,
      costs: this.table.at,
      weights,
      sums: sums.at,
      info: this.info,
      row: work.row,
      scratch: work.scratch,
    });
    return 1;
  }

  #scale(): number {
    return this.#state.weights === 0 ? 1 / this.#state.pool.evaluation.size : 1;
  }
}
