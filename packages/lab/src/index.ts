export * from "./datasets/dataset-from-table.ts";
export * from "./datasets/folder-datasets.ts";
export * from "./datasets/openml-datasets.ts";
export * from "./datasets/quick-datasets.ts";
export { usableDatasets } from "./datasets/usable-datasets.ts";
export * from "./experiment/experiment.ts";
export * from "./experiment/plan-record.ts";
export * from "./experiment/read-experiment.ts";
export * from "./experiment/redraw-report.ts";
export {
  type FinishedExperiment,
  type RunExperimentOptions,
  runExperiment,
  sentenceOf,
} from "./experiment/run-experiment.ts";
export { environmentOf } from "./experiment/sessions.ts";
export * from "./plan/dataset-card.ts";
export * from "./plan/plan.ts";
export { type PlannedRun, planKey, plannedRuns } from "./plan/planned-runs.ts";
export type { Chooser, StrategyModule } from "./plan/strategy-for.ts";
export * from "./replay/dataset.ts";
export * from "./replay/dataset-folder.ts";
export * from "./replay/learning-test-part.ts";
export * from "./replay/learning-task.ts";
export * from "./replay/measures.ts";
export * from "./paper/paper-strategies.ts";
export * from "./replay/reliability.ts";
export * from "./replay/run-strategy.ts";
export * from "./replay/task.ts";
export * from "./replay/test-part.ts";
export * from "./paper/numpy/random-state.ts";
export * from "./paper/numpy/train-test-split.ts";
export { checkReportFolder, type Planned } from "./report/report-folder.ts";
export * from "./report/report-options.ts";
export { writeReport } from "./report/write-report.ts";
export * from "./reproduce/computation-times.ts";
export { type PaperPlanOptions, PRIOR_STRATEGIES, paperPlan } from "./reproduce/paper-plan.ts";
export * from "./runner/job-runner.ts";
export * from "./runner/plan-runner.ts";
export type { Progress, RunningCell } from "./runner/progress.ts";
export * from "./runner/run-plan.ts";
export * from "./runner/thread-pool.ts";
export * from "./statistics/aulc.ts";
export { averageRanks } from "./statistics/average-ranks.ts";
export * from "./statistics/hodges-lehmann.ts";
export * from "./statistics/holm.ts";
export * from "./statistics/labels-to-reach.ts";
export * from "./statistics/mean-curve.ts";
export * from "./statistics/nemenyi.ts";
export * from "./statistics/summary.ts";
export * from "./statistics/wilcoxon.ts";
export { EXAMPLE_PLAN } from "./study/example-plan.ts";
export { type PlanFile, planJsonSchema } from "./study/plan-schema.ts";
export { checkPlanFile, readPlanFile } from "./study/read-plan-file.ts";
export { shippedPlan } from "./study/shipped-plan.ts";
export { type StudyPlan, type StudyWishes, studyPlan } from "./study/study-plan.ts";
