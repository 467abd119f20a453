// The preset for people's own data: the learned kernel, the candidate's own risk in its score, and a mixture that predicts.
import { type LearnedKernel, learnedKernel } from "../kernels/learning/learned-kernel.ts";
import type { LearnedKernelOptions } from "../kernels/learning/learned-kernel-options.ts";
import { mixture } from "../predictor/mixture.ts";
import type { Predictor } from "../predictor/predictor.ts";
import { type XpalStrategy, xpal } from "../strategies/xpal.ts";

/** Kernel, strategy and predictor, to be spread into the options of `Learner.create`. */
export interface XpalLearned {
  readonly kernel: LearnedKernel;
  readonly strategy: XpalStrategy;
  readonly predictor: Predictor;
}

/**
 * xPAL with a kernel learned from the labels, own risk 1, which counts once the kernel has learned, and predictions by a
 * mixture of classifiers.
 * @throws XpalError if an option of the kernel is out of range.
 * @example xpalLearned({ base: rbf({ bandwidth: 1 }) }).strategy.ownRisk // 1
 */
export function xpalLearned(options: LearnedKernelOptions): XpalLearned {
  return { kernel: learnedKernel(options), strategy: xpal({ ownRisk: 1 }), predictor: mixture() };
}
