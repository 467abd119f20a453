// The preset for people's own data: a kernel that learns, and the candidate's own risk in its score.
import { type AdaptiveKernel, adaptive } from "../kernels/learning/adaptive.ts";
import {
  type AdaptiveViewsKernel,
  type AdaptiveViewsOptions,
  adaptiveViews,
} from "../kernels/learning/adaptive-views.ts";
import { type XpalStrategy, xpal } from "../strategies/xpal.ts";

/** Kernel and strategy, to be spread into the options of `Learner.create`. */
export interface XpalAdaptive {
  readonly kernel: AdaptiveKernel | AdaptiveViewsKernel;
  readonly strategy: XpalStrategy;
}

/** The options of the kernel, and whether it may look at decorrelated features. */
export interface XpalAdaptiveOptions extends AdaptiveViewsOptions {
  /** Whether features may also be looked at decorrelated, which the base kernel rbf can; false by default. */
  readonly views?: boolean;
}

/**
 * xPAL with a kernel learnt from the labels and own risk 1.
 * @throws XpalError if an option of the kernel is out of range.
 * @example xpalAdaptive({ base: rbf({ bandwidth: 1 }) }).strategy.ownRisk // 1
 */
export function xpalAdaptive(options: XpalAdaptiveOptions): XpalAdaptive {
  const { views = false, ...rest } = options ?? {};
  return { kernel: views ? adaptiveViews(rest) : adaptive(rest), strategy: xpal({ ownRisk: 1 }) };
}
