// Rows that join a project: brought into its columns, without those that it has already.

import { matrix } from "@xpal/core";
import {
  type Column,
  cellText,
  type DateColumn,
  labelText,
  makeTable,
  type NumberColumn,
  parseDate,
  type Table,
  takeRows,
  writtenText,
} from "@xpal/data";
import { type ClassInfo, countsFor } from "../../protocol/classes.ts";
import type { RowsReport } from "../../protocol/import-messages.ts";
import { tableToBytes } from "../scoring/table-bytes.ts";
import { StudioError } from "../studio-error.ts";
import { labelledFirst } from "./labelled-first.ts";
import type { ProjectAbout } from "./project-about.ts";

/** Rows that are ready to be added. */
export interface AddedRows {
  readonly table: Table;
  /** The table, as `tableToBytes` wrote it. */
  readonly bytes: Uint8Array;
  /** The labels that they came with: row among these, class by id. */
  readonly answers: readonly (readonly [row: number, to: number])[];
}

/** Labels that a file has for items: item, class by id. */
export type LabelsOfItems = readonly (readonly [item: number, to: number])[];

/** What a file has for a project, whatever was answered there. */
export type FileRowsReport = Omit<RowsReport, "labelsOpen" | "labelsOther" | "labelsTaken">;

/** How many names of labels that are no classes are told. */
const MAX_NAMES = 20;

/**
 * Prepares the rows of a file for a project, and says what would become of them.
 * @throws StudioError if the file lacks a column that the model learns from, or a cell does not fit its column.
 */
export function rowsToAdd(
  project: { readonly table: Table; readonly about: ProjectAbout; readonly classes: readonly ClassInfo[] },
  file: Table,
): { rows: AddedRows; known: LabelsOfItems; report: FileRowsReport } {
  const { table, about, classes } = project;
  const label = about.recipe.label?.column ?? null;
  const lacking = lackedColumns(about, file).map((name) => JSON.stringify(name));
  if (lacking.length > 0) {
    const listed = lacking.slice(0, 5).join(", ") + (lacking.length > 5 ? ` and ${lacking.length - 5} more` : "");
    throw new StudioError(
      "bad-argument",
      `the file must have the columns of the project; it lacks ${listed}. Rename the columns in the file, or create another project`,
    );
  }
  const aligned = alignedTable(table, file);
  const { fresh, known } = sortedOut(table, aligned, label);
  const kept = takeRows(aligned, fresh);
  const taken = about.truth === null ? label : null;
  const ids = idsByName(about.classes, classes);
  const { answers, unknown } = labelsOf(kept, taken, ids);
  const knownTable = takeRows(
    aligned,
    known.map(([row]) => row),
  );
  const inKnown = labelsOf(knownTable, taken, ids);
  const labels = inKnown.answers.map(([at, to]) => [known[at][1], to] as const);
  return {
    rows: { table: kept, bytes: tableToBytes(kept), answers },
    known: labels,
    report: {
      rows: file.rows,
      added: kept.rows,
      repeats: file.rows - kept.rows,
      labelled: answers.length,
      labelsLeft: labels.length + inKnown.unknown.length,
      labelsUnknown: inKnown.unknown.length,
      unknown: [...new Set([...unknown, ...inKnown.unknown])].slice(0, MAX_NAMES),
      unused: file.columns.map(({ name }) => name).filter((name) => !columnOf(table, name)),
    },
  };
}

/** The columns that a project learns from and a file does not have. */
export function lackedColumns({ recipe }: ProjectAbout, file: Table): string[] {
  return recipe.columns
    .filter(({ name, role }) => role !== "ignored" && role !== "id" && role !== "label" && !columnOf(file, name))
    .map(({ name }) => name);
}

/**
 * The rows that the project does not have, of equal ones the first with a label or the first; and those that it has, each with
 * its item: the k-th of equal rows is the k-th of equal items.
 */
function sortedOut(
  table: Table,
  aligned: Table,
  label: string | null,
): { fresh: number[]; known: [row: number, item: number][] } {
  const [itemKeys, keys] = [table, aligned].map((rows) => rowKeys(rows, label));
  const items = placesByKey(itemKeys.keys(), (item) => itemKeys[item]);
  const fresh: number[] = [];
  const known: [number, number][] = [];
  for (const [key, rows] of placesByKey(labelledFirst(aligned, label), (row) => keys[row])) {
    const equal = items.get(key);
    if (equal === undefined) fresh.push(rows[0]);
    else for (const pair of paired(rows, equal)) known.push(pair);
  }
  return { fresh: fresh.sort((a, b) => a - b), known: known.sort(([a], [b]) => a - b) };
}

/** Equal rows and equal items, in their order; of more rows than items those with a label, which come first in `rows`. */
function paired(rows: readonly number[], items: readonly number[]): [row: number, item: number][] {
  const taken = rows.slice(0, items.length).sort((a, b) => a - b);
  return taken.map((row, k) => [row, items[k]]);
}

function placesByKey(places: Iterable<number>, keyOf: (place: number) => string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const place of places) {
    const key = keyOf(place);
    const there = found.get(key);
    if (there === undefined) found.set(key, [place]);
    else there.push(place);
  }
  return found;
}

