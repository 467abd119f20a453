// The preset for people's own data: a kernel that learns, and the candidate's own risk in its score.
import { type LearningKernel, learning } from "../kernels/learning/learning.ts";
import type { LearningOptions } from "../kernels/learning/learning-options.ts";
import { type XpalStrategy, xpal } from "../strategies/xpal.ts";

/** Kernel and strategy, to be spread into the options of `Learner.create`. */
export interface XpalLearning {
  readonly kernel: LearningKernel;
  readonly strategy: XpalStrategy;
}

/**
 * xPAL with a kernel learnt from the labels and own risk 1, which counts once the kernel has learnt.
 * @throws XpalError if an option of the kernel is out of range.
 * @example xpalLearning({ base: rbf({ bandwidth: 1 }) }).strategy.ownRisk // 1
 */
export function xpalLearning(options: LearningOptions): XpalLearning {
  return { kernel: learning(options), strategy: xpal({ ownRisk: 1 }) };
}
