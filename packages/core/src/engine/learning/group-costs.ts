// What xPAL under a sum of mixtures needs beside the rows where decisions are by cost (packages/core/wasm/group-cost.ts).
import type { Matrix } from "../../matrix.ts";
import { CostTable, costErrorBound, costPointBytes } from "../fast/cost-table.ts";
import type { WasmState } from "../fast/wasm-state.ts";

/** Costs for one state under the learned kernel. */
export class GroupCosts {
  readonly #state: WasmState;
  readonly #table: CostTable;
  readonly #info: number;
  readonly #open: number;
  #most = 0;

  constructor(state: WasmState) {
    const { arena, pool, plan } = state;
    this.#state = state;
    this.#table = new CostTable(arena, pool.classCount);
    this.#info = arena.allocate(costPointBytes(pool.classCount));
    this.#open = arena.allocate(plan.scored * 8);
  }

  /** Takes the costs and the priors of a question. */
  write(loss: Matrix, alpha: Float64Array): void {
    const { call, plan } = this.#state;
    this.#most = this.#table.write(loss);
    this.#table.writeJump(loss, alpha);
    call("clear", { at: this.#open, length: plan.scored * 8 });
  }

  /** What a call needs. */
  get arguments(): { readonly costs: number; readonly info: number; readonly open: number } {
    return { costs: this.#table.at, info: this.#info, open: this.#open };
  }

  /** How far the fast scores of the items at these positions can be off. */
  bounds(places: Uint32Array, off: number): Float64Array {
    const { pool, plan, arena, weights } = this.#state;
    const scale = weights === 0 ? 1 / pool.evaluation.size : 1;
    const all = off + costErrorBound(pool.classCount, pool.evaluation.size, 1, this.#most);
    const open = arena.doubles(this.#open, plan.scored);
    return Float64Array.from(places, (place) => {
      return all + open[place] * scale * 1.001;
    });
  }
}
