import type { WasmState } from "./wasm-state.ts";

/** Without lists all points of each block are left to be computed tile by tile. */
export function leaveAll({ arena, scratchAreas }: WasmState): void {
  for (const { from, to, left } of scratchAreas) {
    const words = arena.words(left, to - from + 1);
    words[0] = to - from;
    for (let x = from; x < to; x++) words[x - from + 1] = x;
  }
}
