// The bank of the learned kernel: the base kernel at several scales, each with distances that are or are not scaled
// to the local density. docs/guide/learning.md has the formulas; self-tuning after Zelnik-Manor and Perona,
// "Self-tuning spectral clustering", NIPS 2004.
import type { Features } from "../../features.ts";
import { MAX_EXACT_ITEMS, NEIGHBOUR_SAMPLE, sampledItems } from "../../sample.ts";
import { distanceOf } from "../distance-of.ts";
import type { Kernel } from "../kernel.ts";
import { KeptSmallest } from "./kept-smallest.ts";
import { memberValues } from "./mixture.ts";

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
  /** f(x) for one item of these features, which may or may not be the pool's. */
  spreadAt(features: Features, i: number): number;
  /** The similarity of item i of these features to the pool's item j under each member; written to `values` from `at` on. */
  valuesAt(features: Features, i: number, j: number, values?: Float64Array, at?: number): Float64Array;
}

/** f is kept within this factor of its median, so that duplicates (f = 0) and items without neighbours stay finite. */
const SPREAD_LIMIT = 1000;

/**
 * The bank for a pool. `neighbour` says which neighbour's distance measures the local spread.
 * @param distances What `neighbourDistances` gives, where it is known already.
 */
export function kernelBank(
  base: Kernel,
  features: Features,
  members: readonly BankMember[],
  neighbour: number,
  distances?: Float64Array,
): KernelBank {
  const spreadAt = isLocal(members) ? spreads(base, features, neighbour, distances) : () => 1;
  const bank: KernelBank = {
    base,
    features,
    members,
    spreadAt,
    valuesAt: (others, i, j, values, at) => memberValues(bank, others, i, j, values, at),
  };
  return bank;
}

/** f(x) of any item; those of the pool are known at once. */
function spreads(
  base: Kernel,
  features: Features,
  neighbour: number,
  distances: Float64Array | undefined,
): KernelBank["spreadAt"] {
  const raw = distances ?? neighbourDistances(base, features, neighbour);
  const centre = medianOf(raw);
  const known = new WeakMap<Features, Float64Array>([[features, raw.map((d) => relative(d, centre))]]);
  return (others, i) => {
    const values = known.get(others) ?? new Float64Array(others.rows);
    known.set(others, values);
    if (values[i] === 0) values[i] = relative(distanceOfNew(base, others, i, features, neighbour), centre);
    return values[i];
  };
}

/** Whether any member of a bank looks at the local spread. */
export function isLocal(members: readonly BankMember[]): boolean {
  return members.some(({ locality }) => locality !== 0);
}

/** The items of a pool that neighbours are looked for among: all, or of a large pool a sample that its size decides. */
export function possibleNeighbours(pool: Features): Uint32Array {
  if (pool.rows <= MAX_EXACT_ITEMS) return Uint32Array.from({ length: pool.rows }, (_, i) => i);
  return sampledItems(pool.rows, NEIGHBOUR_SAMPLE, 0);
}

/** For each item of the pool the distance to its n-th nearest possible neighbour; where there are fewer to the farthest one. */
export function neighbourDistances(base: Kernel, pool: Features, neighbour: number): Float64Array {
  const others = possibleNeighbours(pool);
  const nearest = new KeptSmallest(Math.min(neighbour, others.length - 1));
  return Float64Array.from({ length: pool.rows }, (_, i) => {
    nearest.clear();
    for (const j of others) if (j !== i) nearest.offer(distanceOf(base, pool, i, pool, j));
    return nearest.largest;
  });
}

/** The same for an item that need not be of the pool: one item at distance 0 counts as itself. */
function distanceOfNew(base: Kernel, a: Features, i: number, pool: Features, neighbour: number): number {
  const possible = possibleNeighbours(pool);
  const nearest = new KeptSmallest(Math.min(neighbour, possible.length - 1));
  let itself = false;
  for (const j of possible) {
    const distance = distanceOf(base, a, i, pool, j);
    if (distance === 0 && !itself) itself = true;
    else nearest.offer(distance);
  }
  return nearest.largest;
}

/** The median of the positive, finite distances; 0 if no distance is positive and finite. */
function medianOf(distances: Float64Array): number {
  const usable = distances.filter((d) => d > 0 && d < Infinity).sort();
  if (usable.length === 0) return 0;
  const middle = usable.length >> 1;
  return usable.length % 2 === 1 ? usable[middle] : (usable[middle - 1] + usable[middle]) / 2;
}

/** f from a distance; where the pool has no spread to compare with, every item's is 1. */
function relative(distance: number, centre: number): number {
  if (centre === 0) return 1;
  return Math.min(SPREAD_LIMIT, Math.max(1 / SPREAD_LIMIT, distance / centre));
}
