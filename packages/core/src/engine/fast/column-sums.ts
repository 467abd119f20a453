// Sums of many columns in the kernel's memory: columns are noted and added together, in the order in which they came, so
// that the bits are those of adding them one by one. Long planes are summed in blocks, on all threads.
import type { Arena } from "../memory/arena.ts";
import { VOTER_BYTES } from "../memory/layout.ts";
import { BLOCKS, blocksOf, type Jobs } from "../threads/jobs.ts";

/** Columns that are added in one call. */
const AT_ONCE = 256;
const LIST_BYTES = AT_ONCE * VOTER_BYTES;

/** Adds columns to planes. */
export class ColumnSums {
  readonly #arena: Arena;
  readonly #jobs: Jobs;
  /** A list of voters for each block: those of the first block, and the same with addresses that begin at the block. */
  readonly #voters: number;
  readonly #lists: number;
  #counts: Float64Array = new Float64Array();
  #columns: Uint32Array = new Uint32Array();
  #noted = 0;

  constructor({ arena, jobs }: { readonly arena: Arena; readonly jobs: Jobs }) {
    this.#arena = arena;
    this.#jobs = jobs;
    this.#lists = jobs.threads > 1 ? BLOCKS : 1;
    this.#voters = arena.allocate(this.#lists * LIST_BYTES);
  }

  /** plane = the sum of count * column over what `each` hands over, for `length` numbers, a multiple of 8. */
  sum(
    plane: number,
    length: number,
    each: (add: (column: number, count: number, now?: boolean) => void) => void,
  ): void {
    this.#jobs.call("clear", { at: plane, length: length * 8 });
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
    this.#counts = this.#arena.doubles(this.#voters, (this.#lists * LIST_BYTES) / 8);
    this.#columns = this.#arena.words(this.#voters, (this.#lists * LIST_BYTES) / 4);
  }

  #flush(plane: number, length: number): void {
    const voterCount = this.#noted;
    this.#noted = 0;
    if (voterCount === 0) return;
    if (!isShared(this.#jobs, length)) {
      this.#jobs.call("sumColumns", { plane, voters: this.#voters, voterCount, length });
      return;
    }
    if (this.#counts.buffer !== this.#arena.memory.buffer) this.#look();
    const blocks = blocksOf(length);
    blocks.forEach(([from], block) => {
      for (let v = 0; block > 0 && v < voterCount; v++) {
        this.#counts[(block * LIST_BYTES) / 8 + 2 * v] = this.#counts[2 * v];
        this.#columns[(block * LIST_BYTES) / 4 + 4 * v + 2] = this.#columns[4 * v + 2] + from * 8;
      }
    });
    this.#jobs.run(
      "sumColumns",
      blocks.map(([from, to], block) => ({
        plane: plane + from * 8,
        voters: this.#voters + block * LIST_BYTES,
        voterCount,
        length: to - from,
      })),
    );
  }
}

/** Whether planes or columns of this length are worth the other threads: below, waking these takes as long. */
export function isShared({ threads }: Jobs, length: number): boolean {
  return threads > 1 && length >= 2 ** 16;
}
