import { pointLists } from "./point-lists.ts";
import type { WasmState } from "./wasm-state.ts";

/** What every pass over the points' lists is given, block by block: the points, the items, and where lists and frequencies are. */
export function listArguments(state: WasmState) {
  const { pool, plan, scratchAreas, frequencies, weights } = state;
  const { at: freq, stride } = frequencies.points;
  const lists = pointLists(state).addresses;
  return scratchAreas.map(({ from, to }) => ({
    ...{ from, to, weights, freq, stride },
    ...{ itemCount: plan.scored, classCount: pool.classCount },
    ...lists,
  }));
}
