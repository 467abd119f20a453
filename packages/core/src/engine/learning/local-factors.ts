// f^(-p/2) of every item and evaluation point for each locality of the bank, and groups of items with alike f.

import type { AdaptiveKernel } from "../../kernels/learning/adaptive.ts";
import { isLocal, type KernelBank, neighbourDistances } from "../../kernels/learning/kernel-bank.ts";
import { localFactor } from "../../kernels/learning/mixture.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import type { BaseDistances } from "./base-distances.ts";
import { NeighbourSearch } from "./neighbour-search.ts";
import { type SpreadRows, spreadRows } from "./spread-rows.ts";

/** Planes of factors, one per locality, and the groups; items and points lie in the machine's orders. */
export interface LocalFactors {
  readonly bank: KernelBank;
  /** From which the bank's spreads follow; undefined where the bank does not look at them. */
  readonly neighbourDistances: Float64Array | undefined;
  readonly localities: readonly number[];
  /** Addresses of the first planes; each has `stride` numbers. */
  readonly items: { readonly at: number; readonly stride: number };
  readonly points: { readonly at: number; readonly stride: number };
  readonly groupCount: number;
  /** Address of one byte per item: its group. */
  readonly groupOf: number;
  /** Address of one word per group: how many items it has. */
  readonly sizes: number;
  readonly rows: SpreadRows;
}

/** Pools above this many items get twice the groups. */
const LARGE_POOL = 4000;

/**
 * Writes the factors of a pool to the kernel's memory.
 * @param search What `neighbourSearch` gave, where it was begun before.
 */
export function localFactors(
  state: WasmState,
  kernel: AdaptiveKernel,
  distances: BaseDistances,
  search = neighbourSearch(state, kernel, distances),
): LocalFactors {
  const { pool, arena, orders } = state;
  const { evaluation } = pool;
  const local = isLocal(kernel.members);
  const raw = local
    ? (search?.finish() ?? neighbourDistances(kernel.base, pool.features, kernel.neighbour))
    : undefined;
  const bank = kernel.bankOn(pool.features, raw);
  const localities = [...new Set(kernel.members.map(({ locality }) => locality))];
  const spread = Float64Array.from(orders.items, (i) => bank.spreadAt(pool.features, i));
  const items = writePlanes(state, localities, spread);
  const spreadAtPoints = evaluation.isPool ? spread : spreadOfPoints(state, bank);
  const points = evaluation.isPool ? items : writePlanes(state, localities, spreadAtPoints);
  const groupCount = local ? (pool.size > LARGE_POOL ? 16 : 8) : 1;
  const groups = groupsOf(spread, groupCount);
  const groupOf = arena.allocate(pool.size);
  new Uint8Array(arena.memory.buffer, groupOf, pool.size).set(groups);
  const sizes = arena.putWords(sizesOf(groups, groupCount));
  const rows = spreadRows(arena, spreadAtPoints, largestOf(spread, groups, groupCount));
  return { bank, neighbourDistances: raw, localities, items, points, groupCount, groupOf, sizes, rows };
}

/** The search for what `neighbourDistances` computes, by the kernel; null where no spread is needed or it cannot. */
export function neighbourSearch(
  state: WasmState,
  { members, neighbour }: AdaptiveKernel,
  { inKernel }: BaseDistances,
): NeighbourSearch | null {
  return inKernel && isLocal(members) ? new NeighbourSearch(state, neighbour) : null;
}

function writePlanes({ arena }: WasmState, localities: readonly number[], spread: Float64Array) {
  const stride = Math.ceil(spread.length / 8) * 8;
  const at = arena.allocate(localities.length * stride * 8);
  const planes = arena.doubles(at, localities.length * stride);
  planes.fill(1);
  localities.forEach((locality, l) => {
    spread.forEach((f, i) => {
      planes[l * stride + i] = localFactor(f, locality);
    });
  });
  return { at, stride };
}

function spreadOfPoints({ pool, orders }: WasmState, bank: KernelBank): Float64Array {
  const { indices, features } = pool.evaluation;
  return Float64Array.from(orders.points, (x) =>
    indices === null ? bank.spreadAt(features, x) : bank.spreadAt(pool.features, indices[x]),
  );
}

/** Groups of equal size by rising f. */
function groupsOf(spread: Float64Array, groupCount: number): Uint8Array {
  const order = Uint32Array.from(spread.keys()).sort((i, j) => spread[i] - spread[j]);
  const groups = new Uint8Array(spread.length);
  order.forEach((item, rank) => {
    groups[item] = Math.floor((rank * groupCount) / spread.length);
  });
  return groups;
}

function sizesOf(groups: Uint8Array, groupCount: number): Uint32Array {
  const sizes = new Uint32Array(groupCount);
  for (const group of groups) sizes[group]++;
  return sizes;
}

/** The largest f of each group; an empty one has no item to bound. */
function largestOf(spread: Float64Array, groups: Uint8Array, groupCount: number): Float64Array {
  const largest = new Float64Array(groupCount);
  spread.forEach((f, i) => {
    largest[groups[i]] = Math.max(largest[groups[i]], f);
  });
  return largest.map((f) => (f === 0 ? 1 : f));
}
