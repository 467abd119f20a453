// `xpal predict`: classes for rows, from a labelled file or a stored model.
import { resolve } from "node:path";
import { costsOf, XpalError } from "@xpal/core";
import {
  cellText,
  learnedOf,
  MATCHED_IN_ORDER,
  type Model,
  modelFromJSON,
  modelToJSON,
  type Notice,
  type Table,
  takeRows,
  UNLABELLED,
  writeRecords,
} from "@xpal/data";
import { checkCsvName, checkOutputs, optionFiles } from "../project/check-outputs.ts";
import { kernelWords } from "../project/kernel-words.ts";
import { learnedColumnsTable, learnedJson } from "../project/learned-columns-table.ts";
import { readModelText, rejectNoRows } from "../project/model/model-argument.ts";
import { predictRows, type RowPrediction } from "../project/model/predict-rows.ts";
import { trainedModel } from "../project/model/train-model.ts";
import { openProject } from "../project/open-project.ts";
import { openTableFor } from "../project/open-table.ts";
import { originalCells } from "../project/original-cells.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { rowWords } from "../project/row-words.ts";
import { forOtherFile } from "../project/settings.ts";
import { predictStreamed } from "../project/stream/predict-streamed.ts";
import { withItemVectors } from "../project/with-item-vectors.ts";
import { amount } from "../terminal/amount.ts";
import { INK, painter } from "../terminal/paint.ts";
import { type Stages, stages } from "../terminal/progress.ts";
import { distinct, sayNotices } from "../terminal/say-notices.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { textTable } from "../terminal/text-table.ts";
import { writeWhole } from "../write-whole.ts";

/** What the options hold. */
export interface PredictOptions extends ProjectOptions {
  readonly save?: string;
  readonly out?: string;
  readonly explain?: true;
  readonly newEmbeddings?: string;
  readonly json?: true;
  readonly csv?: true;
}

/** Predicts the classes of rows and writes or prints them. */
export async function predict(
  source: string,
  newRows: string | undefined,
  options: PredictOptions,
  terminal: Terminal,
) {
  const stage = stages(terminal);
  const inputs = [source, newRows, options.newEmbeddings, ...optionFiles(options)];
  checkOutputs({ "--save": options.save, "--out": options.out }, inputs);
  checkCsvName("--out", options.out);
  if (await predictStreamed(source, newRows, options, terminal, stage)) return;
  const opened = await openSource(source, newRows, options, stage);
  const { model, table, rows } = opened;
  try {
    const { predictions, notices } = await predictRows(model, rows === undefined ? table : takeRows(table, rows));
    stage.end();
    const placed = predictions.map((prediction, i): PlacedPrediction => {
      const row = rows?.[i] ?? i;
      return { ...prediction, row, ...(table.lines === undefined ? {} : { line: table.lines[row] }) };
    });
    if (options.save !== undefined) writeWhole(options.save, `${JSON.stringify(modelToJSON(model))}\n`);
    const all = [...opened.notices, ...notices];
    const learned = options.explain ? learnedOf(model) : null;
    if (options.out !== undefined) writeWhole(options.out, await asCsv(opened, placed));
    if (options.json) {
      const { classes } = model.learner.pool;
      const saved = options.save === undefined ? {} : { model: resolve(options.save) };
      const withCells = placed.map(({ row, ...rest }) => ({ row, ...rest, cells: cellsOf(opened, row) }));
      const said = learned === null ? {} : { learned: learnedJson(learned) };
      const found = { predictions: withCells, classes, ...saved, notices: distinct(all), ...said };
      terminal.out.write(`${JSON.stringify(found)}\n`);
      return;
    }
    if (options.csv) terminal.out.write(await asCsv(opened, placed));
    else if (options.out === undefined) print(terminal, opened, placed, options.save);
    else terminal.out.write(`${amount(placed.length, "prediction")} written to ${options.out}.\n`);
    if (!options.csv) {
      const { columns, colour } = terminal.out;
      const lines = learned === null ? [] : learnedColumnsTable(learned, { columns, paint: painter(colour) });
      const words = [kernelWords(model.recipe, model.learner.pool), ...lines];
      terminal.out.write(`${words.join("\n")}\n`);
    }
    sayNotices(terminal, all);
  } finally {
    await model.learner.close();
  }
}

/** A prediction with the line of its row, where the file has lines. */
interface PlacedPrediction extends RowPrediction {
  readonly line?: number;
}

interface Source {
  readonly model: Model;
  /** The file that the rows to predict are from. */
  readonly file: string;
  readonly table: Table;
  /** How that file was read. */
  readonly reading: PredictOptions;
  /** The rows to predict; all when undefined. */
  readonly rows?: Uint32Array;
  readonly notices: readonly Notice[];
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
    if (newRows === undefined) rejectNoRows();
    const { table, reading } = await openNewRows(newRows, options, model, stage);
    return { model, file: newRows, table, reading, notices: table.notices };
  }
  const project = await openProject(source, options, stage);
  const model = await trainedModel(project);
  if (newRows !== undefined) {
    const { table, reading } = await openNewRows(newRows, options, model, stage);
    if (options.newEmbeddings === undefined && inOrder(project.table) && inOrder(table)) rejectSameVectors(options);
    return { model, file: newRows, table, reading, notices: [...project.notices, ...table.notices] };
  }
  const rows = Uint32Array.from(project.labels.keys()).filter((row) => project.labels[row] === UNLABELLED);
  if (rows.length === 0) {
    throw new XpalError("bad-argument", {
      who: "predict",
      argument: `column ${JSON.stringify(project.labelColumn)}`,
      rule: "must have an empty cell, but every row is labelled",
      wayOut: "name a second file with the rows to predict",
    });
  }
  return { model, file: source, table: project.table, reading: options, rows, notices: project.notices };
}

