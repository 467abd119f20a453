// The frequencies of a committee's members with the Hamming kernel, where every column has at most two values, as one-hot
// columns do: items become strings of bits, see kernel/committee-counts.ts. Frequencies have the definition's bits.
import { exp } from "../../../kernels/exp.ts";
import { gammaOf } from "../../../kernels/gamma-of.ts";
import type { BandwidthKernel } from "../../../kernels/rbf.ts";
import type { Matrix } from "../../../matrix.ts";
import { GrowingBuffer } from "../../memory/growing-buffer.ts";
import type { WasmState } from "../wasm-state.ts";
import type { Answers, MemberFrequencies } from "./exact-committee.ts";

/** Counts differing columns for one pool. */
export class CommitteeCounts {
  readonly #state: WasmState;
  readonly #words: number;
  readonly #bits: number;
  readonly #mask: number;
  readonly #values: number;
  readonly #entries: GrowingBuffer;

  private constructor(state: WasmState, columnCount: number, bits: Uint32Array) {
    const { arena } = state;
    this.#state = state;
    this.#words = wordsFor(columnCount);
    this.#bits = arena.putWords(bits, state.frequencies.items.stride * this.#words * 2);
    this.#mask = arena.allocate(this.#words * 8);
    this.#values = arena.allocate((columnCount + 1) * 8);
    this.#entries = new GrowingBuffer(arena);
  }

  /** Nothing unless the kernel is Hamming's and every column has at most two values. */
  static of(state: WasmState): CommitteeCounts | undefined {
    const { pool, orders } = state;
    if (pool.kernel.name !== "hamming") return undefined;
    const features = pool.features as Matrix;
    const bits = bitsOf(features, orders.items);
    return bits && new CommitteeCounts(state, features.cols, bits);
  }

  /** The frequencies of members trained on these answers. */
  frequencies(answers: Answers): MemberFrequencies {
    const { arena, jobs, pool, orders } = this.#state;
    const gamma = gammaOf((pool.kernel as BandwidthKernel).bandwidth);
    let length = -1;
    return ({ samples, columns }, from, count, planes) => {
      if (columns.length !== length) {
        length = columns.length;
        const values = arena.doubles(this.#values, length + 1);
        for (let differing = 0; differing <= length; differing++)
          values[differing] = exp(-gamma * (differing / length));
      }
      const mask = arena.words(this.#mask, this.#words * 2).fill(0);
      for (let d = 0; d < length; d++) mask[columns[d] >> 5] |= 1 << (columns[d] & 31);
      const entries = this.#entries.atLeast(samples.length * 16);
      for (let y = 0; y < pool.classCount; y++) {
        const numbers = arena.doubles(entries, samples.length * 2);
        const addresses = arena.words(entries, samples.length * 4);
        let entryCount = 0;
        for (let s = 0; s < samples.length; s++) {
          const answer = (answers.get(samples[s]) as Uint32Array)[y];
          if (answer === 0) continue;
          addresses[entryCount * 4] = this.#bits + orders.itemPlaces[samples[s]] * this.#words * 8;
          numbers[entryCount * 2 + 1] = answer;
          entryCount++;
        }
        const out = planes + (y * count - from) * 8;
        jobs.call("sumDiffering", {
          bits: this.#bits,
          words: this.#words,
          mask: this.#mask,
          values: this.#values,
          entries,
          entryCount,
          from,
          to: from + count,
          out,
        });
      }
    };
  }
}

/** 64-bit words for this many columns. */
function wordsFor(columnCount: number): number {
  return Math.ceil(columnCount / 64);
}

/** One bit per column, set where an item differs from the first; undefined if a column has a third value. */
function bitsOf({ rows, cols, data }: Matrix, order: Uint32Array): Uint32Array | undefined {
  const words = wordsFor(cols) * 2;
  const bits = new Uint32Array(rows * words);
  const other = new Float64Array(cols).fill(Number.NaN);
  for (let place = 0; place < rows; place++) {
    for (let d = 0; d < cols; d++) {
      const value = data[order[place] * cols + d];
      if (value === data[d]) continue;
      if (Number.isNaN(other[d])) other[d] = value;
      else if (value !== other[d]) return undefined;
      bits[place * words + (d >> 5)] |= 1 << (d & 31);
    }
  }
  return bits;
}
