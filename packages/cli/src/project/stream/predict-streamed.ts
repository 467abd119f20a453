// `xpal predict` on a table that is read in pieces.
import { resolve } from "node:path";
import { XpalError } from "@xpal/core";
import { labelText, type Model, modelFromJSON, modelToJSON, type Notice, type RowSource, type Table } from "@xpal/data";
import { numberOf } from "../../journal/journal.ts";
import { amount } from "../../terminal/amount.ts";
import { duration, progress, type Stages } from "../../terminal/progress.ts";
import { distinct, sayNotices } from "../../terminal/say-notices.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { writeWhole } from "../../write-whole.ts";
import { kernelWords } from "../kernel-words.ts";
import { namedLabel } from "../label-column.ts";
import { readModelText, rejectNoRows } from "../model/model-argument.ts";
import { trainedModel } from "../model/train-model.ts";
import { openProject, type Project } from "../open-project.ts";
import { openLarge, openLargeFor } from "../open-table.ts";
import type { ProjectOptions } from "../project-options.ts";
import { forOtherFile } from "../settings.ts";
import { predictToFile, type StreamedEnd } from "./predict-to-file.ts";

/** The options of the command that matter here. */
interface StreamedOptions extends ProjectOptions {
  readonly out?: string;
  readonly save?: string;
  readonly json?: true;
  readonly csv?: true;
}

/** Predicts a table in pieces if it is large; false if it is not, and nothing was done. */
export async function predictStreamed(
  first: string,
  newRows: string | undefined,
  options: StreamedOptions,
  terminal: Terminal,
  stage: Stages,
): Promise<boolean> {
  const json = readModelText(first);
  if (json !== undefined && newRows === undefined) rejectNoRows();
  const reading = newRows === undefined ? options : forOtherFile(options);
  const opened = await openLarge(newRows ?? first, reading, json === undefined ? namedLabel(options) : undefined);
  if (opened === undefined) return false;
  let source = opened;
  try {
    if (options.out === undefined) rejectPrinting(source);
    const made = await modelOf(json, first, options, stage);
    try {
      if (newRows !== undefined) source = await openLargeFor(made.model.recipe, source, reading);
      await predictAndSay(made, source, newRows === undefined, options, options.out, terminal, stage);
    } finally {
      await made.model.learner.close();
    }
    return true;
  } finally {
    source.close();
  }
}

interface MadeModel {
  readonly model: Model;
  readonly notices: readonly Notice[];
  /** Whether a row of the labelled file has an answer. */
  readonly isLabelled: (row: number, table: Table, index: number) => boolean;
}

async function modelOf(json: unknown, first: string, options: StreamedOptions, stage: Stages): Promise<MadeModel> {
  if (json !== undefined) {
    const model = await modelFromJSON(json, first);
    return { model, notices: [], isLabelled: () => false };
  }
  const project = await openProject(first, options, stage);
  const model = await trainedModel(project);
  return { model, notices: project.notices, isLabelled: labelledRows(project) };
}

/** Whether a row has a label in the file or in its journal. */
function labelledRows({ answers, table: working, labelColumn, model }: Project): MadeModel["isLabelled"] {
  const answered = new Set(Array.from(answers.labels.keys(), (row) => numberOf(working, row)));
  return (row, table, index) => {
    const column = table.columns.find(({ name }) => name === labelColumn);
    return answered.has(row) || (column !== undefined && labelText(column, index, model.classes) !== null);
  };
}

async function predictAndSay(
  { model, notices, isLabelled }: MadeModel,
  source: RowSource,
  isOwn: boolean,
  options: StreamedOptions,
  out: string,
  terminal: Terminal,
  stage: Stages,
): Promise<void> {
  stage.end();
  const bar = progress(terminal, "Predicting", source.rows);
  let end: StreamedEnd;
  try {
    const started = terminal.now();
    end = await terminal.untilInterrupted((signal) =>
      predictToFile({
        ...{ model, source, out, signal, now: terminal.now },
        isLabelled: isOwn ? isLabelled : () => false,
        onRows(done) {
          const speed = done / Math.max(1e-3, (terminal.now() - started) / 1000);
          bar.step(done, `${Math.round(speed)} rows/s`);
        },
      }),
    );
  } finally {
    bar.end();
  }
  if (options.save !== undefined) writeWhole(options.save, `${JSON.stringify(modelToJSON(model))}\n`);
  const said = [...source.notices, ...notices];
  const rate = Math.round(end.rows / Math.max(1e-3, end.seconds));
  if (options.json) {
    const saved = options.save === undefined ? {} : { model: resolve(options.save) };
    const result = { out: resolve(out), ...end, rowsPerSecond: rate, ...saved, notices: distinct(said) };
    terminal.out.write(`${JSON.stringify(result)}\n`);
    return;
  }
  const lines = [
    `${amount(end.predicted, "prediction")} written to ${out}: ${amount(end.rows, "row")} in ${duration(1000 * end.seconds)}, ${rate} rows/s.`,
    ...(end.far === 0
      ? []
      : [
          `${amount(end.far, "row is", "rows are")} farther from every labelled row than labelled rows are from each other; do not rely on the class.`,
        ]),
    kernelWords(model.recipe, model.learner.pool),
  ];
  terminal.out.write(`${lines.join("\n")}\n`);
  sayNotices(terminal, said);
}

function rejectPrinting({ path, rows }: RowSource): never {
  throw new XpalError("bad-argument", {
    who: "predict",
    argument: "--out",
    rule: `must name a file for the predictions of the ${rows} rows of ${path}`,
    wayOut: "for instance --out predictions.csv",
  });
}
