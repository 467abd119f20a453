// When to stop, and how many labels are needed.
export { type AskedStopOptions, askedStop } from "../stopping/asked-stop.ts";
export { auditBound } from "../stopping/audit-bound.ts";
export type { Check } from "../stopping/checks.ts";
export { costScale } from "../stopping/cost-scale.ts";
export { type CostStopOptions, costStop } from "../stopping/cost-stop.ts";
export { CHECK_SHARE, type CheckCounts, type CheckPlan, type CheckPool, drawChecks } from "../stopping/draw-checks.ts";
export { type ExactShare, exactShare } from "../stopping/exact-share.ts";
export { expectedCost, expectedError, leftOutFrequencies } from "../stopping/expected-error.ts";
export {
  type Forecast,
  type ForecastAudit,
  type ForecastCosts,
  type ForecastOptions,
  type ForecastState,
  forecast,
  type Interval,
  MIN_FOR_FORECAST,
} from "../stopping/forecast.ts";
export { forecastState } from "../stopping/forecast-state.ts";
export { type Guarantee, guarantee } from "../stopping/guarantee.ts";
export { maximumGain } from "../stopping/maximum-gain.ts";
export { noImprovement } from "../stopping/no-improvement.ts";
export { overallUncertainty } from "../stopping/overall-uncertainty.ts";
export { stablePredictions } from "../stopping/stable-predictions.ts";
export type { StopDecision, StopReason, StopRule, StopState } from "../stopping/stop-rule.ts";
export {
  type TargetDecision,
  type TargetState,
  type TargetStop,
  type TargetStopOptions,
  targetStop,
} from "../stopping/target-stop.ts";
export { MIN_ANSWERS_FOR_ESTIMATE, MIN_CHECKS, tooEarly } from "../stopping/thresholds.ts";
