import type { Experiment } from "../experiment/experiment.ts";
import { fillReportFolder } from "./report-folder.ts";
import type { ReportOptions } from "./report-options.ts";

/**
 * Writes the whole report of an experiment, however far it got: page, tables, figures and data.
 * @param outDir A new or empty folder, or one with an earlier report of the same experiment, which is replaced.
 * @throws XpalError if the folder holds something else or cannot be written; then nothing is left behind.
 */
export async function writeReport(experiment: Experiment, outDir: string, options: ReportOptions = {}): Promise<void> {
  fillReportFolder(experiment, outDir, [["index.html", ""]], options.besides);
}
