// Sums of many columns in the kernel's memory: columns are noted and added together, in the order in which they came, so
// that the bits are those of adding them one by one.
import type { Arena } from "../memory/arena.ts";
import { VOTER_BYTES } from "../memory/layout.ts";
import type { WasmCall } from "../memory/wasm-calls.ts";

/** Columns that are added in one call. */
const AT_ONCE = 256;
const LIST_BYTES = AT_ONCE * VOTER_BYTES;

/** Adds columns to planes. */
export class ColumnSums {
  readonly #arena: Arena;
  readonly #call: WasmCall;
  readonly #voters: number;
  #counts: Float64Array = new Float64Array();
  #columns: Uint32Array = new Uint32Array();
  #noted = 0;

  constructor({ arena, call }: { readonly arena: Arena; readonly call: WasmCall }) {
    this.#arena = arena;
    this.#call = call;
    this.#voters = arena.allocate(LIST_BYTES);
  }

  /** plane = the sum of count * column over what `each` hands over, for `length` numbers, a multiple of 8. */
  sum(
    plane: number,
    length: number,
    each: (add: (column: number, count: number, now?: boolean) => void) => void,
  ): void {
    this.#call("clear", { at: plane, length: length * 8 });
    this.#noted = 0;
    each((column, count, now = false) => {
      if (this.#counts.buffer !== this.#arena.memory.buffer) this.#look();
      this.#counts[2 * this.#noted] = count;
      this.#columns[4 * this.#noted + 2] = column;
      this.#noted++;
      if (now || this.#noted === AT_ONCE) this.#flush(plane, length);
    });
    this.#flush(plane, length);
  }

  /** Views of the voters; the memory's buffer is another one after it has grown. */
  #look(): void {
    this.#counts = this.#arena.doubles(this.#voters, LIST_BYTES / 8);
    this.#columns = this.#arena.words(this.#voters, LIST_BYTES / 4);
  }

  #flush(plane: number, length: number): void {
    const voterCount = this.#noted;
    this.#noted = 0;
    if (voterCount === 0) return;
    this.#call("sumColumns", { plane, voters: this.#voters, voterCount, length });
  }
}
