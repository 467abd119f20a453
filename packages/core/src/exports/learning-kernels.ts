// Kernels that learn from the labels.
export type { FeatureView } from "../kernels/learning/feature-view.ts";
export type { BankMember, KernelBank } from "../kernels/learning/kernel-bank.ts";
export type {
  ColumnEvidence,
  ColumnVerdict,
  ColumnWeight,
  GroupName,
  Learned,
  LearnedGroup,
  LearnedMetric,
  LearnedState,
} from "../kernels/learning/learned.ts";
export { type LearnedKernel, learnedKernel } from "../kernels/learning/learned-kernel.ts";
export type {
  LearnedKernelOptions,
  LearnedKernelSettings,
  ViewName,
} from "../kernels/learning/learned-kernel-options.ts";
export type { MetricName } from "../kernels/learning/learned-metrics.ts";
export type { MixtureKernel } from "../kernels/learning/mixture.ts";
export { normalQuantile } from "../kernels/learning/normal-quantile.ts";
export { type XpalLearned, xpalLearned } from "../learner/xpal-learned.ts";
