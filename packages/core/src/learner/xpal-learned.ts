// The preset for people's own data: the learned kernel, and the candidate's own risk in its score.
import { type LearnedKernel, learnedKernel } from "../kernels/learning/learned-kernel.ts";
import type { LearnedKernelOptions } from "../kernels/learning/learned-kernel-options.ts";
import { type XpalStrategy, xpal } from "../strategies/xpal.ts";

/** Kernel and strategy, to be spread into the options of `Learner.create`. */
export interface XpalLearned {
  readonly kernel: LearnedKernel;
  readonly strategy: XpalStrategy;
}

/**
 * xPAL with a kernel learned from the labels and own risk 1, which counts once the kernel has learned.
 * @throws XpalError if an option of the kernel is out of range.
 * @example xpalLearned({ base: rbf({ bandwidth: 1 }) }).strategy.ownRisk // 1
 */
export function xpalLearned(options: LearnedKernelOptions): XpalLearned {
  return { kernel: learnedKernel(options), strategy: xpal({ ownRisk: 1 }) };
}
