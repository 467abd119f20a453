// h_p(d), the weighted sum of one locality's scales, as a table of cubics per locality that carries weight. Cubics that
// meet a function's values and slopes at both ends of an interval of width b are off by at most b^4 / 384 times its
// largest fourth derivative there, which for e^(-g d) is g^4 e^(-g d) at the left end. Everything is linear in the
// weights, so each scale's cubics are computed once, and new weights cost a weighted sum.

import { exp } from "../../kernels/exp.ts";
import type { BankMember } from "../../kernels/learning/kernel-bank.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { DISTANCE_OCTAVES } from "../memory/layout.ts";

/** As in packages/core/wasm/mixture-lists.ts: distances are counted from here. */
const OFFSET = 1 / 8;
const PER_OCTAVE = 64;
const FARTHEST = 1000;
const INTERVALS = DISTANCE_OCTAVES * PER_OCTAVE;
const TABLE_NUMBERS = INTERVALS * 4;
/**
 * Roundings in a table's value, relative to 1; and of the distance to 28 bits, which changes g d e^(-g d), at most 1 / e,
 * by as much as itself.
 */
const ROUNDING = 64 * Number.EPSILON + 2 ** -29 / Math.E;
/** Localities with less weight are left out, which is part of the error. */
const NEGLIGIBLE = 1e-13;

/** Tables on one state. */
export class MixtureTables {
  readonly #state: WasmState;
  readonly #members: readonly BankMember[];
  readonly #localities: readonly number[];
  readonly #scales: readonly { readonly scale: number; readonly at: number; readonly error: number }[];
  readonly #tables: readonly number[];

  constructor(state: WasmState, members: readonly BankMember[], localities: readonly number[]) {
    const { arena } = state;
    this.#state = state;
    this.#members = members;
    this.#localities = localities;
    this.#scales = [...new Set(members.map(({ scale }) => scale))].map((scale) => {
      const { cubics, error } = cubicsOf(scale);
      return { scale, at: arena.put(cubics), error };
    });
    this.#tables = localities.map(() => arena.allocate(TABLE_NUMBERS * 8));
  }

  /** Fills the tables; returns those in use, by number of locality, and how far the mixture from them can be off. */
  fill(weights: Float64Array): { used: { locality: number; table: number }[]; error: number } {
    const { jobs } = this.#state;
    const used: { locality: number; table: number }[] = [];
    let error = ROUNDING;
    this.#localities.forEach((locality, l) => {
      const own = this.#members.flatMap((member, m) => (member.locality === locality ? [m] : []));
      const total = own.reduce((sum, m) => sum + weights[m], 0);
      if (total <= NEGLIGIBLE) {
        error += total;
        return;
      }
      jobs.call("clear", { at: this.#tables[l], length: TABLE_NUMBERS * 8 });
      for (const m of own) {
        const { at, error: off } = this.#scaleOf(this.#members[m].scale);
        jobs.call("addColumn", { plane: this.#tables[l], column: at, count: weights[m], length: TABLE_NUMBERS });
        error += weights[m] * off;
      }
      used.push({ locality: l, table: this.#tables[l] });
    });
    return { used, error };
  }

  #scaleOf(scale: number) {
    const found = this.#scales.find((known) => known.scale === scale);
    if (found === undefined) throw new Error("unreachable: every member's scale has a table");
    return found;
  }
}

/** The cubics of e^(-g d), four coefficients per interval, and their largest error. */
function cubicsOf(scale: number): { cubics: Float64Array; error: number } {
  const cubics = new Float64Array(TABLE_NUMBERS);
  let error = exp(-scale * FARTHEST); // beyond the table its last value is used
  for (let k = 0; k < INTERVALS; k++) {
    const width = (OFFSET * 2 ** Math.floor(k / PER_OCTAVE)) / PER_OCTAVE;
    const start = OFFSET * 2 ** Math.floor(k / PER_OCTAVE) + (k % PER_OCTAVE) * width - OFFSET;
    const [left, right] = [exp(-scale * start), exp(-scale * (start + width))];
    const slope = (right - left) / width;
    const [leftSlope, rightSlope] = [-scale * left, -scale * right];
    const bend = (3 * slope - 2 * leftSlope - rightSlope) / width;
    const twist = (leftSlope + rightSlope - 2 * slope) / width / width;
    cubics.set([left, leftSlope, bend, twist], 4 * k);
    error = Math.max(error, ((scale * width) ** 4 * left) / 384);
  }
  return { cubics, error };
}
