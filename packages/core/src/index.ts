// The door of the package "xpal". Everything that users may call is named here, and nothing else is.
export type { Answer } from "./annotators/answer.ts";
export { type AskWhomProblem, askWhom, type Question } from "./annotators/ask-whom.ts";
export {
  type Reliability,
  type ReliabilityPriors,
  type ReliabilityProblem,
  reliability,
} from "./annotators/reliability.ts";
export type { ClassName } from "./classes.ts";
export { alwaysBest } from "./classifier/always-best.ts";
export { decide } from "./classifier/decide.ts";
export { frequencies } from "./classifier/frequencies.ts";
export { largestCost } from "./classifier/largest-cost.ts";
export { lossMatrixAt, type Measure } from "./classifier/measure.ts";
export { predictionsOf, probabilitiesOf } from "./classifier/parzen-window.ts";
export { posterior } from "./classifier/posterior.ts";
export { predictiveFrequencies } from "./classifier/predictive-frequencies.ts";
export type { Predictor, PredictorJSON } from "./classifier/predictor.ts";
export type { Prior } from "./classifier/priors.ts";
export { type RidgeOptions, ridge } from "./classifier/ridge.ts";
export type { EngineChoice } from "./engine/choose-engine.ts";
export { definition } from "./engine/definition.ts";
export type { Engine, EngineSession, Examined, Explanation, Scored, ScoreRequest } from "./engine/engine.ts";
export type { EngineOptions, EngineWarning } from "./engine/engine-options.ts";
export { useWasm, type WasmSource } from "./engine/memory/wasm-source.ts";
export { type ErrorCode, type ErrorParts, XpalError } from "./error.ts";
export type { EvaluationOptions, EvaluationSet } from "./evaluation-set.ts";
export type { FeatureGroups, Features, SparseMatrix } from "./features.ts";
export { type CosineOptions, cosine } from "./kernels/cosine.ts";
export { hamming, oneHot } from "./kernels/hamming.ts";
export type { Kernel, KernelJSON } from "./kernels/kernel.ts";
export { kernelFromJSON } from "./kernels/kernel-from-json.ts";
export { type AdaptiveKernel, type AdaptiveOptions, adaptive } from "./kernels/learning/adaptive.ts";
export {
  type AdaptiveViewsKernel,
  type AdaptiveViewsOptions,
  adaptiveViews,
} from "./kernels/learning/adaptive-views.ts";
export type { FeatureView } from "./kernels/learning/feature-view.ts";
export { isAdaptive } from "./kernels/learning/is-adaptive.ts";
export { isLearning } from "./kernels/learning/is-learning.ts";
export type { BankMember, KernelBank } from "./kernels/learning/kernel-bank.ts";
export { type LearningKernel, learning } from "./kernels/learning/learning.ts";
export type { LearningOptions, LearningSettings, ViewName } from "./kernels/learning/learning-options.ts";
export type {
  ColumnEvidence,
  ColumnVerdict,
  ColumnWeight,
  GroupName,
  Learnt,
  LearntGroup,
  LearntMetric,
  LearntState,
} from "./kernels/learning/learnt.ts";
export type { MetricName } from "./kernels/learning/learnt-metrics.ts";
export type { MixtureKernel } from "./kernels/learning/mixture.ts";
export { normalQuantile } from "./kernels/learning/normal-quantile.ts";
export { type MeanBandwidthOptions, meanBandwidth, meanHammingBandwidth } from "./kernels/mean-bandwidth.ts";
export { ownKernel, type SimilarityFunction } from "./kernels/own-kernel.ts";
export { precomputed } from "./kernels/precomputed.ts";
export { product } from "./kernels/product.ts";
export { type BandwidthKernel, rbf } from "./kernels/rbf.ts";
export { similarities } from "./kernels/similarities.ts";
export { type Aside, type LabelledItem, Labels, type LabelsJSON } from "./labels.ts";
export { type BatchRequest, chooseBatch } from "./learner/choose-batch.ts";
export { Learner } from "./learner/learner.ts";
export type { FeaturesJSON, LearnerJSON } from "./learner/learner-json.ts";
export type { LearnerOptions } from "./learner/learner-options.ts";
export { openSession } from "./learner/open-session.ts";
export { PlainLearner } from "./learner/plain-learner.ts";
export type { AnswerPreview, Flip, Preview, PreviewOptions } from "./learner/preview.ts";
export { type QueryOptions, type QueryResult, query } from "./learner/query.ts";
export type { Batch, ExpectedGain, Snapshot, Suggestion } from "./learner/snapshot.ts";
export { type XpalAdaptive, xpalAdaptive } from "./learner/xpal-adaptive.ts";
export { type XpalLearning, xpalLearning } from "./learner/xpal-learning.ts";
export { type Matrix, matrix, matrixFrom } from "./matrix.ts";
export { pickItems } from "./pick-items.ts";
export {
  createPool,
  type KernelName,
  type Pool,
  type PoolOptions,
} from "./pool.ts";
export {
  type Generator,
  type GeneratorState,
  generator,
  restoreGenerator,
  type SeededGenerator,
} from "./random/generator.ts";
export { shuffled } from "./random/shuffled.ts";
export { type AskedStopOptions, askedStop } from "./stopping/asked-stop.ts";
export { auditBound } from "./stopping/audit-bound.ts";
export { costScale } from "./stopping/cost-scale.ts";
export { type CostStopOptions, costStop } from "./stopping/cost-stop.ts";
export { expectedCost, expectedError, leftOutFrequencies } from "./stopping/expected-error.ts";
export {
  FEWEST_FOR_FORECAST,
  type Forecast,
  type ForecastAudit,
  type ForecastCosts,
  type ForecastOptions,
  type ForecastState,
  forecast,
  type Interval,
} from "./stopping/forecast.ts";
export { forecastState } from "./stopping/forecast-state.ts";
export { maximumGain } from "./stopping/maximum-gain.ts";
export { noImprovement } from "./stopping/no-improvement.ts";
export { overallUncertainty } from "./stopping/overall-uncertainty.ts";
export { stablePredictions } from "./stopping/stable-predictions.ts";
export type { StopDecision, StopReason, StopRule, StopState } from "./stopping/stop-rule.ts";
export {
  type TargetDecision,
  type TargetState,
  type TargetStop,
  type TargetStopOptions,
  targetStop,
} from "./stopping/target-stop.ts";
export { type AlceOptions, type AlceStrategy, alce } from "./strategies/alce.ts";
export { type StrategyEntry, type StrategyName, strategyCatalogue, strategyNamed } from "./strategies/catalogue.ts";
export { type CostEmbedding, type CostEmbeddingOptions, costEmbedding } from "./strategies/cost-embedding.ts";
export { type EerOptions, type EerStrategy, eer } from "./strategies/eer.ts";
export { type GreedyAllStrategy, greedyAll } from "./strategies/greedy-all.ts";
export { type PalOptions, type PalStrategy, pal } from "./strategies/pal.ts";
export { type PalGainOptions, palGain } from "./strategies/pal-gain.ts";
export { type CommitteeMember, disagreement, type QbcOptions, type QbcStrategy, qbc } from "./strategies/qbc.ts";
export { random } from "./strategies/random.ts";
export type { Strategy, StrategyJSON, View } from "./strategies/strategy.ts";
export { strategyFromJSON } from "./strategies/strategy-from-json.ts";
export { type UncertaintyMeasure, type UsStrategy, uncertainty, us } from "./strategies/us.ts";
export { type GainProblem, type Priors, xgain } from "./strategies/xgain.ts";
export { type XpalOptions, type XpalStrategy, xpal } from "./strategies/xpal.ts";
