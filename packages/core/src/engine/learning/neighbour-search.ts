// The distance of each item to its n-th nearest neighbour, by comparing all pairs in the kernel's memory, with the bits of
// the definition (src/kernels/learning/kernel-bank.ts). It can be done part by part while nobody asks a question.
import type { WasmState } from "../fast/wasm-state.ts";
import { blocksOf } from "../threads/jobs.ts";

/** Pairs of one part: some 20 ms, so that a question that comes meanwhile hardly waits. */
const PART_PAIRS = 2_000_000;

/** A search on one state, whose distances the kernel computes. */
export class NeighbourSearch {
  readonly #state: WasmState;
  readonly #nth: number;
  readonly #out: number;
  readonly #kept: readonly number[];
  #from = 0;
  #found: Float64Array | undefined;

  /** @param neighbour Which neighbour; the farthest where there are fewer. */
  constructor(state: WasmState, neighbour: number) {
    const { arena, pool, scratchAreas } = state;
    this.#state = state;
    this.#nth = Math.min(neighbour, pool.size - 1);
    this.#out = arena.allocate(this.#outBytes);
    this.#kept = scratchAreas.map(() => arena.allocate(this.#nth * 8));
  }

  /** Does a part of what is left; returns whether there is more. */
  step(): boolean {
    this.#search(Math.max(64, Math.floor(PART_PAIRS / this.#state.pool.size)));
    return this.#from < this.#state.pool.size;
  }

  /** Does what is left; returns the distances in the order of the items. */
  finish(): Float64Array {
    this.#search(this.#state.pool.size);
    this.#found ??= this.#read();
    return this.#found;
  }

  get #outBytes(): number {
    return Math.ceil(this.#state.pool.size / 8) * 64;
  }

  /** Up to so many items more, on all threads. */
  #search(most: number): void {
    const { pool, jobs, relations, scratchAreas } = this.#state;
    const first = this.#from;
    const count = Math.min(most, pool.size - first);
    if (count === 0) return;
    jobs.run(
      "neighbourDistances",
      blocksOf(count).map(([from, to], block) => ({
        relation: relations.itemsWithLabel,
        from: first + from,
        to: first + to,
        itemCount: pool.size,
        k: this.#nth,
        out: this.#out,
        row: scratchAreas[block].row,
        scratch: scratchAreas[block].scratch,
        kept: this.#kept[block],
      })),
    );
    this.#from += count;
  }

  #read(): Float64Array {
    const { arena, pool, orders } = this.#state;
    const numbers = arena.doubles(this.#out, pool.size);
    const found = Float64Array.from(orders.itemPlaces, (place) => numbers[place]);
    for (const place of this.#kept) arena.free(place, this.#nth * 8);
    arena.free(this.#out, this.#outBytes);
    return found;
  }
}
