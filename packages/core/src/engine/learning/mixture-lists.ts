// The lists of the gain under a mixture (packages/core/wasm/mixture-lists.ts): their order does not depend on the
// weights, so they are made once, and only a part at each selection, so that none waits long. Points whose list is not
// made yet, or for which there is no room, are served from distances computed again.
import { MOST_BUCKETS, type WasmState } from "../fast/wasm-state.ts";
import { CHUNK_ENTRIES, DISTANCE_OCTAVES } from "../memory/layout.ts";
import type { WasmArguments } from "../memory/wasm-calls.ts";
import type { BaseDistances } from "./base-distances.ts";
import type { LocalFactors } from "./local-factors.ts";

/** Pairs that are listed at most during one selection: about half a second of one core. */
const PAIRS_AT_ONCE = 2 ** 24;
/** Columns of members' similarities that should find room beside the lists. */
const KEPT_COLUMNS = 256;

/** One block's lists: slots from `slot` on, for the points from its first up to `listedTo`. */
interface BlockLists {
  readonly slot: number;
  readonly most: number;
  listedTo: number;
}

/** Lists in the kernel's memory. */
export class MixtureLists {
  readonly bits: number;
  /** Address of the first list, and bytes from one to the next. */
  readonly at: number;
  readonly bytes: number;
  /** Address of a distance per list and group that none of its items is nearer than. */
  readonly nearest: number;
  readonly blocks: readonly BlockLists[];
  readonly #state: WasmState;
  readonly #distances: BaseDistances;

  constructor(state: WasmState, distances: BaseDistances, { groupCount, bank }: LocalFactors) {
    const { pool, arena, scratchAreas } = state;
    this.#state = state;
    this.#distances = distances;
    this.bits = Math.floor(Math.log2(MOST_BUCKETS / DISTANCE_OCTAVES / groupCount));
    const longest = Math.max(...scratchAreas.map(({ from, to }) => to - from));
    const columns = KEPT_COLUMNS * bank.members.length * (pool.size + pool.evaluation.size) * 8;
    this.bytes = Math.ceil(Math.ceil(pool.size / groupCount) / CHUNK_ENTRIES) * groupCount * CHUNK_ENTRIES * 8;
    const bytes = (perBlock: number) => perBlock * scratchAreas.length * (this.bytes + groupCount * 4);
    let perBlock = longest;
    while (perBlock > 0 && !arena.fits(bytes(perBlock) + columns)) perBlock >>= 1;
    const slots = perBlock * scratchAreas.length;
    this.at = arena.allocate(slots * this.bytes);
    this.nearest = arena.allocate(slots * groupCount * 4);
    this.blocks = scratchAreas.map(({ from, to }, block) => ({
      slot: block * perBlock,
      most: from + Math.min(perBlock, to - from),
      listedTo: from,
    }));
  }

  /** How many of the points have a list. */
  get listed(): number {
    return this.blocks.reduce((sum, { listedTo }, block) => sum + listedTo - this.#state.scratchAreas[block].from, 0);
  }

  /** Lists some more points, if any are left. */
  goOn(book: number): void {
    const { pool, scratchAreas, relations, jobs } = this.#state;
    const step = Math.max(1, Math.floor(PAIRS_AT_ONCE / pool.size / this.blocks.length));
    const todo: WasmArguments<"listMixture">[] = [];
    this.blocks.forEach((lists, block) => {
      const { from, row, scratch, histogram } = scratchAreas[block];
      const to = Math.min(lists.most, lists.listedTo + step);
      if (to <= lists.listedTo) return;
      const slot = lists.slot + lists.listedTo - from;
      if (this.#distances.inKernel) {
        const { itemsWithPoint: relation } = relations;
        todo.push({ book, relation, from: lists.listedTo, to, slot, row, scratch, histogram });
      } else {
        for (let x = lists.listedTo; x < to; x++) {
          this.#distances.fill(relations.itemsWithPoint, x, pool.size, row);
          jobs.call("listMixtureRow", { book, slot: slot + x - lists.listedTo, row, histogram });
        }
      }
      lists.listedTo = to;
    });
    if (todo.length > 0) jobs.run("listMixture", todo);
  }
}
