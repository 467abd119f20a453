// Rows of base distances D = -ln K with the definition's bits: from the kernel where it knows the distance, else from
// its similarities by a logarithm on this side, as the definition takes it.
import { ln } from "../../kernels/ln.ts";
import type { WasmState } from "../fast/wasm-state.ts";

/** Rows of distances on one state, whose kernel is the base. */
export class BaseDistances {
  /** Whether rows are made without this side. */
  readonly inKernel: boolean;
  readonly #state: WasmState;

  constructor(state: WasmState) {
    const { kernel } = state.pool;
    this.inKernel = !state.relations.onHost && ["rbf", "hamming", "leaves"].includes(kernel.name);
    this.#state = state;
  }

  /** Whether the base kernel's distances can be had with the definition's bits. */
  static knows({ pool, relations }: WasmState): boolean {
    return pool.kernel.distance === undefined || !relations.onHost;
  }

  /** Writes D of one item or point to all others of a relation. */
  fill(relation: number, point: number, count: number, row: number): void {
    const { call, arena, work, relations } = this.#state;
    const padded = Math.ceil(count / 8) * 8;
    const { scratch } = work;
    const given = { relation, point, from: 0, to: padded, out: row, scratch };
    call(this.inKernel ? "fillDistances" : "fillRow", given);
    if (this.inKernel) return;
    relations.check();
    const values = arena.doubles(row, count);
    for (let i = 0; i < count; i++) values[i] = Math.max(0, -ln(values[i]));
  }
}
