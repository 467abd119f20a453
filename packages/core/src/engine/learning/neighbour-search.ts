// The distance of each item to its n-th nearest neighbour, from rows of distances in the kernel's memory, with the bits of the
// definition (src/kernels/learning/kernel-bank.ts). It can be done part by part while nobody asks a question.
import { possibleNeighbours } from "../../kernels/learning/kernel-bank.ts";
import type { WasmState } from "../fast/wasm-state.ts";

/** Pairs of one part: some 20 ms, so that a question that comes meanwhile hardly waits. */
const PART_PAIRS = 2_000_000;

/** A search on one state, whose distances the kernel computes. */
export class NeighbourSearch {
  readonly #state: WasmState;
  readonly #others: Uint32Array;
  readonly #nth: number;
  /** The smallest distances of each position, `nth` of them, ascending. */
  readonly #nearest: Float64Array;
  /** The largest of these, side by side: most distances are compared with nothing else. */
  readonly #largest: Float64Array;
  #from = 0;

  /** @param neighbour Which neighbour; the farthest where there are fewer. */
  constructor(state: WasmState, neighbour: number) {
    this.#state = state;
    this.#others = possibleNeighbours(state.pool.features);
    this.#nth = Math.min(neighbour, this.#others.length - 1);
    this.#nearest = new Float64Array(state.pool.size * this.#nth).fill(Infinity);
    this.#largest = new Float64Array(state.pool.size).fill(Infinity);
  }

  /** Does a part of what is left; returns whether there is more. */
  step(): boolean {
    this.#search(Math.max(16, Math.floor(PART_PAIRS / this.#state.pool.size)));
    return this.#from < this.#others.length;
  }

  /** Does what is left; returns the distances in the order of the items. */
  finish(): Float64Array {
    this.#search(this.#others.length);
    return Float64Array.from(this.#state.orders.itemPlaces, (place) => this.#largest[place]);
  }

  /** Compares up to so many others more with all items. */
  #search(most: number): void {
    const { pool, arena, call, relations, work, orders } = this.#state;
    const { row, scratch } = work;
    const to = Math.ceil(pool.size / 8) * 8;
    for (const end = Math.min(this.#others.length, this.#from + most); this.#from < end; this.#from++) {
      const point = orders.itemPlaces[this.#others[this.#from]];
      call("fillDistances", { relation: relations.itemsWithLabel, point, from: 0, to, out: row, scratch });
      offerRow(arena.doubles(row, pool.size), point, this.#nearest, this.#nth, this.#largest);
    }
  }
}

/** Takes the distances of all positions to one of them into the smallest of each. */
function offerRow(
  distances: Float64Array,
  point: number,
  nearest: Float64Array,
  nth: number,
  largest: Float64Array,
): void {
  for (let i = 0; i < distances.length; i++) {
    const distance = distances[i];
    if (!(distance < largest[i]) || i === point) continue;
    const first = i * nth;
    let at = first + nth - 1;
    for (; at > first && nearest[at - 1] > distance; at--) nearest[at] = nearest[at - 1];
    nearest[at] = distance;
    largest[i] = nearest[first + nth - 1];
  }
}
