// One view or metric of the learned kernel in the kernel's memory: its features beside those of the base kernel, in the
// same orders of items and points, and what mixtures need of them. A metric that is fitted again overwrites its features.
import { type Features, isGroups } from "../../features.ts";
import { type FeatureView, poolIn } from "../../kernels/learning/feature-view.ts";
import type { LearnedGroup } from "../../kernels/learning/learned-kernel.ts";
import type { Matrix } from "../../matrix.ts";
import type { Pool } from "../../pool.ts";
import { packsOf, partsOf, writeRelations } from "../fast/relations.ts";
import type { WasmState } from "../fast/wasm-state.ts";
import { writePacks } from "../memory/packed-features.ts";
import { BaseDistances } from "./base-distances.ts";
import { type LocalFactors, localFactors, neighbourSearch } from "./local-factors.ts";
import { MemberFrequencies } from "./member-frequencies.ts";
import { MixtureRows } from "./mixture-rows.ts";
import type { NeighbourSearch } from "./neighbour-search.ts";

/** Rows of distances of one group are not kept above this many bytes: there are up to eight groups. */
const MAX_KEPT = 2 ** 27;
/** On a working set there are fewer groups, and their rows may take this share of what is left. */
const WORKING_SHARE = 1 / 4;
/** A pool with this many items for each evaluation point is a working set. */
const ITEMS_PER_POINT = 16;
/** Rows of distances that are filled ahead in one piece: some 50 ms at 100,000 items of 64 columns. */
const ROWS_AHEAD = 8;

/** Whether a pool has many more items than evaluation points, as the working sets of large files do. */
export function isWorkingSet({ size, evaluation }: Pool): boolean {
  return evaluation.size * ITEMS_PER_POINT <= size;
}

/** What a group's mixture is computed from. */
interface SlotParts {
  readonly state: WasmState;
  readonly distances: BaseDistances;
  readonly factors: LocalFactors;
  readonly frequencies: MemberFrequencies;
  readonly rows: MixtureRows;
}

/** A group of the kernel on one state. */
export class GroupSlot {
  readonly parts: SlotParts;
  /** Rows of distances to all items as 32-bit numbers, and a byte per point that says whether its row is good. */
  #kept: { readonly at: number; readonly good: number } | undefined;
  readonly #base: WasmState;
  #view: FeatureView;

  /**
   * @param base The state of the pool with the base kernel, which is used for the given view itself.
   * @param begun What `beginSlot` gave, where its search was begun before.
   */
  constructor(base: WasmState, group: LearnedGroup, { state, distances, search } = beginSlot(base, group)) {
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

  get view(): FeatureView {
    return this.#view;
  }

  /** About how many bytes a slot of its own for a group takes. */
  static bytesOf({ pool, plan }: WasmState, { bank }: LearnedGroup): number {
    const { size, classCount, evaluation } = pool;
    const planes = classCount * (bank.members.length + 1) + 4;
    return (size + evaluation.size) * 8 * (columnsOf(pool.features) + planes) + plan.scored * evaluation.size * 4;
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
      state.call("clear", { at: this.#kept.good, length: pool.evaluation.size });
    return true;
  }

  /** Where rows of distances are kept; zeros where there is no room beside this many other bytes, or none is to be kept. */
  keptRows(others: number): { readonly at: number; readonly good: number } {
    const { state, distances } = this.parts;
    const { arena, pool, plan } = state;
    const bytes = Math.ceil(plan.scored / 8) * 8 * pool.evaluation.size * 4;
    const isSmall = bytes <= (isWorkingSet(pool) ? arena.left * WORKING_SHARE : MAX_KEPT);
    const fits = isSmall && distances.inKernel && arena.fits(bytes + pool.evaluation.size + 64 + others);
    this.#kept ??= fits ? { at: arena.allocate(bytes), good: this.#zeros() } : { at: 0, good: 0 };
    return this.#kept;
  }

  /** Fills rows of distances of a few points that have none; returns whether it did. */
  fillSomeRows(others: number): boolean {
    const { state, distances } = this.parts;
    const { arena, call, pool, plan, relations, work } = state;
    const { at: kept, good } = this.keptRows(others);
    if (kept === 0 || !distances.inKernel) return false;
    const first = new Uint8Array(arena.memory.buffer, good, pool.evaluation.size).indexOf(0);
    if (first < 0) return false;
    const { row, scratch } = work;
    const to = Math.min(pool.evaluation.size, first + ROWS_AHEAD);
    const relation = relations.itemsWithPoint;
    call("keepDistances", { relation, from: first, to, items: plan.scored, row, scratch, kept, good });
    return true;
  }

  #zeros(): number {
    const { arena, call, pool } = this.parts.state;
    const at = arena.allocate(pool.evaluation.size);
    call("clear", { at, length: pool.evaluation.size });
    return at;
  }
}

function columnsOf(features: Features): number {
  return isGroups(features) ? features.groups.reduce((sum, group) => sum + columnsOf(group), 0) : features.cols;
}

/** A group whose items are being compared with each other, part by part. */
export interface BegunSlot {
  readonly state: WasmState;
  readonly distances: BaseDistances;
  /** Null where nothing is to be compared, or not by the kernel. */
  readonly search: NeighbourSearch | null;
}

/** Begins a group. */
export function beginSlot(base: WasmState, group: LearnedGroup): BegunSlot {
  const state = group.view.name === "given" ? base : stateIn(base, group);
  const distances = new BaseDistances(state);
  return { state, distances, search: neighbourSearch(state, group.bank, distances) };
}

/** A state that shares everything with the base kernel's but for features and kernel. */
function stateIn(base: WasmState, { view, bank }: LearnedGroup): WasmState {
  const pool = poolIn(base.pool, view, bank.base);
  const { arena, call, orders } = base;
  const relations = writeRelations(pool, partsOf(pool), orders, arena, (given) => call("fillRow", given));
  if (relations.onHost)
    throw new Error("unreachable: the kernels rbf and leaves are known on the WASM side to the bit");
  return { ...base, pool, relations };
}
