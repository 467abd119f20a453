import { checkParts, checkText } from "@xpal/core/check";
import type { Experiment } from "../records/experiment.ts";
import { curvesCsv, curvesParquet } from "./data/curve-files.ts";
import { aulcData, ranksData, timesData } from "./data/data-files.ts";
import { figureFiles } from "./figure-files.ts";
import { page } from "./page.ts";
import { checkReportFolder, fillReportFolder, type ReportFile } from "./report-folder.ts";
import type { ReportOptions } from "./report-options.ts";
import { type ReportParts, reportParts } from "./report-parts.ts";
import { dataCsv } from "./tables/data-csv.ts";
import { tableLatex } from "./tables/table-latex.ts";

/**
 * Writes the whole report of an experiment, however far it got: the page, every table as LaTeX and CSV, every figure as
 * SVG, the numbers as JSON and the curves as CSV and Parquet.
 * @param outDir A new or empty folder, or one with an earlier report of the same experiment, which is replaced.
 * @throws XpalError if the folder holds something else or cannot be written; then nothing is left behind.
 * @example
 * const datasets = await quickDatasets(["iris"]);
 * const plan = paperPlan({ datasets, strategies: ["xpal", "rand"], repetitions: 1, budget: 3 });
 * const options = { out: `${folder}/report`, threads: 1, owner: "me", now: Date.now, machine: "laptop", report: { maps: false } };
 * const { experiment } = await runExperiment(plan, options);
 * await writeReport(experiment, `${folder}/copy`, { maps: false }) // undefined
 */
export async function writeReport(experiment: Experiment, outDir: string, options: ReportOptions = {}): Promise<void> {
  checkParts("writeReport", "experiment", experiment, "an experiment", ["datasets", "strategies", "records"]);
  checkText("writeReport", "outDir", outDir);
  checkParts("writeReport", "options", options, "an object", []);
  checkReportFolder(experiment, outDir, options.besides);
  const parts = await reportParts(experiment, options);
  fillReportFolder(experiment, outDir, reportFiles(parts), options.besides);
}

/** All files of a report. */
function reportFiles(parts: ReportParts): ReportFile[] {
  const { results, comparisons, rankings, overall, computationTimes, tables } = parts;
  return [
    ["aulc.json", json(aulcData(results, comparisons))],
    ["ranks.json", json(ranksData(results, rankings, overall, comparisons))],
    ["times.json", json(timesData(results, computationTimes))],
    ["curves.csv", curvesCsv(results)],
    ["curves.parquet", curvesParquet(results)],
    ...[...tables.values()].flatMap((table): ReportFile[] => [
      [`tables/${table.name}.tex`, tableLatex(table)],
      [`tables/${table.name}.csv`, dataCsv(table.data)],
    ]),
    ...figureFiles(parts),
    ["index.html", page(parts)],
  ];
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}
