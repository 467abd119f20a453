// Everything that lives in the kernel's memory for one pool: features, frequencies, and room to work. The strategies' fast twins work on it.
import type { Pool } from "../../pool.ts";
import { Arena } from "../memory/arena.ts";
import { POINT_CLASS_BYTES, POINT_HEAD_BYTES } from "../memory/layout.ts";
import { type MemoryPlan, sumBytes } from "../memory/memory-plan.ts";
import { type WasmCall, wasmCall } from "../memory/wasm-calls.ts";
import { type WasmMemory, type WasmModule, wasmOn } from "../memory/wasm-module.ts";
import { LabelFrequencies } from "./label-frequencies.ts";
import { hostRowOf, type Orders, ordersOf, partsOf, type Relations, writeRelations } from "./relations.ts";

/** Room to work. */
interface WorkArea {
  /** One number per item or point. */
  readonly row: number;
  readonly scratch: number;
  /** What is known of one point; see packages/core/wasm/decided.ts. */
  readonly info: number;
  readonly histogram: number;
  /** A count, then the points at which some label can change a decision, where lists were used. */
  readonly alive: number;
}

/** The engine's state for one pool. */
export interface WasmState {
  readonly pool: Pool;
  readonly plan: MemoryPlan;
  readonly arena: Arena;
  readonly call: WasmCall;
  /** Where items and points lie; every address below counts positions, not items. */
  readonly orders: Orders;
  readonly relations: Relations;
  readonly frequencies: LabelFrequencies;
  readonly work: WorkArea;
  /** Sums, [item][class] or whatever a strategy adds up. */
  readonly sums: { readonly at: number; readonly bytes: number };
  /** One number per item. */
  readonly scores: number;
  /** Weights of the evaluation points, or 0. */
  readonly weights: number;
  /** The position of each evaluation point, in the order of the definition's sums. */
  readonly pointPlaces: number;
}

/** Buckets of one list: 64 binary orders of magnitude, each in up to 64 steps. */
export const MAX_BUCKETS = 4096;

/** Lays out the memory for a pool. */
export function layOut(pool: Pool, plan: MemoryPlan, module: WasmModule, memory: WasmMemory): WasmState {
  const arena = new Arena(memory, plan.budget, plan.keepWithin, plan.used);
  const parts = partsOf(pool);
  const orders = ordersOf(pool, plan.scored);
  const hostRow = hostRowOf(pool, parts, orders, () => arena);
  const call = wasmCall(wasmOn(module, memory, hostRow));
  const relations = writeRelations(pool, parts, orders, arena, (given) => call("fillRow", given));
  const padded = Math.ceil(Math.max(pool.size, pool.evaluation.size) / 8) * 8;
  const work = {
    row: arena.allocate(padded * 8),
    scratch: zeroed(arena, relations.scratchBytes),
    info: arena.allocate(POINT_HEAD_BYTES + pool.classCount * (POINT_CLASS_BYTES + 8) + 16), // and a gap per class
    histogram: arena.allocate(MAX_BUCKETS * 4),
    alive: arena.allocate((pool.evaluation.size + 1) * 4),
  };
  const { weights } = pool.evaluation;
  return {
    pool,
    plan,
    arena,
    call,
    orders,
    relations,
    frequencies: new LabelFrequencies({ pool, orders, arena, call, relations, scratch: work.scratch }),
    work,
    sums: lazySums(arena, sumBytes(plan.scored, pool.classCount)),
    scores: arena.allocate(padded * 8),
    weights: weights === null ? 0 : arena.put(Float64Array.from(orders.points, (x) => weights[x])),
    pointPlaces: arena.putWords(orders.pointPlaces),
  };
}

/** Handed out when first used: few questions of most strategies need it. */
function lazySums(arena: Arena, bytes: number): WasmState["sums"] {
  let known: number | undefined;
  return {
    bytes,
    get at() {
      known ??= arena.allocate(bytes);
      return known;
    },
  };
}

function zeroed(arena: Arena, bytes: number): number {
  return arena.put(new Float64Array(Math.ceil(bytes / 8)));
}
