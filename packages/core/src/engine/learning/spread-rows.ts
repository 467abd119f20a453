// How far items can matter depends on the product of two spreads, an item's and a point's, and is tabled for products
// an eighth of an octave apart: one row each (packages/core/wasm/mixture-cuts.ts). Here is which rows occur.
import { ln } from "../../kernels/ln.ts";
import type { Arena } from "../memory/arena.ts";

/** The rows of cuts, and what the kernel needs to find the row of a point and a group of items. */
export interface SpreadRows {
  /** How many, from the first that occurs to the one above the last. */
  readonly count: number;
  /** The first row is 2^(first / 8). */
  readonly first: number;
  /** Address of one byte per row: whether it occurs. */
  readonly used: number;
  /** Addresses of numbers per point and per group whose sum is the position among the rows. */
  readonly points: number;
  readonly tops: number;
}

/** Rows in an octave. */
const PER_OCTAVE = 8;
/** More than the rounding of logarithms. */
const MORE = 1e-9;

/** Finds the rows and writes them to the kernel's memory. */
export function spreadRows(arena: Arena, spreadOfPoints: Float64Array, spreadOfTops: Float64Array): SpreadRows {
  const tops = spreadOfTops.map((f) => (PER_OCTAVE / Math.LN2) * ln(f));
  const all = spreadOfPoints.map((f) => (PER_OCTAVE / Math.LN2) * ln(f) + MORE);
  const lowestTop = tops.reduce((a, b) => Math.min(a, b));
  const first = Math.floor(all.reduce((a, b) => Math.min(a, b)) + lowestTop);
  const points = all.map((place) => place - first);
  const count = Math.floor(points.reduce((a, b) => Math.max(a, b)) + tops.reduce((a, b) => Math.max(a, b))) + 2;
  const used = new Uint8Array(count);
  for (const point of points) {
    for (const top of tops) {
      const row = Math.floor(point + top);
      used[row] = 1;
      used[row + 1] = 1;
    }
  }
  const usedAt = arena.allocate(count);
  new Uint8Array(arena.memory.buffer, usedAt, count).set(used);
  return { count, first, used: usedAt, points: arena.put(points), tops: arena.put(tops) };
}