interface NewRows {
  readonly table: Table;
  readonly reading: PredictOptions;
}

/** Rows of another file. */
async function openNewRows(file: string, options: PredictOptions, { recipe }: Model, stage: Stages): Promise<NewRows> {
  const { newEmbeddings } = options;
  const said = forOtherFile(options);
  const reading = newEmbeddings === undefined ? said : { ...said, embeddings: newEmbeddings };
  const table = await openTableFor(recipe, file, reading);
  return { table: await withItemVectors(file, table, reading, stage, recipe), reading };
}

function inOrder({ notices }: Table): boolean {
  return notices.some(({ code }) => code === MATCHED_IN_ORDER);
}

function rejectSameVectors({ embeddings }: PredictOptions): never {
  throw new XpalError("bad-argument", {
    who: "predict",
    argument: "--embeddings",
    rule: "must have a key column to be used for both the labelled and the new rows, because vectors matched by order fit one table only",
    ...(embeddings === undefined ? {} : { value: embeddings }),
    wayOut: "name the vectors of the new rows with --new-embeddings",
  });
}

/** The columns beside a prediction; the label column is left out if it has no values. */
function leftOut({ model, table, rows }: Source): string[] {
  const label = table.columns.find(({ name }) => name === model.recipe.label?.column);
  if (label === undefined) return [];
  const all = rows ?? Uint32Array.from({ length: table.rows }, (_, row) => row);
  return all.every((row) => (cellText(label, row) ?? "") === "") ? [label.name] : [];
}

/** The columns of a row for programs: numbers are numbers. */
function cellsOf(source: Source, row: number): Record<string, string | number | null> {
  const without = leftOut(source);
  const columns = source.table.columns.filter(({ name, type }) => type !== "vector" && !without.includes(name));
  return Object.fromEntries(
    columns.map((column) => {
      const isNumber = column.type === "number" && !Number.isNaN(column.values[row]);
      return [column.name, isNumber ? column.values[row] : cellText(column, row)];
    }),
  );
}

/** The columns of the file as they were written, ours around them under names that are free. */
async function asCsv(source: Source, predictions: readonly PlacedPrediction[]): Promise<string> {
  const original = await originalCells(source.file, source.table, source.reading, leftOut(source));
  const free = (name: string) => (original.names.includes(name) ? `xpal_${name}` : name);
  const isLined = source.table.lines !== undefined;
  const hasCost = costsOf(source.model.learner.pool) !== null;
  const names = [
    ...["row", ...(isLined ? ["line"] : [])].map(free),
    ...original.names,
    ...["class", "probability", ...(hasCost ? ["cost"] : []), "distance", "far"].map(free),
  ];
  const rows = predictions.map(({ row, line, class: name, probability, cost, distance, far }) => [
    ...(line === undefined ? [row] : [row, line]),
    ...original.row(row),
    ...[name, probability, ...(cost === undefined ? [] : [cost]), distance, far],
  ]);
  return writeRecords(names, rows);
}

function print({ out, err }: Terminal, source: Source, predictions: readonly PlacedPrediction[], saved?: string): void {
  const paint = painter(out.colour);
  const { table, model } = source;
  const isId = (name: string) => model.recipe.columns.some((column) => column.name === name && column.role === "id");
  const ids = table.columns.filter(({ name }) => isId(name));
  const hasCost = costsOf(model.learner.pool) !== null;
  const rows = predictions.map(({ row, line, class: name, probability, cost, distance, far }) => [
    String(line ?? row),
    ...ids.map((column) => cellText(column, row) ?? ""),
    name,
    `${(100 * probability).toFixed(1)} %`,
    ...(cost === undefined ? [] : [cost.toPrecision(3)]),
    distance === null ? "∞" : distance.toFixed(2),
    far ? "far from all labels" : rowWords(table, row, [...leftOut(source), ...ids.map(({ name: id }) => id)]),
  ]);
  const place = table.lines === undefined ? "row" : (table.lineWord ?? "line");
  const head = [
    place,
    ...ids.map(({ name }) => name),
    "class",
    "probability",
    ...(hasCost ? ["cost"] : []),
    "distance",
    "content",
  ];
  const right = [0, head.length - 3, head.length - 2, ...(hasCost ? [head.length - 4] : [])];
  out.write(`${textTable(head, rows, { right, columns: out.columns, paint }).join("\n")}\n`);
  const far = predictions.filter((prediction) => prediction.far).length;
  if (far > 0) {
    err.write(
      `${painter(err.colour)(INK.warn, "note:")} ${amount(far, "row is", "rows are")} farther from every labelled row than labelled rows are from each other; do not rely on the class\n`,
    );
  }
  if (saved !== undefined) out.write(`Model: ${resolve(saved)}\n`);
}
