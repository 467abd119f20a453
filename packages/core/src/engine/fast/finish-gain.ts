// The last step of every fast gain: the sums become one score per item.
import type { Planes } from "./label-frequencies.ts";
import type { WasmState } from "./wasm-state.ts";

/**
 * Weighs the sums by the chance of each label.
 * @param items The frequencies of the items.
 * @returns What every sum was multiplied by.
 */
export function finishGain(state: WasmState, items: Planes, beta: number): number {
  const { pool, plan, call, sums, scores, weights } = state;
  const scale = weights === 0 ? 1 / pool.evaluation.size : 1;
  call("finishGain", {
    itemCount: plan.scored,
    classCount: pool.classCount,
    freq: items.at,
    stride: items.stride,
    beta,
    sums: sums.at,
    itemStep: Math.ceil(pool.classCount / 2) * 16,
    scale,
    scores,
  });
  return scale;
}
