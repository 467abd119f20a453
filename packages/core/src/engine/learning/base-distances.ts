// Rows of base distances D = -ln K with the definition's bits: from the kernel where it knows the distance, else from
// its similarities by a logarithm on this side, as the definition takes it.
import { ln } from "../../kernels/ln.ts";
import type { Machine } from "../fast/wasm-state.ts";

/** Rows of distances on one machine, whose kernel is the base. */
export class BaseDistances {
  /** Whether rows are made without this side, so that several threads may make them. */
  readonly inKernel: boolean;
  readonly #machine: Machine;

  constructor(machine: Machine) {
    const { kernel } = machine.pool;
    this.inKernel = !machine.relations.onHost && (kernel.name === "rbf" || kernel.name === "hamming");
    this.#machine = machine;
  }

  /** Whether the base kernel's distances can be had with the definition's bits. */
  static knows({ pool, relations }: Machine): boolean {
    return pool.kernel.distance === undefined || !relations.onHost;
  }

  /** Writes D of one item or point to all others of a relation. */
  fill(relation: number, point: number, count: number, row: number): void {
    const { team, arena, workplaces, relations } = this.#machine;
    const padded = Math.ceil(count / 8) * 8;
    const [{ scratch }] = workplaces;
    team.call(this.inKernel ? "fillDistances" : "fillRow", relation, point, 0, padded, row, scratch);
    if (this.inKernel) return;
    relations.check();
    const values = arena.doubles(row, count);
    for (let i = 0; i < count; i++) values[i] = Math.max(0, -ln(values[i]));
  }
}
