import { pointLists } from "./point-lists.ts";
import type { WasmState } from "./wasm-state.ts";

/** What every pass over the points' lists is given: the points, the items, and where lists and frequencies are. */
export function listArguments(state: WasmState) {
  const { pool, plan, frequencies, weights } = state;
  const { at: freq, stride } = frequencies.points;
  return {
    ...{ from: 0, to: pool.evaluation.size, weights, freq, stride },
    ...{ itemCount: plan.scored, classCount: pool.classCount },
    ...pointLists(state).addresses,
  };
}
