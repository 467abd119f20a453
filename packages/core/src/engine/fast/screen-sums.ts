// Sums of all items' gains in 32 bits, block after block, and what makes upper bounds of them.
import type { Pool } from "../../pool.ts";
import { BLOCKS } from "../threads/jobs.ts";
import type { WasmState } from "./wasm-state.ts";

/** Half the distance between 1 and the next number of 32 bits. */
export const NARROW_UNIT = 2 ** -24;

/** A score times the factor, plus the constant, is an upper bound. */
export interface UpperBound {
  readonly factor: number;
  readonly constant: number;
}

/** What was found out beside the gains, which are among the state's `scores` then. */
export interface Screened {
  /** The share of the evaluation points, by weight, at which any pair can be live; never too small. */
  readonly live: number;
  /** Makes a score an upper bound of what it would be without rounding. */
  readonly upper: UpperBound;
  readonly sums: ScreenSums;
}

/** About how many bytes screening takes. */
export function screeningBytes({ size, classCount, evaluation }: Pool): number {
  return BLOCKS * size * Math.ceil(classCount / 4) * 16 + evaluation.size * 32 + 2 ** 16;
}

/** Bytes of the vectors that tables of costs are screened by. */
export function screenTableBytes(classCount: number): number {
  return Math.ceil(classCount / 2) * 16 + 4 * classCount * classCount * Math.ceil(classCount / 4) * 16;
}

/** What makes an upper bound of sums whose terms are each off by at most `perTerm` at points of this share. */
export function upperBound(pointCount: number, live: number, perTerm: number): UpperBound {
  // A block adds up at most n terms, none below 0, and the blocks are added up: n + 8 roundings of the sum.
  const factor = 1 + 1.01 * NARROW_UNIT * (Math.ceil(pointCount / BLOCKS) + 24);
  return { factor, constant: factor * 1.01 * perTerm * live };
}

/** Sums of one state's items. */
export class ScreenSums {
  /** Bytes of one item's sums, and of a block of them. */
  readonly rowBytes: number;
  readonly blockBytes: number;
  /** Per point the smallest similarity that may change its decision. */
  readonly gaps: number;
  readonly #state: WasmState;
  readonly #at: number;
  readonly #ranks: number;
  readonly #marks: number;
  readonly #places: number;

  constructor(state: WasmState) {
    const { arena, pool, orders, frequencies } = state;
    const { stride } = frequencies.points;
    this.#state = state;
    this.gaps = arena.allocate(stride * 8);
    this.#ranks = arena.putWords(orders.points);
    this.#marks = arena.put(new Float64Array(stride / 8));
    this.#places = arena.allocate(stride * 4);
    this.rowBytes = Math.ceil(pool.classCount / 4) * 16;
    this.blockBytes = pool.size * this.rowBytes;
    this.#at = arena.allocate(BLOCKS * this.blockBytes + this.rowBytes); // items are finished two at a time
  }

  /** Where the sums of a block lie. */
  ofBlock(block: number): number {
    return this.#at + block * this.blockBytes;
  }

  clear(): void {
    this.#state.jobs.call("clear", { at: this.#at, length: BLOCKS * this.blockBytes });
  }

  /**
   * Writes the gains to the state's scores.
   * @param addLeft Adds to the state's own sums what points give whose lists were too short; called where there are any.
   * @returns Whether there were any.
   */
  finish(beta: number, addLeft: () => void): boolean {
    const { pool, arena, jobs, frequencies, scratchAreas, sums, scores, weights } = this.#state;
    const isLeft = scratchAreas.some(({ left }) => arena.words(left, 1)[0] > 0);
    if (isLeft) {
      jobs.call("clear", { at: sums.at, length: BLOCKS * sums.blockBytes });
      addLeft();
    }
    jobs.call("finishScreen", {
      itemCount: pool.size,
      classCount: pool.classCount,
      freq: frequencies.items.at,
      stride: frequencies.items.stride,
      beta,
      sums: this.#at,
      blockCount: BLOCKS,
      blockBytes: this.blockBytes,
      left: isLeft ? sums.at : 0,
      leftBytes: sums.blockBytes,
      scale: weights === 0 ? 1 / pool.evaluation.size : 1,
      scores,
    });
    return isLeft;
  }

  /** The points at which an item's label may change a decision, and its similarities to all points. */
  reachedFrom(item: number): { readonly places: number; readonly placeCount: number; readonly row: number } {
    const { pool, jobs, orders, relations, scratchAreas, pointPlaces } = this.#state;
    const { row, scratch } = scratchAreas[0];
    const placeCount = jobs.call("fillReached", {
      relation: relations.pointsWithItem,
      candidate: orders.itemPlaces[item],
      pointCount: pool.evaluation.size,
      gaps: this.gaps,
      ranks: this.#ranks,
      order: pointPlaces,
      marks: this.#marks,
      places: this.#places,
      row,
      scratch,
    });
    return { places: this.#places, placeCount, row };
  }
}
