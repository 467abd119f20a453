// The entry point "@xpal/lab/internal": what @xpal/queue is built on. Not for users; it changes without notice.
export { PAPER_STRATEGIES } from "./paper/strategies/paper-settings.ts";
export { datasetCard } from "./plan/dataset-card.ts";
export { kernelOptions } from "./plan/file/kernel-options.ts";
export type { Plan, StrategySource } from "./plan/plan.ts";
export {
  contentKey,
  datasetHash,
  measuresOn,
  namedKey,
  type PlannedRun,
  plannedRuns,
  runKey,
} from "./plan/planned-runs.ts";
export { type Dataset, groupsOf } from "./replay/dataset.ts";
export {
  bytesOf,
  type GroupHeader,
  groupFrom,
  groupHeader,
  groupNumbers,
  groupSize,
  learningHeader,
} from "./replay/dataset-numbers.ts";
export { RECORDED } from "./replay/measures.ts";
export { pause } from "./run/pause.ts";
export type { PlanRunner } from "./run/plan-runner.ts";
export type { Progress, RunningCell } from "./run/progress.ts";
export { type Failure, type RunPlanResult, runPlan } from "./run/run-plan.ts";
export { keepPlan, knowsPlan, type PlanRecord, planRecord, readPlan, readPlans } from "./run/store/plan-record.ts";
export { type SpareThreads, threadPool } from "./run/thread-pool.ts";
export { VERSION } from "./version.ts";
