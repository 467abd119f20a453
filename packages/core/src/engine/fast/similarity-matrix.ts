// All similarities of a machine's items and evaluation points as a plain matrix, for strategies that need every pair.
import type { WasmState } from "./wasm-state.ts";

const known = new WeakMap<WasmState, number>();

/** The address of the matrix, points x items with rows rounded up to eight; 0 where it does not fit. */
export function similarityMatrix(state: WasmState): number {
  const found = known.get(state);
  if (found !== undefined) return found;
  const { pool, arena, call, relations, work } = state;
  const bytes = pool.evaluation.size * Math.ceil(pool.size / 8) * 64;
  const matrix = arena.fits(bytes) ? arena.allocate(bytes) : 0;
  known.set(state, matrix);
  if (matrix === 0) return 0;
  call("fillRows", {
    relation: relations.itemsWithPoint,
    from: 0,
    to: pool.evaluation.size,
    itemCount: pool.size,
    values: matrix,
    scratch: work.scratch,
  });
  return matrix;
}
