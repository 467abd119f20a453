// The leave-one-out frequencies from which the weights are learned. They are summed in whole multiples of 2^-52, which
// two halves hold without rounding, so that a sum does not depend on the order of adding: what is kept from label to
// label changes by the answers that came or went alone, and has the bits that summing again would give.
import { type AnsweredItem, itemsOf, type Labels } from "../../labels.ts";
import { type Matrix, matrix } from "../../matrix.ts";
import type { KernelBank } from "./kernel-bank.ts";
import { memberValues } from "./mixture.ts";

/** What is kept of one labelled item: q_i in units of 2^-26 and of 2^-52, members x classes each. */
interface Kept {
  counts: Uint32Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
}

/** One half of the bits of a value in [0, 1]. */
const HALF = 2 ** 26;

/** q_i of each labelled item under each member, kept up to date. */
export class LeftOut {
  readonly #bank: KernelBank;
  readonly #values: Float64Array;
  readonly #kept = new Map<number, Kept>();
  /** Whether a similarity has the same bits in both directions. */
  readonly #symmetric: boolean;
  #known: Labels | undefined;
  #classCount = 0;

  constructor(bank: KernelBank) {
    this.#bank = bank;
    this.#values = new Float64Array(bank.members.length);
    const { name, own } = bank.base.toJSON() as { name?: unknown; own?: unknown };
    this.#symmetric = own !== true && (name === "rbf" || name === "hamming");
  }

  /** The frequencies at a labelled item without its own answers, members x classes; good until the next one is asked for. */
  at(labels: Labels): (index: number) => Matrix {
    this.#update(labels);
    const found = matrix(this.#bank.members.length, labels.classCount);
    return (index) => {
      const { high, low } = this.#kept.get(index) as Kept;
      for (let at = 0; at < high.length; at++) found.data[at] = high[at] / HALF + low[at] / HALF / HALF;
      return found;
    };
  }

  #update(labels: Labels): void {
    if (labels === this.#known) return;
    if (this.#known === undefined || this.#classCount !== labels.classCount) this.#kept.clear();
    this.#known = undefined; // stays so if the base kernel rejects a pair on the way
    this.#classCount = labels.classCount;
    for (const [index, { counts }] of this.#kept) {
      if (labels.has(index)) continue;
      this.#kept.delete(index);
      this.#vote(index, counts, -1);
    }
    for (const item of itemsOf(labels)) this.#take(item);
    this.#known = labels;
  }

  /** Takes the answers of an item over. */
  #take({ index, counts }: AnsweredItem): void {
    const kept = this.#kept.get(index);
    if (kept === undefined) {
      const size = this.#bank.members.length * this.#classCount;
      const own = { counts, high: new Float64Array(size), low: new Float64Array(size) };
      for (const [other, theirs] of this.#kept) {
        this.#add(theirs, other, index, counts, 1);
        if (this.#symmetric) this.#addValues(own, theirs.counts, 1);
        else this.#add(own, index, other, theirs.counts, 1);
      }
      this.#kept.set(index, own);
    } else if (!same(kept.counts, counts)) {
      this.#vote(index, kept.counts, -1);
      this.#vote(index, counts, 1);
      kept.counts = counts;
    }
  }

  /** Adds an item's answers to the sums of all others, or takes them away. */
  #vote(index: number, counts: Uint32Array, sign: 1 | -1): void {
    for (const [other, kept] of this.#kept) if (other !== index) this.#add(kept, other, index, counts, sign);
  }

  #add(kept: Kept, at: number, voter: number, counts: Uint32Array, sign: 1 | -1): void {
    const { features } = this.#bank;
    memberValues(this.#bank, features, at, voter, this.#values);
    this.#addValues(kept, counts, sign);
  }

  /** Adds what the values computed last say for these answers. */
  #addValues({ high, low }: Kept, counts: Uint32Array, sign: 1 | -1): void {
    const values = this.#values;
    for (let y = 0; y < counts.length; y++) {
      if (counts[y] === 0) continue;
      const times = sign * counts[y];
      for (let m = 0, place = y; m < values.length; m++, place += counts.length) {
        const scaled = values[m] * HALF;
        const whole = Math.floor(scaled);
        high[place] += times * whole;
        low[place] += times * Math.round((scaled - whole) * HALF);
      }
    }
  }
}

/** Labels that were read from JSON hold equal counts, not the same ones. */
function same(a: Uint32Array, b: Uint32Array): boolean {
  return a === b || a.every((count, y) => count === b[y]);
}
