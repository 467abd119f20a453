// Everything a report consists of, derived once from the experiment: the page and the files are two views of it.

import { type LineStyle, lineStyles } from "@xpal/data/chart";
import { type Usefulness, usefulnessMaps } from "../analysis/maps/usefulness-maps.ts";
import { type Calibration, calibrations as calibrationsOf } from "../analysis/results/calibration.ts";
import { type Comparison, comparisonsOf } from "../analysis/results/comparisons.ts";
import { costlyDatasets } from "../analysis/results/costly-datasets.ts";
import { labelsNeeded } from "../analysis/results/labels-needed.ts";
import { countedColumns } from "../analysis/results/learned-columns.ts";
import { type LearnedWeights, learnedWeights } from "../analysis/results/learned-weights.ts";
import { otherDataRemarks, type PaperCell, paperCells } from "../analysis/results/paper-differences.ts";
import { type PriorStudy, priorStudy } from "../analysis/results/prior-study.ts";
import {
  rankedStrategies,
  shownStrategies,
  unrankedStrategies,
  unrankedText,
} from "../analysis/results/ranked-strategies.ts";
import { type Ranking, rankingOf, rankingsByKernel } from "../analysis/results/ranking.ts";
import { type RelativeArea, relativeAreas } from "../analysis/results/relative-areas.ts";
import { type Results, resultsOf } from "../analysis/results/results.ts";
import { forecastOutcomes } from "../analysis/stopping/forecast-coverage.ts";
import { stopResults, tracedRuns } from "../analysis/stopping/stop-results.ts";
import type { ComputationTime } from "../records/computation-time.ts";
import type { DatasetCard, Experiment, StrategyCard } from "../records/experiment.ts";
import type { ReportOptions } from "./report-options.ts";
import { aulcTable } from "./tables/aulc-table.ts";
import { calibrationTable } from "./tables/calibration-table.ts";
import { columnsTable } from "./tables/columns-table.ts";
import { comparisonTable } from "./tables/comparison-table.ts";
import { costNote, withCostNote } from "./tables/cost-note.ts";
import { datasetsTable } from "./tables/datasets-table.ts";
import { forecastTable } from "./tables/forecast-table.ts";
import { labelsTable } from "./tables/labels-table.ts";
import { measuresTable } from "./tables/measures-table.ts";
import { paperTable } from "./tables/paper-table.ts";
import { priorTable } from "./tables/prior-table.ts";
import { rankTable } from "./tables/rank-table.ts";
import { relativeByDatasetTable, relativeTable } from "./tables/relative-tables.ts";
import { stoppingTable } from "./tables/stopping-table.ts";
import { strategiesTable } from "./tables/strategies-table.ts";
import type { Table } from "./tables/table.ts";
import { timesTable } from "./tables/times-table.ts";
import { weightsTable } from "./tables/weights-table.ts";

/** The parts of a report. What could not be made is null or empty. */
export interface ReportParts {
  readonly results: Results;
  readonly shown: readonly StrategyCard[];
  readonly styles: ReadonlyMap<string, LineStyle>;
  readonly comparisons: readonly Comparison[];
  readonly rankings: readonly Ranking[];
  /** Over all kernels, where there is more than one. */
  readonly overall: Ranking | null;
  readonly paper: readonly PaperCell[];
  readonly priors: PriorStudy | null;
  readonly usefulness: Usefulness | null;
  readonly computationTimes: readonly ComputationTime[];
  /** Empty where the paper's values stand beside ours: the paper has tables of its own. */
  readonly relative: readonly RelativeArea[];
  readonly calibrations: readonly Calibration[];
  readonly weights: readonly LearnedWeights[];
  readonly remarks: readonly string[];
  /** By name. */
  readonly tables: ReadonlyMap<string, Table>;
}

/** Derives all parts. */
export async function reportParts(experiment: Experiment, options: ReportOptions): Promise<ReportParts> {
  const results = resultsOf(experiment);
  const comparisons = comparisonsOf(results);
  const rankings = rankingsByKernel(results);
  const ranked = rankedStrategies(results);
  const overall = rankings.length > 1 ? rankingOf(results, "all", results.datasets, ranked) : null;
  const paper = options.paper === false ? [] : paperCells(results, comparisons);
  const priors = priorStudy(results);
  const measures = measuresTable(results);
  const relative = paper.length > 0 ? [] : relativeAreas(results, comparisons);
  const calibrations = calibrationsOf(results);
  const weights = learnedWeights(results);
  const counted = countedColumns(results);
  const traced = tracedRuns(results);
  const unranked = unrankedText(unrankedStrategies(results));
  const costly = costlyDatasets(results);
  const ofErrors = (table: Table, datasets: readonly DatasetCard[] = results.datasets) =>
    withCostNote(
      table,
      costly.filter((name) => datasets.some((dataset) => dataset.name === name)),
    );
  const tables = [
    ofErrors(aulcTable(results, comparisons, paper)),
    ...(paper.length > 0 ? [paperTable(paper)] : []),
    ...(relative.length === 0
      ? []
      : [
          ofErrors(relativeTable(results, relative, overall ?? rankings[0] ?? null)),
          ofErrors(relativeByDatasetTable(results, relative)),
        ]),
    ...rankings.map((ranking) => ofErrors(rankTable(ranking, comparisons), ranking.datasets)),
    ...(comparisons.length > 0 ? [ofErrors(comparisonTable(results, comparisons))] : []),
    ...(measures === null ? [] : [measures]),
    ...(calibrations.length === 0 ? [] : [calibrationTable(calibrations)]),
    ...(weights.length === 0 ? [] : [weightsTable(weights)]),
    ...(counted.length === 0 ? [] : [columnsTable(counted)]),
    ofErrors(labelsTable(results, labelsNeeded(results))),
    ...(traced.length === 0 ? [] : [stoppingTable(stopResults(traced)), forecastTable(forecastOutcomes(traced))]),
    ...(priors === null
      ? []
      : [ofErrors(priorTable(priors)), ofErrors(rankTable(priors.amongPriors), priors.amongPriors.datasets)]),
    timesTable(results, paper.length > 0),
    datasetsTable(results),
    strategiesTable(results),
  ];
  return {
    results,
    shown: shownStrategies(results),
    styles: lineStyles(
      results.strategies.map(({ key }) => key),
      results.reference.key,
    ),
    comparisons,
    rankings,
    overall,
    paper,
    priors,
    usefulness: options.maps === false ? null : await usefulnessMaps(options.maps),
    computationTimes: options.computationTimes ?? [],
    relative,
    calibrations,
    weights,
    remarks: [
      ...(unranked === "" ? [] : [unranked]),
      ...(options.remarks ?? []),
      ...(costly.length === 0 ? [] : [costNote(costly)]),
      ...(options.paper === false ? [] : otherDataRemarks(results)),
    ],
    tables: new Map(tables.map((table) => [table.name, table])),
  };
}
