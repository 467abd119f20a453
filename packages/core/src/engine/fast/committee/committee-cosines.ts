// The frequencies of a committee's members with the cosine kernel, for texts, whose cells are mostly zero: going through
// the non-zero cells of a column gives the bits of the definition, as adding zero changes nothing.
import type { Matrix } from "../../../matrix.ts";
import type { CommitteeMember } from "../../../strategies/qbc.ts";
import { GrowingBuffer } from "../../memory/growing-buffer.ts";
import { ColumnSums } from "../column-sums.ts";
import type { WasmState } from "../wasm-state.ts";
import { type Answers, type MemberFrequencies, sumAnswers } from "./exact-committee.ts";

/** Computes cosines on some columns of one pool. */
export class CommitteeCosines {
  readonly #state: WasmState;
  readonly #features: Matrix;
  /** The cells that are not zero, column after column: the position of each, its value, and where a column begins. */
  readonly #places: Uint32Array;
  readonly #values: Float64Array;
  readonly #starts: Uint32Array;
  /** The values over the length of their item on a member's columns. */
  readonly #units: Float64Array;
  readonly #row: Float64Array;
  readonly #rows: GrowingBuffer;
  readonly #sums: ColumnSums;

  constructor(state: WasmState) {
    this.#state = state;
    this.#features = state.pool.features as Matrix;
    this.#row = new Float64Array(state.frequencies.items.stride);
    this.#rows = new GrowingBuffer(state.arena);
    this.#sums = new ColumnSums(state);
    const { rows, cols, data } = this.#features;
    const cells = data.reduce((count, value) => count + (value === 0 ? 0 : 1), 0);
    this.#places = new Uint32Array(cells);
    this.#values = new Float64Array(cells);
    this.#units = new Float64Array(cells);
    this.#starts = new Uint32Array(cols + 1);
    let at = 0;
    for (let d = 0; d < cols; d++) {
      for (let place = 0; place < rows; place++) {
        const value = data[state.orders.items[place] * cols + d];
        if (value === 0) continue;
        this.#places[at] = place;
        this.#values[at++] = value;
      }
      this.#starts[d + 1] = at;
    }
  }

  /** The frequencies of members trained on these answers, at all positions. */
  frequencies(answers: Answers): MemberFrequencies {
    const { arena, pool } = this.#state;
    const { length: stride } = this.#row;
    return (member, from, count, planes) => {
      const rows = this.#rows.atLeast(member.samples.length * stride * 8);
      const lengths = this.#scale(member.columns);
      const drawn = new Map<number, number>();
      const rowOf = (item: number) => {
        const known = drawn.get(item);
        if (known !== undefined) return known;
        const row = rows + drawn.size * stride * 8;
        drawn.set(item, row);
        this.#fill(item, member, lengths);
        arena.doubles(row, stride).set(this.#row);
        return row;
      };
      const { samples } = member;
      sumAnswers(this.#sums, samples, (item) => rowOf(item) + from * 8, answers, pool.classCount, count, planes);
    };
  }

  /** Every item's length on these columns, and with it the unit values. */
  #scale(columns: ArrayLike<number>): Float64Array {
    const [places, values, units, starts] = [this.#places, this.#values, this.#units, this.#starts];
    const lengths = new Float64Array(this.#features.rows);
    for (let c = 0; c < columns.length; c++) {
      const end = starts[columns[c] + 1];
      for (let at = starts[columns[c]]; at < end; at++) lengths[places[at]] += values[at] * values[at];
    }
    for (let i = 0; i < lengths.length; i++) lengths[i] = Math.sqrt(lengths[i]);
    for (let c = 0; c < columns.length; c++) {
      const end = starts[columns[c] + 1];
      for (let at = starts[columns[c]]; at < end; at++) units[at] = values[at] / lengths[places[at]];
    }
    return lengths;
  }

  /** The similarities of all positions to an item, summed in the member's order of columns. */
  #fill(item: number, { columns }: CommitteeMember, lengths: Float64Array): void {
    const { cols, data } = this.#features;
    const [row, places, units, starts] = [this.#row, this.#places, this.#units, this.#starts];
    const length = lengths[this.#state.orders.itemPlaces[item]];
    row.fill(0);
    for (let c = 0; c < columns.length; c++) {
      const value = data[item * cols + columns[c]];
      if (value === 0) continue;
      const own = value / length;
      const end = starts[columns[c] + 1];
      for (let at = starts[columns[c]]; at < end; at++) row[places[at]] += units[at] * own;
    }
  }
}