/** What each row says but for its label: equal rows have equal keys. */
function rowKeys(table: Table, label: string | null): string[] {
  const compared = table.columns.filter(({ name }) => name !== label);
  return Array.from({ length: table.rows }, (_, row) =>
    JSON.stringify(compared.map((column) => cellText(column, row))),
  );
}

/** One table behind another that has the same columns. */
export function appendTable(first: Table, second: Table): Table {
  return makeTable(
    first.columns.map((column, at): Column => {
      const more = second.columns[at];
      if (column.type === "text" && more.type === "text")
        return { ...column, values: [...column.values, ...more.values] };
      if (column.type === "vector" && more.type === "vector") {
        const data = new Float64Array(column.values.data.length + more.values.data.length);
        data.set(column.values.data);
        data.set(more.values.data, column.values.data.length);
        return { ...column, values: matrix(first.rows + second.rows, column.values.cols, data) };
      }
      const values = new Float64Array(first.rows + second.rows);
      values.set(column.values as Float64Array);
      values.set(more.values as Float64Array, first.rows);
      return { ...column, values, ...joinedWritten(column, more, first.rows) } as Column;
    }),
    { notices: first.notices },
  );
}

/** How the numbers of both were written, where that is kept. */
function joinedWritten(column: Column, more: Column, rows: number): { written?: ReadonlyMap<number, string> } {
  const [before, after] = [column, more].map((one) => ("written" in one ? [...(one.written ?? [])] : []));
  if (before.length + after.length === 0) return {};
  return { written: new Map([...before, ...after.map(([row, text]) => [rows + row, text] as const)]) };
}

/** The rows of a file in the columns of a project. */
function alignedTable({ columns }: Table, file: Table): Table {
  return makeTable(columns.map((column) => alignedTo(column, columnOf(file, column.name), file.rows)));
}

/** A column of the file as the project has it; a column that it lacks is empty. */
function alignedTo(column: Column, found: Column | undefined, rows: number): Column {
  const { name } = column;
  if (column.type === "vector") {
    if (found?.type === "vector" && found.values.cols === column.values.cols)
      return { ...column, values: found.values };
    const rule = `must hold vectors of ${column.values.cols} numbers`;
    throw new StudioError("bad-argument", `the column ${JSON.stringify(name)} of the file ${rule}, as the project has`);
  }
  // As they stand in the file: what is text in the project may be all numbers in another file.
  const texts = Array.from({ length: rows }, (_, row) => (found === undefined ? null : writtenText(found, row)));
  if (column.type === "text") return { name, type: "text", values: texts };
  if (found?.type === column.type) return { ...found, name };
  const values = Float64Array.from(texts, (text, row) => {
    if (text === null || text.trim() === "") return Number.NaN;
    const value = column.type === "date" ? parseDate(text.trim()) : Number(text);
    if (!Number.isNaN(value)) return value;
    const what = column.type === "date" ? "a date" : "a number";
    throw new StudioError(
      "bad-argument",
      `row ${row + 1} of the file, column ${JSON.stringify(name)}: must be ${what}, as in the project, got ${JSON.stringify(text.slice(0, 60))}`,
    );
  });
  return withTexts({ name, type: column.type, values }, texts);
}

/** The column with the texts that `cellText` would write otherwise. */
function withTexts(column: NumberColumn | DateColumn, texts: readonly (string | null)[]): Column {
  const written = new Map<number, string>();
  for (const [row, text] of texts.entries()) {
    if (text !== null && text.trim() !== "" && text !== cellText(column, row)) written.set(row, text);
  }
  return written.size === 0 ? column : { ...column, written };
}

/**
 * The class that each name counts for: the names of now first, then those that the project began with, which its files go on
 * using after a class was renamed, then those of classes that were merged.
 */
function idsByName(began: readonly string[], classes: readonly ClassInfo[]): Map<string, number> {
  const states = {
    classes: new Map(
      classes.map(({ id, name, into, live }) => [
        id,
        { name, into: into ?? undefined, retired: !live && into === null },
      ]),
    ),
  };
  const ids = new Map<string, number>();
  const add = ({ name, id }: Pick<ClassInfo, "name" | "id">) => {
    const to = countsFor(states, id);
    if (to !== null && !ids.has(name)) ids.set(name, to);
  };
  for (const one of classes) if (one.live) add(one);
  for (const [id, name] of began.entries()) add({ name, id });
  for (const one of classes) add(one);
  return ids;
}

/** The labels that are classes of the project, and of each other one its name. */
function labelsOf(
  table: Table,
  label: string | null,
  ids: ReadonlyMap<string, number>,
): { answers: [number, number][]; unknown: string[] } {
  const column = label === null ? undefined : columnOf(table, label);
  if (column === undefined) return { answers: [], unknown: [] };
  const names = [...ids.keys()];
  const answers: [number, number][] = [];
  const unknown: string[] = [];
  for (let row = 0; row < table.rows; row++) {
    const name = labelText(column, row, names);
    if (name === null) continue;
    const id = ids.get(name);
    if (id === undefined) unknown.push(name);
    else answers.push([row, id]);
  }
  return { answers, unknown };
}

function columnOf(table: Table, name: string): Column | undefined {
  return table.columns.find((column) => column.name === name);
}
