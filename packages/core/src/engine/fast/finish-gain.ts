// The last step of every fast gain: the sums of all blocks become one score per item.
import { BLOCKS } from "../threads/jobs.ts";
import type { Planes } from "./label-frequencies.ts";
import type { WasmState } from "./wasm-state.ts";

/**
 * Adds the sums of the blocks up and weighs them by the chance of each label.
 * @param items The frequencies of the items.
 * @returns What every sum was multiplied by.
 */
export function finishGain(state: WasmState, items: Planes, beta: number): number {
  const { pool, plan, jobs, sums, scores, weights } = state;
  const scale = weights === 0 ? 1 / pool.evaluation.size : 1;
  jobs.call("finishGain", {
    itemCount: plan.scored,
    classCount: pool.classCount,
    freq: items.at,
    stride: items.stride,
    beta,
    sums: sums.at,
    blockCount: BLOCKS,
    blockBytes: sums.blockBytes,
    itemStep: Math.ceil(pool.classCount / 2) * 16,
    scale,
    scores,
  });
  return scale;
}
