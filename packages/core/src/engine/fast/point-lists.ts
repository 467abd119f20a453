// The lists of the evaluation points' most similar items, and with them, when nothing is labelled yet, the sums of the
// first selection: these depend on the similarities alone, so one pass gives both.
import { MAX_BUCKETS, type WasmState } from "./wasm-state.ts";

/** Entries at the head of each list that lie side by side with the heads of the others. */
const HEAD = 128;

/** Where the sums of the first selection go, with the sum of the priors. */
interface FirstSums {
  readonly sum: number;
  readonly at: number;
}

const known = new WeakMap<WasmState, PointLists>();

/** The lists of a state, built when first asked for; `first` is filled only then. */
export function pointLists(state: WasmState, first?: FirstSums): PointLists {
  const lists = known.get(state) ?? new PointLists(state, first);
  known.set(state, lists);
  return lists;
}

/** Whether a state's lists are there already. */
export function hasLists(state: WasmState): boolean {
  return known.has(state);
}

/** Lists in the kernel's memory. */
class PointLists {
  readonly bits: number;
  readonly capacity: number;
  readonly head: number;
  readonly heads: number;
  readonly headIndices: number;
  readonly values: number;
  readonly indices: number;
  readonly lowEdges: number;

  constructor(state: WasmState, first?: FirstSums) {
    const { pool, plan, arena, call, relations, work, weights } = state;
    const pointCount = pool.evaluation.size;
    const length = Math.ceil(plan.scored / 2) * 2;
    this.head = Math.min(HEAD, length);
    this.capacity = length - this.head;
    this.bits = bitsFor(plan.scored);
    this.heads = arena.allocate(pointCount * this.head * 8);
    this.headIndices = arena.allocate(pointCount * this.head * 4);
    this.values = arena.allocate(pointCount * this.capacity * 8);
    this.indices = arena.allocate(pointCount * this.capacity * 4);
    this.lowEdges = arena.allocate(pointCount * 8);
    call("buildLists", {
      relation: relations.itemsWithPoint,
      from: 0,
      to: pointCount,
      itemCount: plan.scored,
      head: this.head,
      capacity: this.capacity,
      bits: this.bits,
      bucketCount: Math.min(MAX_BUCKETS, 64 << this.bits),
      heads: this.heads,
      headIndices: this.headIndices,
      values: this.values,
      indices: this.indices,
      lowEdges: this.lowEdges,
      row: work.row,
      histogram: work.histogram,
      scratch: work.scratch,
      firstSum: first?.sum ?? 0,
      firstSums: first?.at ?? 0,
      weights,
    });
  }

  /** Where the lists lie and how long they are, as readers of lists are told. */
  get addresses() {
    const { head, capacity, bits, heads, headIndices, values, indices, lowEdges } = this;
    return { head, capacity, bits, heads, headIndices, values, indices, lowEdges };
  }
}

/** Mantissa bits per bucket: finer for larger pools, so that buckets stay small. */
function bitsFor(size: number): number {
  return Math.max(1, Math.min(6, Math.round(Math.log2(size)) - 7));
}
