// f^(-p/2) of every item and evaluation point for each locality of the bank.
import { isLocal, type KernelBank, neighbourDistances } from "../../kernels/learning/kernel-bank.ts";
import { localFactor } from "../../kernels/learning/mixture.ts";
import type { ScaleBank } from "../../kernels/learning/scale-bank.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import type { BaseDistances } from "./base-distances.ts";
import { NeighbourSearch } from "./neighbour-search.ts";

/** Planes of factors, one per locality; items and points lie in the machine's orders. */
export interface LocalFactors {
  readonly bank: KernelBank;
  /** From which the bank's spreads follow; undefined where the bank does not look at them. */
  readonly neighbourDistances: Float64Array | undefined;
  readonly localities: readonly number[];
  /** Addresses of the first planes; each has `stride` numbers. */
  readonly items: { readonly at: number; readonly stride: number };
  readonly points: { readonly at: number; readonly stride: number };
}

/**
 * Writes the factors of a pool to the kernel's memory.
 * @param search What `neighbourSearch` gave, where it was begun before.
 */
export function localFactors(
  state: WasmState,
  scales: ScaleBank,
  distances: BaseDistances,
  search = neighbourSearch(state, scales, distances),
): LocalFactors {
  const { pool, orders } = state;
  const { evaluation } = pool;
  const raw = isLocal(scales.members)
    ? (search?.finish() ?? neighbourDistances(scales.base, pool.features, scales.neighbour))
    : undefined;
  const bank = scales.bankOn(pool.features, raw);
  const localities = [...new Set(scales.members.map(({ locality }) => locality))];
  const spread = Float64Array.from(orders.items, (i) => bank.spreadAt(pool.features, i));
  const items = writePlanes(state, localities, spread);
  const points = evaluation.isPool ? items : writePlanes(state, localities, spreadOfPoints(state, bank));
  return { bank, neighbourDistances: raw, localities, items, points };
}

/** The search for what `neighbourDistances` computes, by the kernel; null where no spread is needed or it cannot. */
export function neighbourSearch(
  state: WasmState,
  { members, neighbour }: ScaleBank,
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
