export { honestTitle, knowsLabels } from "./analysis/results/knows-labels.ts";
export * from "./analysis/statistics/aulc.ts";
export { averageRanks } from "./analysis/statistics/average-ranks.ts";
export * from "./analysis/statistics/hodges-lehmann.ts";
export * from "./analysis/statistics/holm.ts";
export * from "./analysis/statistics/labels-to-reach.ts";
export * from "./analysis/statistics/mean-curve.ts";
export * from "./analysis/statistics/nemenyi.ts";
export * from "./analysis/statistics/summary.ts";
export * from "./analysis/statistics/wilcoxon.ts";
export * from "./experiment/redraw-report.ts";
export {
  type FinishedExperiment,
  type RunExperimentOptions,
  runExperiment,
  sentenceOf,
} from "./experiment/run-experiment.ts";
export * from "./paper/numpy/random-state.ts";
export * from "./paper/numpy/train-test-split.ts";
export * from "./paper/strategies/paper-strategies.ts";
export * from "./plan/dataset-card.ts";
export * from "./plan/datasets/dataset-from-table.ts";
export * from "./plan/datasets/folder-datasets.ts";
export * from "./plan/datasets/openml-datasets.ts";
export * from "./plan/datasets/quick-datasets.ts";
export * from "./plan/datasets/recipe-dataset.ts";
export { usableDatasets } from "./plan/datasets/usable-datasets.ts";
export { EXAMPLE_PLAN } from "./plan/file/example-plan.ts";
export { type PlanFile, planJsonSchema } from "./plan/file/plan-schema.ts";
export { checkPlanFile, readPlanFile } from "./plan/file/read-plan-file.ts";
export { shippedPlan } from "./plan/file/shipped-plan.ts";
export { type StudyPlan, type StudyWishes, studyPlan } from "./plan/file/study-plan.ts";
export { type PaperPlanOptions, PRIOR_STRATEGIES, paperPlan } from "./plan/paper-plan.ts";
export * from "./plan/plan.ts";
export { type PlannedRun, planKey, plannedRuns } from "./plan/planned-runs.ts";
export type { Chooser, StrategyModule } from "./plan/strategy-for.ts";
export type { ComputationTime } from "./records/computation-time.ts";
export * from "./records/experiment.ts";
export * from "./replay/dataset.ts";
export * from "./replay/dataset-folder.ts";
export * from "./replay/learning-task.ts";
export * from "./replay/learning-test-part.ts";
export * from "./replay/measures.ts";
export * from "./replay/reliability.ts";
export * from "./replay/run-strategy.ts";
export * from "./replay/task.ts";
export * from "./replay/test-part.ts";
export { checkReportFolder, type Planned } from "./report/report-folder.ts";
export * from "./report/report-options.ts";
export { writeReport } from "./report/write-report.ts";
export * from "./run/computation-times.ts";
export * from "./run/job-runner.ts";
export * from "./run/plan-runner.ts";
export type { Progress, RunningCell } from "./run/progress.ts";
export * from "./run/run-plan.ts";
export * from "./run/store/plan-record.ts";
export * from "./run/store/read-experiment.ts";
export { environmentOf } from "./run/store/sessions.ts";
export * from "./run/thread-pool.ts";
