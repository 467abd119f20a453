// Predictions for all rows of a file that is read in pieces, written as CSV: the number of the row, its ids, and what is
// predicted. The other columns stay where they are.

import { costsOf, XpalError } from "@xpal/core";
import { type CsvCell, cellText, type Model, type RowSource, type Table, writeRecords } from "@xpal/data";
import { WholeFile } from "../../write-whole.ts";
import { piecePredictor, type RowPrediction } from "../model/predict-rows.ts";

/** What to predict, and where to write it. */
export interface StreamedPrediction {
  readonly model: Model;
  readonly source: RowSource;
  readonly out: string;
  /** Rows that are not predicted: whether one has a label already. */
  readonly isLabelled: (row: number, table: Table, index: number) => boolean;
  /** Told how many rows are done. */
  readonly onRows: (done: number) => void;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** What was done. */
export interface StreamedEnd {
  /** How many rows were read, and how many of them predicted. */
  readonly rows: number;
  readonly predicted: number;
  readonly far: number;
  readonly seconds: number;
}

/**
 * Predicts all rows of a source into a file.
 * @throws XpalError if the file cannot be written, the source is damaged or changes, or the signal is raised; no file is left.
 */
export async function predictToFile(work: StreamedPrediction): Promise<StreamedEnd> {
  const { model, source, out, signal, now } = work;
  const started = now();
  const found = { predicted: 0, far: 0 };
  const ids = idColumns(model, source);
  const file = new WholeFile(out);
  try {
    const predict = await piecePredictor(model);
    const names = ids.map((c) => source.columns[c].name);
    file.write(writeRecords(namesOf(model, names), []));
    for await (const { start, table } of source.pieces()) {
      const rows = (await predict(table, start)).filter(({ row }) => !work.isLabelled(row, table, row - start));
      found.predicted += rows.length;
      found.far += rows.filter(({ far }) => far).length;
      if (rows.length > 0) file.write(records(rows, table, start, ids));
      work.onRows(start + table.rows);
      if (signal.aborted) rejectStopped();
    }
  } catch (error) {
    file.abandon();
    throw error;
  }
  file.finish();
  return { rows: source.rows, ...found, seconds: (now() - started) / 1000 };
}

function idColumns({ recipe }: Model, { columns }: RowSource): number[] {
  const isId = (name: string) => recipe.columns.some((column) => column.name === name && column.role === "id");
  return [...columns.keys()].filter((c) => isId(columns[c].name));
}

/** The columns of the output; ours have names that are free. */
function namesOf({ learner }: Model, ids: readonly string[]): string[] {
  const free = (name: string) => (ids.includes(name) ? `xpal_${name}` : name);
  const cost = costsOf(learner.pool) === null ? [] : ["cost"];
  return [free("row"), ...ids, ...["class", "probability", ...cost, "distance", "far"].map(free)];
}

/** The lines of some predictions, without a header. */
function records(rows: readonly RowPrediction[], table: Table, start: number, ids: readonly number[]): string {
  const cells = rows.map(({ row, class: name, probability, cost, distance, far }): CsvCell[] => [
    row,
    ...ids.map((c) => cellText(table.columns[c], row - start)),
    ...[name, probability, ...(cost === undefined ? [] : [cost]), distance, far],
  ]);
  const text = writeRecords(["row", "class"], cells);
  return text.slice(text.indexOf("\n") + 1);
}

function rejectStopped(): never {
  throw new XpalError("cancelled", { who: "predict", argument: "the prediction", rule: "was stopped" });
}
