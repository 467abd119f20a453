// From which distance on the members of one locality, together and divided by their weight, are below some floors: what wasm/group-lists.ts compares distances with. They only say what need not be computed, so they have a margin
// instead of the definition's bits.
import { exp } from "../../kernels/exp.ts";
import { ln } from "../../kernels/ln.ts";
import { LIMIT_COUNT } from "../memory/layout.ts";

/** A member's scale and its weight. */
export interface WeighedScale {
  readonly scale: number;
  readonly weight: number;
}

/** The sum of 32-bit numbers is off by less than this of itself (wasm/group-gain.ts, from 2^-20 on). */
const MARGIN = 1e-4;

/** Floors in an octave; wasm/group-lists.ts knows them too. */
const PER_OCTAVE = 8;

/**
 * The distance for each of the floors 1, 15/16, 14/16, ..., 9/16, 8/16, 15/32 and so on, so that sum of weight e^(-scale distance) < floor times the sum of
 * the weights. ln of the left side is convex, so that Newton's steps from 0 approach the distance from below.
 */
export function voiceLimits(members: readonly WeighedScale[]): Float64Array {
  const limits = new Float64Array(LIMIT_COUNT);
  const total = members.reduce((sum, { weight }) => sum + weight, 0);
  let distance = 0;
  for (let level = 0; level < LIMIT_COUNT; level++) {
    const octave = Math.ceil(level / PER_OCTAVE);
    const floor = 2 ** -octave * (1 + (octave * PER_OCTAVE - level) / PER_OCTAVE) * total;
    const aim = ln(floor * (1 - MARGIN));
    for (;;) {
      let sum = 0;
      let slope = 0;
      for (const { scale, weight } of members) {
        const part = weight * exp(-scale * distance);
        sum += part;
        slope += scale * part;
      }
      if (sum < floor * (1 - MARGIN / 2)) break;
      distance += ((ln(sum) - aim) * sum) / slope;
    }
    limits[level] = distance;
  }
  return limits;
}
