// The bank of the adaptive kernel: the base kernel at several scales, each with distances that are or are not scaled
// to the local density. docs/guide/adaptive.md has the formulas; self-tuning after Zelnik-Manor and Perona,
// "Self-tuning spectral clustering", NIPS 2004.
import { type Features, isGroups, isSparse } from "../../features.ts";
import { type Matrix, row } from "../../matrix.ts";
import { distanceOf } from "../distance-of.ts";
import type { Kernel } from "../kernel.ts";

/** One kernel of the bank: exp(-scale * D_p) with locality p. */
export interface BankMember {
  /** g: above 1 sharper, below 1 wider than the base kernel. */
  readonly scale: number;
  /** p: 0 leaves distances as they are, 1 divides them by how far apart the neighbours are. */
  readonly locality: number;
}

/** The base kernel on one pool, with what is needed to localise distances. */
export interface KernelBank {
  readonly base: Kernel;
  readonly features: Features;
  readonly members: readonly BankMember[];
  /** f(x) for each item of the pool: distance to its neighbour, over the median. */
  readonly spread: Float64Array;
  /** f(x) for one item of these features, which may or may not be the pool's. */
  spreadAt(features: Features, i: number): number;
}

/** f is kept within this factor of its median, so that duplicates (f = 0) and items without neighbours stay finite. */
const SPREAD_LIMIT = 1000;

/** The bank for a pool. `neighbour` says which neighbour's distance measures the local spread. */
export function kernelBank(
  base: Kernel,
  features: Features,
  members: readonly BankMember[],
  neighbour: number,
): KernelBank {
  const local = members.some(({ locality }) => locality !== 0);
  const raw = new Float64Array(features.rows);
  if (local) for (let i = 0; i < features.rows; i++) raw[i] = neighbourDistance(base, features, i, features, neighbour);
  const centre = medianOf(raw);
  const known = new WeakMap<Features, Float64Array>([
    [features, local ? raw.map((d) => relative(d, centre)) : raw.fill(1)],
  ]);
  const spread = known.get(features) as Float64Array;
  return {
    base,
    features,
    members,
    spread,
    spreadAt(others, i) {
      if (!local) return 1;
      const values = known.get(others) ?? new Float64Array(others.rows);
      known.set(others, values);
      if (values[i] === 0) values[i] = relative(neighbourDistance(base, others, i, features, neighbour), centre);
      return values[i];
    },
  };
}

/** Distance to the n-th nearest item of the pool, the item itself not counted; in a smaller pool to the farthest one. */
function neighbourDistance(base: Kernel, a: Features, i: number, pool: Features, neighbour: number): number {
  const twin = a === pool ? i : twinOf(a, i, pool);
  const distances = new Float64Array(pool.rows - (twin < 0 ? 0 : 1));
  let at = 0;
  for (let j = 0; j < pool.rows; j++) if (j !== twin) distances[at++] = distanceOf(base, a, i, pool, j);
  distances.sort();
  return distances[Math.min(neighbour, distances.length) - 1];
}

/** Where an item of other features stands in the pool, if it is one of its dense rows; else -1. */
function twinOf(a: Features, i: number, pool: Features): number {
  if (isGroups(a) || isSparse(a) || isGroups(pool) || isSparse(pool)) return -1;
  const x = row(a, i);
  for (let j = 0; j < pool.rows; j++) if (sameRow(x, row(pool as Matrix, j))) return j;
  return -1;
}

function sameRow(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, d) => value === b[d]);
}

/** The median of the positive, finite distances; 1 if there is none. */
function medianOf(distances: Float64Array): number {
  const usable = distances.filter((d) => d > 0 && d < Infinity).sort();
  if (usable.length === 0) return 1;
  const middle = usable.length >> 1;
  return usable.length % 2 === 1 ? usable[middle] : (usable[middle - 1] + usable[middle]) / 2;
}

function relative(distance: number, centre: number): number {
  return Math.min(SPREAD_LIMIT, Math.max(1 / SPREAD_LIMIT, distance / centre));
}
