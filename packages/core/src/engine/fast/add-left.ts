// The points whose lists do not reach down to their smallest gap: their similarities are computed anew.
import type { WasmState } from "./wasm-state.ts";

/** Adds what these points give to the sums of their blocks; the scratch areas list them. */
export function addLeft(state: WasmState, alpha: number): void {
  const { pool, arena, jobs, scratchAreas, relations, frequencies, sums, weights } = state;
  const { points } = frequencies;
  if (scratchAreas.every(({ left }) => arena.words(left, 1)[0] === 0)) return;
  jobs.run(
    "scoreTiles",
    scratchAreas.map(({ left, info, row, scratch }, block) => ({
      relation: relations.itemsWithPoint,
      points: left,
      itemCount: pool.size,
      classCount: pool.classCount,
      freq: points.at,
      stride: points.stride,
      alpha,
      weights,
      sums: sums.at + block * sums.blockBytes,
      info,
      row,
      scratch,
    })),
  );
}
