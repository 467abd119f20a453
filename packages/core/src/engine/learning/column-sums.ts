// Sums of many columns in the kernel's memory: columns are noted and added together, in the order in which they came, so
// that the bits are those of adding them one by one.
import type { WasmState } from "../fast/wasm-state.ts";
import { VOTER_BYTES } from "../memory/layout.ts";

/** Columns that are added in one call. */
const AT_ONCE = 256;

/** Adds columns to planes. */
export class ColumnSums {
  readonly #state: WasmState;
  readonly #voters: number;
  #counts: Float64Array = new Float64Array();
  #columns: Uint32Array = new Uint32Array();
  #noted = 0;

  constructor(state: WasmState) {
    this.#state = state;
    this.#voters = state.arena.allocate(AT_ONCE * VOTER_BYTES);
  }

  /** plane = the sum of count * column over what `each` hands over, for `length` numbers, a multiple of 8. */
  sum(
    plane: number,
    length: number,
    each: (add: (column: number, count: number, now?: boolean) => void) => void,
  ): void {
    const { arena, jobs } = this.#state;
    jobs.call("clear", { at: plane, length: length * 8 });
    this.#noted = 0;
    each((column, count, now = false) => {
      if (this.#counts.buffer !== arena.memory.buffer) this.#look();
      this.#counts[2 * this.#noted] = count;
      this.#columns[4 * this.#noted + 2] = column;
      this.#noted++;
      if (now || this.#noted === AT_ONCE) this.#flush(plane, length);
    });
    this.#flush(plane, length);
  }

  /** Views of the voters; the memory's buffer is another one after it has grown. */
  #look(): void {
    this.#counts = this.#state.arena.doubles(this.#voters, 2 * AT_ONCE);
    this.#columns = this.#state.arena.words(this.#voters, 4 * AT_ONCE);
  }

  #flush(plane: number, length: number): void {
    if (this.#noted > 0)
      this.#state.jobs.call("sumColumns", { plane, voters: this.#voters, voterCount: this.#noted, length });
    this.#noted = 0;
  }
}
