// The expected gain of every item under a table of costs, fast: block after block of evaluation points, from lists or
// tiles (packages/core/wasm/cost-gain.ts).

import type { Matrix } from "../../matrix.ts";
import type { WasmArguments } from "../memory/wasm-calls.ts";
import { BLOCKS } from "../threads/jobs.ts";
import { CostTable, costErrorBound, costPointBytes } from "./cost-table.ts";
import { finishGain } from "./finish-gain.ts";
import { listArguments } from "./list-arguments.ts";
import type { WasmState } from "./wasm-state.ts";

/** Gains of one machine's items under costs; they are written to its `scores`. */
export class CostSums {
  readonly table: CostTable;
  /** Room for what is known of a point, one for each block. */
  readonly infos: readonly number[];
  readonly #state: WasmState;

  constructor(state: WasmState) {
    const { arena, pool, scratchAreas } = state;
    this.#state = state;
    this.table = new CostTable(arena, pool.classCount);
    this.infos = scratchAreas.map(() => arena.allocate(costPointBytes(pool.classCount)));
  }

  /**
   * Computes the gains at the machine's frequencies; the priors are in memory.
   * @returns The share of the evaluation points, by weight, at which any pair can be live; how far a score can be off;
   *   whether the scratch areas list these points.
   */
  compute(loss: Matrix, alpha: number, beta: number): { live: number; bound: number; listed: boolean } {
    const { jobs, sums, pool, plan } = this.#state;
    const most = this.table.write(loss);
    jobs.call("clear", { at: sums.at, length: BLOCKS * sums.blockBytes });
    const listed = plan.mode === "lists";
    const live = listed ? this.#addLists(alpha) : this.#addTiles(alpha);
    finishGain(this.#state, this.#state.frequencies.items, beta);
    const bound = costErrorBound(pool.classCount, pool.evaluation.size, live, most);
    return { live, bound, listed };
  }

  /** The gain of one candidate with the definition's operations. */
  exactly(given: Omit<WasmArguments<"costGainExactly">, "costs" | "info">): number {
    return this.#state.jobs.call("costGainExactly", { ...given, costs: this.table.at, info: this.infos[0] });
  }

  #addLists(alpha: number): number {
    const { jobs, scratchAreas, sums } = this.#state;
    const live = jobs.run(
      "scoreListsByCost",
      listArguments(this.#state).map((given, block) => ({
        ...given,
        alpha,
        costs: this.table.at,
        sums: sums.at + block * sums.blockBytes,
        info: this.infos[block],
        alive: scratchAreas[block].alive,
      })),
    );
    return live.reduce((sum, weight) => sum + weight, 0) * this.#scale();
  }

  /** @returns The share of the points at which any pair can be live, as far as is known. */
  #addTiles(alpha: number): number {
    const { pool, plan, jobs, scratchAreas, relations, frequencies, sums, weights } = this.#state;
    const { points } = frequencies;
    jobs.run(
      "scoreTilesByCost",
      scratchAreas.map(({ from, to, row, scratch }, block) => ({
        relation: relations.itemsWithPoint,
        from,
        to,
        itemCount: plan.scored,
        classCount: pool.classCount,
        freq: points.at,
        stride: points.stride,
        alpha,
        costs: this.table.at,
        weights,
        sums: sums.at + block * sums.blockBytes,
        info: this.infos[block],
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
