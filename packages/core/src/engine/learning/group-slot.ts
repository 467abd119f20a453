// One view or metric of the learning kernel in the kernel's memory: its features beside those of the base kernel, in the
// same orders of items and points, and what mixtures need of them. A metric that is fitted again overwrites its features.
import { type FeatureView, poolIn } from "../../kernels/learning/feature-view.ts";
import type { LearningGroup } from "../../kernels/learning/learning.ts";
import type { Matrix } from "../../matrix.ts";
import { packsOf, partsOf, writeRelations } from "../fast/relations.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { writePacks } from "../memory/packed-features.ts";
import { BaseDistances } from "./base-distances.ts";
import { localFactors, neighbourSearch } from "./local-factors.ts";
import { MemberFrequencies } from "./member-frequencies.ts";
import type { MixtureParts } from "./mixture-gains.ts";
import { MixtureRows } from "./mixture-rows.ts";
import type { NeighbourSearch } from "./neighbour-search.ts";

/** Rows of distances of one group are not kept above this many bytes: there are up to eight groups. */
const MOST_KEPT = 2 ** 27;

/** A group of the kernel on one state. */
export class GroupSlot {
  readonly parts: Omit<MixtureParts, "tables">;
  /** Rows of distances to all items as 32-bit numbers, and a byte per point that says whether its row is good. */
  #kept: { readonly at: number; readonly good: number } | undefined;
  readonly #base: WasmState;
  #view: FeatureView;

  /**
   * @param base The state of the pool with the base kernel, which is used for the given view itself.
   * @param begun What `beginSlot` gave, where its search was begun before.
   */
  constructor(base: WasmState, group: LearningGroup, { state, distances, search } = beginSlot(base, group)) {
    const { view, bank } = group;
    const factors = localFactors(state, bank, distances, search);
    const rows = new MixtureRows(state, distances, factors);
    this.#base = base;
    this.#view = view;
    this.parts = {
      state,
      distances,
      factors,
      rows,
      frequencies: new MemberFrequencies(state, distances, factors, rows.members),
    };
  }

  /** Takes over the view of a group; returns whether it is another one than before. */
  see(view: FeatureView): boolean {
    if (view === this.#view) return false;
    this.#view = view;
    const { state, frequencies } = this.parts;
    const { arena, relations, orders, pool } = state;
    writePacks(arena, packsOf(arena, relations.itemsWithLabel), view.features as Matrix, orders.items);
    if (!pool.evaluation.isPool) {
      const points = view.see(this.#base.pool.evaluation.features) as Matrix;
      writePacks(arena, packsOf(arena, relations.pointsWithItem), points, orders.points);
    }
    frequencies.forget();
    if (this.#kept !== undefined && this.#kept.good !== 0)
      state.jobs.call("clear", { at: this.#kept.good, length: pool.evaluation.size });
    return true;
  }

  /** Where rows of distances are kept; zeros where there is no room beside this many other bytes, or none is to be kept. */
  keptRows(others: number): { readonly at: number; readonly good: number } {
    const { state, distances } = this.parts;
    const { arena, pool } = state;
    const bytes = Math.ceil(pool.size / 8) * 8 * pool.evaluation.size * 4;
    const fits = bytes <= MOST_KEPT && distances.inKernel && arena.fits(bytes + pool.evaluation.size + 64 + others);
    this.#kept ??= fits ? { at: arena.allocate(bytes), good: this.#zeros() } : { at: 0, good: 0 };
    return this.#kept;
  }

  #zeros(): number {
    const { arena, jobs, pool } = this.parts.state;
    const at = arena.allocate(pool.evaluation.size);
    jobs.call("clear", { at, length: pool.evaluation.size });
    return at;
  }
}

/** A group whose items are being compared with each other, part by part. */
export interface BegunSlot {
  readonly state: WasmState;
  readonly distances: BaseDistances;
  /** Null where nothing is to be compared, or not by the kernel. */
  readonly search: NeighbourSearch | null;
}

/** Begins a group. */
export function beginSlot(base: WasmState, group: LearningGroup): BegunSlot {
  const state = group.view.name === "given" ? base : stateIn(base, group);
  const distances = new BaseDistances(state);
  return { state, distances, search: neighbourSearch(state, group.bank, distances) };
}

/** A state that shares everything with the base kernel's but for features and kernel. */
function stateIn(base: WasmState, { view, bank }: LearningGroup): WasmState {
  const pool = poolIn(base.pool, view, bank.base);
  const { arena, jobs, orders } = base;
  const relations = writeRelations(pool, partsOf(pool), orders, arena, (given) => jobs.call("fillRow", given));
  if (relations.onHost)
    throw new Error("unreachable: the kernels rbf and leaves are known on the WASM side to the bit");
  return { ...base, pool, relations };
}
