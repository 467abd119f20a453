// The places of rows in the order of each column: some of the rows are then put in that order without comparing numbers
// again. Rows with equal values may come in any order.
import type { Matrix } from "../../matrix.ts";

/** Above this part of all rows, some are picked from the order of all; fewer are sorted faster. */
const MANY = 1 / 10;

/** The columns of a matrix, ranked. */
export class RankedColumns {
  readonly #ranks: readonly Uint32Array[];
  readonly #orders: readonly Uint32Array[];
  readonly #inside: Uint8Array;
  readonly #sorted: Uint32Array;

  constructor({ rows, cols, data }: Matrix) {
    const orders = Array.from({ length: cols }, (_, d) => {
      const order = Array.from({ length: rows }, (_, i) => i);
      return Uint32Array.from(order.sort((i, j) => data[i * cols + d] - data[j * cols + d]));
    });
    this.#orders = orders;
    this.#ranks = orders.map((order, d) => {
      const ranks = new Uint32Array(rows);
      for (let at = 1; at < rows; at++) {
        const grows = data[order[at] * cols + d] > data[order[at - 1] * cols + d];
        ranks[order[at]] = ranks[order[at - 1]] + (grows ? 1 : 0);
      }
      return ranks;
    });
    this.#inside = new Uint8Array(rows);
    this.#sorted = new Uint32Array(rows);
  }

  /** The place of each row's value among the distinct values of a column. */
  ranksOf(column: number): Uint32Array {
    return this.#ranks[column];
  }

  /** Some rows by ascending rank in a column; good until the next call. */
  sorted(column: number, some: Uint32Array): Uint32Array {
    const { length } = some;
    if (length > MANY * this.#inside.length) this.#pick(this.#orders[column], some);
    else this.#insert(this.#ranks[column], some);
    return this.#sorted.subarray(0, length);
  }

  #pick(order: Uint32Array, some: Uint32Array): void {
    const inside = this.#inside;
    for (let at = 0; at < some.length; at++) inside[some[at]] = 1;
    for (let at = 0, to = 0; to < some.length; at++) {
      const row = order[at];
      this.#sorted[to] = row; // overwritten where it is not one of them
      to += inside[row];
    }
    for (let at = 0; at < some.length; at++) inside[some[at]] = 0;
  }

  #insert(ranks: Uint32Array, some: Uint32Array): void {
    const sorted = this.#sorted;
    for (let at = 0; at < some.length; at++) {
      const row = some[at];
      let to = at;
      for (; to > 0 && ranks[sorted[to - 1]] > ranks[row]; to--) sorted[to] = sorted[to - 1];
      sorted[to] = row;
    }
  }
}
