// Predictions for all rows of a file that is read in pieces, written as CSV: the number of the row, its ids, and what is
// predicted. The other columns stay where they are.

import { costsOf, XpalError } from "@xpal/core";
import { type CsvCell, cellText, type Model, type RowSource, type Table, writeRecords } from "@xpal/data";
import { ResumableFile } from "../../resumable-file.ts";
import { piecePredictor, type RowPrediction } from "../model/predict-rows.ts";

/** What to predict, and where to write it. */
export interface StreamedPrediction {
  readonly model: Model;
  readonly source: RowSource;
  readonly out: string;
  /** What the model was made from, so that only the output of the same one is continued. */
  readonly madeFrom: unknown;
  /** Rows that are not predicted: whether one has a label already. */
  readonly isLabelled: (row: number, table: Table, index: number) => boolean;
  /** Told how many rows are done. */
  readonly onRows: (done: number) => void;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/** What was done. */
export interface StreamedEnd {
  /** Rows read now, and the row it began with: above 0 if an earlier command was continued. */
  readonly rows: number;
  readonly from: number;
  /** How many rows were predicted now. */
  readonly predicted: number;
  readonly far: number;
  readonly seconds: number;
}

/** How often what is written is noted. */
const NOTED_EVERY_MS = 2000;

/**
 * Predicts all rows of a source into a file.
 * @throws XpalError if the file cannot be written, the source is damaged or changes, or the signal is raised; what is
 * done by then is continued by the next call.
 */
export async function predictToFile(work: StreamedPrediction): Promise<StreamedEnd> {
  const { model, source, out, signal, now } = work;
  const { fingerprint, reading } = source;
  const file = new ResumableFile(out, { source: fingerprint, reading, madeFrom: work.madeFrom });
  const started = now();
  const from = file.next;
  const ids = idColumns(model, source);
  const found = { predicted: 0, far: 0 };
  let noted = started;
  try {
    const predict = await piecePredictor(model);
    const names = namesOf(
      model,
      ids.map((c) => source.columns[c].name),
    );
    if (file.isNew) file.write(writeRecords(names, []));
    for await (const { start, table } of source.pieces({ from })) {
      const rows = (await predict(table, start)).filter(({ row }) => !work.isLabelled(row, table, row - start));
      found.predicted += rows.length;
      found.far += rows.filter(({ far }) => far).length;
      if (rows.length > 0) file.write(records(rows, table, start, ids));
      const next = start + table.rows;
      work.onRows(next);
      if (signal.aborted || now() - noted > NOTED_EVERY_MS) {
        file.note(next);
        noted = now();
      }
      if (signal.aborted) rejectStopped();
    }
    file.finish();
  } catch (error) {
    file.stop();
    throw error;
  }
  return { rows: source.rows - from, from, ...found, seconds: (now() - started) / 1000 };
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
