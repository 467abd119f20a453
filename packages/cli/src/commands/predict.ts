// `xpal predict`: classes for rows, from a labelled file or a stored model.
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { MATCHED_IN_ORDER, type Table, takeRows, UNLABELLED, writeRecords } from "@xpal/data";
import { Command, Option } from "commander";
import { XpalError } from "xpal";
import { kernelWords } from "../project/kernel-words.ts";
import { type Model, modelFromJSON, modelToJSON, trainModel } from "../project/model/model.ts";
import { predictRows, type RowPrediction } from "../project/model/predict-rows.ts";
import { openProject } from "../project/open-project.ts";
import { openTable } from "../project/open-table.ts";
import { type ProjectOptions, withProjectOptions } from "../project/project-options.ts";
import { withPictures } from "../project/with-pictures.ts";
import { INK, painter } from "../terminal/paint.ts";
import { type Stages, stages } from "../terminal/progress.ts";
import { sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";
import { checkPlace, writeWhole } from "../write-whole.ts";

interface PredictOptions extends ProjectOptions {
  readonly save?: string;
  readonly newEmbeddings?: string;
  readonly json?: true;
  readonly csv?: true;
}

/** The command with its options and help. */
export function predictCommand(terminal: Terminal): Command {
  return withProjectOptions(new Command("predict"), "learn")
    .summary("classes for rows, from a labelled file or a stored model")
    .description("The class of each row, how sure that is, and how far the row is from what was labelled.")
    .argument("<model-or-file>", "a model that --save wrote, or a table with some labels")
    .argument("[new-rows]", "the table to predict; by default the unlabelled rows of the file")
    .option(
      "--new-embeddings <file>",
      "vectors for the new rows; by default those of --embeddings, matched by their key",
    )
    .option("--save <model>", "also write the model to a file, for later predictions")
    .option("--json", "print JSON")
    .addOption(new Option("--csv", "print CSV").conflicts("json"))
    .addHelpText(
      "after",
      "\nExamples:\n  xpal predict flowers.csv --label class --save flowers.model.json\n  xpal predict flowers.model.json new-flowers.csv --csv",
    )
    .action((source: string, newRows: string | undefined, options: PredictOptions) =>
      predict(source, newRows, options, terminal),
    );
}

async function predict(source: string, newRows: string | undefined, options: PredictOptions, terminal: Terminal) {
  const stage = stages(terminal);
  if (options.save !== undefined) checkPlace("--save", options.save);
  const { model, table, rows } = await openSource(source, newRows, options, stage);
  try {
    const { predictions, notices } = await predictRows(model, rows === undefined ? table : takeRows(table, rows));
    stage.end();
    const numbered = predictions.map((prediction, i) => ({ ...prediction, row: rows?.[i] ?? i }));
    if (options.save !== undefined) writeWhole(options.save, `${JSON.stringify(modelToJSON(model))}\n`);
    const all = [...table.notices, ...notices];
    if (options.json) {
      const { classes } = model.learner.pool;
      const saved = options.save === undefined ? {} : { model: resolve(options.save) };
      const messages = all.map(({ message }) => message);
      terminal.out.write(`${JSON.stringify({ predictions: numbered, classes, ...saved, notices: messages })}\n`);
      return;
    }
    if (options.csv) terminal.out.write(asCsv(numbered));
    else print(terminal, numbered, options.save);
    if (!options.csv) terminal.out.write(`${kernelWords(model.recipe, model.learner.pool.kernel)}\n`);
    sayNotices(terminal, all);
  } finally {
    await model.learner.close();
  }
}

interface Source {
  readonly model: Model;
  readonly table: Table;
  /** The rows to predict; all when undefined. */
  readonly rows?: Uint32Array;
}

async function openSource(
  source: string,
  newRows: string | undefined,
  options: PredictOptions,
  stage: Stages,
): Promise<Source> {
  const json = readModelText(source);
  if (json !== undefined) {
    const model = await modelFromJSON(json, source);
    if (newRows === undefined) {
      throw new XpalError("bad-argument", {
        who: "predict",
        argument: "the second argument",
        rule: "must name the rows to predict when the first is a model",
      });
    }
    return { model, table: await openNewRows(newRows, options, model, stage) };
  }
  const project = await openProject(source, options, stage);
  const model = await trainModel(project, options.seed);
  if (newRows !== undefined) {
    const table = await openNewRows(newRows, options, model, stage);
    if (options.newEmbeddings === undefined && inOrder(project.table) && inOrder(table)) refuseSameVectors(options);
    return { model, table };
  }
  const rows = Uint32Array.from(project.labels.keys()).filter((row) => project.labels[row] === UNLABELLED);
  if (rows.length === 0) {
    throw new XpalError("bad-argument", {
      who: "predict",
      argument: `column ${JSON.stringify(project.labelColumn)}`,
      rule: "must have an empty cell, and every row is labelled",
      wayOut: "name a second file with the rows to predict",
    });
  }
  return { model, table: project.table, rows };
}

async function openNewRows(file: string, options: PredictOptions, { recipe }: Model, stage: Stages): Promise<Table> {
  const { newEmbeddings } = options;
  const reading = newEmbeddings === undefined ? options : { ...options, embeddings: newEmbeddings };
  return withPictures(file, await openTable(file, reading), stage, recipe);
}

function inOrder({ notices }: Table): boolean {
  return notices.some(({ code }) => code === MATCHED_IN_ORDER);
}

function refuseSameVectors({ embeddings }: PredictOptions): never {
  throw new XpalError("bad-argument", {
    who: "predict",
    argument: "--embeddings",
    rule: "must have a key column where it serves the labelled and the new rows, since in order it can serve only one of them",
    ...(embeddings === undefined ? {} : { value: embeddings }),
    wayOut: "name the vectors of the new rows with --new-embeddings",
  });
}

/** The content of a JSON file that looks like a model, else undefined: then it is a table. */
function readModelText(source: string): unknown {
  if (!source.endsWith(".json") || !existsSync(source)) return undefined;
  try {
    const json: unknown = JSON.parse(readFileSync(source, "utf8"));
    return json !== null && typeof json === "object" && "format" in json ? json : undefined;
  } catch {
    return undefined;
  }
}

function asCsv(predictions: readonly RowPrediction[]): string {
  const rows = predictions.map(({ row, class: name, probability, distance, far }) => [
    row,
    name,
    probability,
    distance,
    far,
  ]);
  return writeRecords(["row", "class", "probability", "distance", "far"], rows);
}

function print({ out, err }: Terminal, predictions: readonly RowPrediction[], saved: string | undefined): void {
  const paint = painter(out.colour);
  const rows = predictions.map(({ row, class: name, probability, distance, far }) => [
    String(row),
    name,
    `${(100 * probability).toFixed(1)} %`,
    distance === null ? "∞" : distance.toFixed(2),
    far ? "far from all labels" : "",
  ]);
  const head = ["row", "class", "probability", "distance", ""];
  out.write(`${textTable(head, rows, { right: [0, 2, 3], columns: out.columns, paint }).join("\n")}\n`);
  const far = predictions.filter((prediction) => prediction.far).length;
  if (far > 0) {
    const which = far === 1 ? "1 row is" : `${far} rows are`;
    err.write(
      `${painter(err.colour)(INK.warn, "note:")} ${which} farther from every labelled row than labelled rows are from each other; do not rely on the class\n`,
    );
  }
  if (saved !== undefined) out.write(`Model: ${resolve(saved)}\n`);
}
