// Rows of similarities under the mixture, with the definition's bits.
import { type Matrix, matrix } from "../../matrix.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { MEMBER_BYTES, MEMBER_LOCALITY } from "../memory/layout.ts";
import type { BaseDistances } from "./base-distances.ts";
import type { LocalFactors } from "./local-factors.ts";

/** Rows under the weights last set. */
export class MixtureRows {
  /** Where the kernel reads the members. */
  readonly members: number;
  readonly #state: WasmState;
  readonly #distances: BaseDistances;
  readonly #factors: LocalFactors;
  readonly #row: number;
  readonly #out: number;
  readonly #own: number;

  constructor(state: WasmState, distances: BaseDistances, factors: LocalFactors) {
    const { arena } = state;
    const { bank, localities, items, points } = factors;
    this.#state = state;
    this.#distances = distances;
    this.#factors = factors;
    this.members = arena.allocate(bank.members.length * MEMBER_BYTES);
    this.#row = arena.allocate(Math.max(items.stride, points.stride) * 8);
    this.#out = arena.allocate(Math.max(items.stride, points.stride) * 8);
    this.#own = arena.allocate(localities.length * 8);
    this.weigh(new Float64Array(bank.members.length));
  }

  /** Sets the weights. */
  weigh(weights: Float64Array): void {
    const { arena } = this.#state;
    const { bank, localities } = this.#factors;
    bank.members.forEach(({ scale, locality }, m) => {
      const at = this.members + m * MEMBER_BYTES;
      arena.doubles(at, 2).set([scale, weights[m]]);
      arena.words(at + MEMBER_LOCALITY, 1)[0] = localities.indexOf(locality);
    });
  }

  /** The similarities of all evaluation points to the item at a position: their address. */
  ofPoints(item: number): number {
    const { relations, pool } = this.#state;
    const { points, items } = this.#factors;
    return this.#fill(relations.pointsWithItem, item, pool.evaluation.size, points, items);
  }

  /** Similarities of all items (rows) to all items, or to all evaluation points. */
  matrixOf(which: "items" | "points"): Matrix {
    const { relations, pool, arena, orders } = this.#state;
    const places = which === "items" ? orders.itemPlaces : orders.pointPlaces;
    const relation = which === "items" ? relations.itemsWithLabel : relations.itemsWithPoint;
    const values = matrix(pool.size, places.length);
    for (let j = 0; j < places.length; j++) {
      const at = this.#fill(relation, places[j], pool.size, this.#factors.items, this.#factors[which]);
      const column = arena.doubles(at, pool.size);
      for (let i = 0; i < pool.size; i++) values.data[orders.items[i] * places.length + j] = column[i];
    }
    return values;
  }

  #fill(relation: number, with_: number, count: number, of: Planes, own: Planes): number {
    const { arena, call } = this.#state;
    const { bank, localities } = this.#factors;
    this.#distances.fill(relation, with_, count, this.#row);
    const planes = arena.doubles(own.at, localities.length * own.stride);
    const factors = arena.doubles(this.#own, localities.length);
    for (let l = 0; l < localities.length; l++) factors[l] = planes[l * own.stride + with_];
    call("mixRow", {
      members: this.members,
      memberCount: bank.members.length,
      distances: this.#row,
      count: of.stride,
      factors: of.at,
      own: this.#own,
      out: this.#out,
    });
    return this.#out;
  }
}

type Planes = LocalFactors["items"];
