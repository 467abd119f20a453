// The distances from which on no item can matter, for all products of spreads and all smallest gaps
// (packages/core/wasm/mixture-cuts.ts), made again whenever the weights change.

import { exp } from "../../kernels/exp.ts";
import type { BankMember } from "../../kernels/learning/kernel-bank.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { STOP_COUNT } from "../memory/layout.ts";
import { blocksOf } from "../threads/jobs.ts";
import type { LocalFactors } from "./local-factors.ts";

/** Steps of distance: 32 in an octave, from 2^-5 to 2^10. */
const PER_OCTAVE = 32;
const STEPS = 15 * PER_OCTAVE;
const FIRST_STEP = -5 * PER_OCTAVE;
/** More than the rounding of a step's distance on its way to a number of 32 bits. */
const MORE = 1 + 1e-6;

/** The table of cuts on one state. */
export class MixtureCuts {
  readonly at: number;
  /** How steeply cuts can rise between two rows: the largest locality over the rows of two octaves. */
  readonly rise: number;
  readonly #state: WasmState;
  readonly #factors: LocalFactors;
  readonly #values: number;
  /** e^(-g d) at the steps, for each scale. */
  readonly #scales = new Map<number, Float64Array>();

  constructor(state: WasmState, factors: LocalFactors) {
    const { arena } = state;
    this.#state = state;
    this.#factors = factors;
    this.rise = Math.max(...factors.localities) / 16;
    this.at = arena.allocate(STOP_COUNT * factors.rows.count * 4);
    this.#values = arena.allocate((STEPS + factors.localities.length * (STEPS + 2)) * 8);
    const distances = Float64Array.from({ length: STEPS }, (_, step) => distanceOf(step));
    arena.doubles(this.#values, STEPS).set(distances.map((distance) => distance * MORE));
    for (const { scale } of factors.bank.members) {
      this.#scales.set(
        scale,
        distances.map((distance) => exp(-scale * distance)),
      );
    }
  }

  /** Fills the table for these weights; `used` says by their numbers which localities carry any. */
  fill(weights: Float64Array, used: readonly { readonly locality: number }[]): void {
    const { arena, jobs, scratchAreas } = this.#state;
    const { bank, localities, rows } = this.#factors;
    used.forEach(({ locality }, v) => {
      const values = arena.doubles(this.#values + (STEPS + v * (STEPS + 2)) * 8, STEPS + 2);
      values.fill(0)[0] = localities[locality];
      bank.members.forEach((member, m) => {
        if (member.locality === localities[locality] && weights[m] > 0) this.#add(values, member, weights[m]);
      });
    });
    jobs.run(
      "fillCuts",
      blocksOf(rows.count).map(([from, to], block) => ({
        cuts: this.at,
        rows: rows.count,
        used: rows.used,
        from,
        to,
        first: rows.first,
        values: this.#values,
        steps: STEPS,
        voices: used.length,
        bounds: scratchAreas[block].histogram,
      })),
    );
  }

  #add(values: Float64Array, { scale }: BankMember, weight: number): void {
    const member = this.#scales.get(scale) as Float64Array;
    values[1] += weight;
    for (let step = 0; step < STEPS; step++) values[step + 2] += weight * member[step];
  }
}

function distanceOf(step: number): number {
  return exp(((FIRST_STEP + step) / PER_OCTAVE) * Math.LN2);
}
