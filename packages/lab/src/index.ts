// The entry point of the package "@xpal/lab": what the command, the benchmarks and programs of users call. Everything else is
// reached by its own file inside of the package, and may change.
export { honestTitle, knowsLabels } from "./analysis/results/knows-labels.ts";
export { otherVersions, type RunVersion } from "./analysis/results/run-versions.ts";
export { lineRemarks, type StrategyLine, strategyLines } from "./analysis/results/strategy-lines.ts";
export { averageRanks } from "./analysis/statistics/average-ranks.ts";
export { holm } from "./analysis/statistics/holm.ts";
export { labelsToKeep } from "./analysis/statistics/labels-to-keep.ts";
export { labelsToReach } from "./analysis/statistics/labels-to-reach.ts";
export { type MeanCurve, meanCurve } from "./analysis/statistics/mean-curve.ts";
export { type FewestPairsOptions, fewestPairs } from "./analysis/statistics/min-pairs.ts";
export { overCost, type PricedCurve } from "./analysis/statistics/over-cost.ts";
export { pairedP } from "./analysis/statistics/paired-p.ts";
export { type WilcoxonOptions, type WilcoxonResult, wilcoxon } from "./analysis/statistics/wilcoxon.ts";
export { redrawReport } from "./experiment/redraw-report.ts";
export {
  type FinishedExperiment,
  type RunExperimentOptions,
  runExperiment,
  sentenceOf,
} from "./experiment/run-experiment.ts";
export { meanOf } from "./mean-of.ts";
export { PAPER_STRATEGIES, type PaperStrategy } from "./paper/strategies/paper-settings.ts";
export { paperStrategy } from "./paper/strategies/paper-strategies.ts";
export { datasetCard } from "./plan/dataset-card.ts";
export { datasetFromTable } from "./plan/datasets/dataset-from-table.ts";
export { folderDatasets } from "./plan/datasets/folder-datasets.ts";
export { openmlDatasets } from "./plan/datasets/openml-datasets.ts";
export { quickDatasets } from "./plan/datasets/quick-datasets.ts";
export { datasetOf } from "./plan/datasets/recipe-dataset.ts";
export { usableDatasets } from "./plan/datasets/usable-datasets.ts";
export { EXAMPLE_PLAN } from "./plan/file/example-plan.ts";
export type { PlanFile } from "./plan/file/plan-schema.ts";
export { readPlanFile } from "./plan/file/read-plan-file.ts";
export { shippedPlan } from "./plan/file/shipped-plan.ts";
export { type StudyPlan, studyPlan } from "./plan/file/study-plan.ts";
export { PRIOR_STRATEGIES, paperPlan } from "./plan/paper-plan.ts";
export type { Plan, PlannedDataset, PlannedStrategy, StrategyKernel, StrategySource } from "./plan/plan.ts";
export { plannedRuns } from "./plan/planned-runs.ts";
export type { Chooser, StrategyModule } from "./plan/strategy-for.ts";
export type { ComputationTime } from "./records/computation-time.ts";
export type { DatasetCard, Environment, Experiment, RunRecord, StrategyCard } from "./records/experiment.ts";
export { aulc } from "./replay/aulc.ts";
export { type ChanceName, testCountOf } from "./replay/chance.ts";
export type { Dataset } from "./replay/dataset.ts";
export { type Outcome, type RunOptions, runStrategy } from "./replay/run-strategy.ts";
export { prepareTask, type Task } from "./replay/task.ts";
export { PlainTestPart } from "./replay/test-part.ts";
export type { ReportOptions } from "./report/report-options.ts";
export { OVERLAP_NOTE } from "./report/tables/test-notes.ts";
export { writeReport } from "./report/write-report.ts";
export { computationTimes } from "./run/computation-times.ts";
export { onThreads, type PlanRunner } from "./run/plan-runner.ts";
export type { Progress } from "./run/progress.ts";
export { type ReplayPlanOptions, replayPlan } from "./run/replay-plan.ts";
export type { Failure, RunPlanResult } from "./run/run-plan.ts";
