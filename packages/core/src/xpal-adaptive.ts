// The preset for people's own data: a kernel that learns, and the candidate's own risk in its score.
import { type AdaptiveKernel, type AdaptiveOptions, adaptive } from "./kernels/adaptive/adaptive.ts";
import { type XpalStrategy, xpal } from "./strategies/xpal.ts";

/** Kernel and strategy, to be spread into the options of `Learner.create`. */
export interface XpalAdaptive {
  readonly kernel: AdaptiveKernel;
  readonly strategy: XpalStrategy;
}

/**
 * xPAL with a kernel learnt from the labels and own risk 1.
 * @throws XpalError if an option of the kernel is out of range.
 * @example xpalAdaptive({ base: rbf({ bandwidth: 1 }) }).strategy.ownRisk // 1
 */
export function xpalAdaptive(options: AdaptiveOptions): XpalAdaptive {
  return { kernel: adaptive(options), strategy: xpal({ ownRisk: 1 }) };
}
