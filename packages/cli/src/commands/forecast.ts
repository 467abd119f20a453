// `xpal forecast`: how many more labels a target error, or a target mean cost, will take by the model's rough estimate, and what
// checks guarantee.
import { type Forecast, type ForecastState, forecast, forecastState } from "@xpal/core";
import { writeRecords } from "@xpal/data";
import { stateInFile } from "../project/expectation.ts";
import { forecastWords, foreseen, foreseenWords, LIKELY } from "../project/forecast-words.ts";
import { checksOf, type Guaranteed, guaranteed, modelName, targetOf } from "../project/guaranteed.ts";
import { learnerOf, noticesOf, openProject, type Project } from "../project/open-project.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { countsWords, labelCounts, rowCount } from "../project/suggestions.ts";
import { riskName } from "../project/worth.ts";
import { painter } from "../terminal/paint.ts";
import { stages } from "../terminal/progress.ts";
import { distinct, sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";

/** What the options hold. */
export interface ForecastCommandOptions extends ProjectOptions {
  /** As it was written: what it means follows from whether errors have costs. */
  readonly target?: string;
  readonly json?: true;
  readonly csv?: true;
}

/** Says how many more labels a target error or mean cost will take. */
export async function forecastLabels(file: string, options: ForecastCommandOptions, terminal: Terminal): Promise<void> {
  const stage = stages(terminal);
  const project = await openProject(file, options, stage);
  const learner = await learnerOf(project, options, stage);
  try {
    const notices = noticesOf(project, learner);
    stage.begin("Looking ahead");
    const { open } = labelCounts(project);
    const target = targetOf(project.model, options.target);
    const checks = checksOf(project.answers, learner.labels, project.model.classes, modelName(project, options));
    const state = stateInFile(await forecastState(learner, checks), open);
    const found = forecast(state, { target });
    const held = await guaranteed(project, learner, checks, target);
    stage.end();
    if (options.json) {
      terminal.out.write(`${JSON.stringify(report({ ...project, notices }, state, found, held))}\n`);
      return;
    }
    if (options.csv) {
      const rows = found.curve.map(({ labels, low, median, high }) => [labels, median, low, high]);
      terminal.out.write(
        writeRecords(["labels", `estimated_${foreseen(riskName(project))}`.replace(/ /g, "_"), "low", "high"], rows),
      );
    } else print(terminal, project, found, open, held);
    sayNotices(terminal, notices);
  } finally {
    await learner.close();
  }
}

function report(project: Project, { expectedError }: ForecastState, found: Forecast, held: Guaranteed) {
  const { labelled, skipped, open } = labelCounts(project);
  const of = foreseen(riskName(project));
  return {
    ...{ labelled, skipped, rows: rowCount(project), open, of },
    ...(of === "error" ? { expectedError } : { expectedCost: expectedError }),
    ...found,
    reachable: found.chance >= LIKELY,
    sentence: forecastWords(found, open, riskName(project)),
    guarantee: held,
    notices: distinct(project.notices),
  };
}

/** How many lines of the curve are shown. */
const LINES = 6;

function print({ out }: Terminal, project: Project, found: Forecast, open: number, held: Guaranteed): void {
  const paint = painter(out.colour);
  const of = foreseen(riskName(project));
  const step = Math.max(1, Math.floor((found.curve.length - 1) / (LINES - 1)));
  const shown = found.curve.filter((_, at) => at % step === 0);
  const rows = shown.map(({ labels, low, median, high }) => [
    String(labels),
    foreseenWords(median, of),
    `${foreseenWords(low, of)} to ${foreseenWords(high, of)}`,
  ]);
  out.write(
    `${[
      `${countsWords(project)}.`,
      "",
      ...textTable(["labels", `estimated ${of}`, "rough range"], rows, {
        right: [0, 1],
        columns: out.columns,
        paint,
      }),
      "",
      paint.bold(forecastWords(found, open, riskName(project))),
      of === "error"
        ? "The error is the share of open rows that are predicted wrongly."
        : "The mean cost is what predicting an open row costs on average, by the table of costs.",
      held.sentence,
    ].join("\n")}\n`,
  );
}
