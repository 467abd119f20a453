// A filled-in list of answers, such as `xpal suggest --csv` prints and `xpal annotate --out` writes, put into a file's journal. Rows are
// found by their number or by a key that both files have, and must be what they are in the file; nothing is kept unless all of it can be.
import { existsSync } from "node:fs";
import { XpalError } from "@xpal/core";
import { nearestName } from "@xpal/core/check";
import { type Column, labelText, readTable, type Table, untypedText, writtenText } from "@xpal/data";
import { isInFile } from "../project/is-in-file.ts";
import { openLabelled } from "../project/open-project.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { rowPlace } from "../project/row-words.ts";
import { rememberSettings } from "../project/settings.ts";
import { foldEntries } from "./answers.ts";
import { type JournalSubject, openJournal, readJournal } from "./journal.ts";
import { lockFile } from "./lock.ts";

/** What was imported. */
export interface Imported {
  readonly column: string;
  readonly imported: number;
  /** Rows whose answer was known already. */
  readonly known: number;
  /** Rows of the list without an answer. */
  readonly empty: number;
}

/**
 * Puts the answers of a list into the journal of a file.
 * @throws XpalError if a row cannot be found, is another one in the file, or has another answer already.
 */
export async function importAnswers(
  file: string,
  from: string,
  options: ProjectOptions,
  now: () => Date,
): Promise<Imported> {
  if (!existsSync(file)) await openLabelled(file, options); // rejects in its own words, and leaves no lock behind
  const lock = await lockFile(file);
  try {
    const { table, labelColumn } = await openLabelled(file, options);
    const subject = { file, table, labelColumn };
    const journal = readJournal(subject);
    const known = foldEntries(journal.entries).labels;
    const list = await readTable(from, { csv: { keepWritten: [labelColumn, "label"] } });
    const found = answersIn(from, list, subject, options.classes);
    const fresh = found.answers.filter(({ row, label, line }) => {
      const before = known.get(row) ?? labelled(subject, row, label);
      if (before === null || before === undefined) return true;
      if (before === label) return false;
      const rule = `must be ${JSON.stringify(before)} as answered already, but it is ${JSON.stringify(label)}`;
      return reject(`${from}, ${line}, the answer`, rule, "correct the list, or undo the answer");
    });
    const writer = openJournal(subject, journal, now);
    try {
      if (fresh.length > 0 && options.settings !== undefined) rememberSettings(file, options.settings, labelColumn);
      for (const { row, label } of fresh) writer.append({ row, label });
    } finally {
      writer.close();
    }
    return {
      column: labelColumn,
      imported: fresh.length,
      known: found.answers.length - fresh.length,
      empty: found.empty,
    };
  } finally {
    lock.release();
  }
}

interface Answer {
  readonly row: number;
  readonly label: string;
  /** Where it stands in the list. */
  readonly line: string;
}

function answersIn(
  from: string,
  list: Table,
  subject: JournalSubject,
  classes: readonly string[] | undefined,
): { answers: Answer[]; empty: number } {
  const { table, labelColumn } = subject;
  const columnNamed = (...names: string[]) =>
    names.map((name) => list.columns.find((column) => column.name === name)).find((column) => column !== undefined);
  const labels = columnNamed(labelColumn, ...(table.columns.some(({ name }) => name === "label") ? [] : ["label"]));
  if (labels === undefined) {
    const names = list.columns.map(({ name }) => name).join(", ");
    reject(from, `must have the column ${JSON.stringify(labelColumn)} with the answers`, `its columns are ${names}`);
  }
  const own = new Set(table.columns.map(({ name }) => name));
  const numbers = columnNamed("xpal_row", ...(own.has("row") ? [] : ["row"]));
  const shared = table.columns.filter(
    (column) => isInFile(column) && column.name !== labelColumn && columnNamed(column.name) !== undefined,
  );
  const rowAt = numbers === undefined ? byKey(from, list, table, shared) : byNumber(from, table, numbers);
  const answers = new Map<number, Answer>();
  let empty = 0;
  for (let at = 0; at < list.rows; at++) {
    const label = labelText(labels, at, classes);
    if (label === null) {
      empty++;
      continue;
    }
    const line = rowPlace(list, at);
    if (classes !== undefined && !classes.includes(label)) {
      const near = nearestName(label, classes);
      const wayOut = near === undefined ? "name it in --classes too" : `did you mean ${JSON.stringify(near)}?`;
      reject(`${from}, ${line}, the answer ${JSON.stringify(label)}`, `must be one of ${classes.join(", ")}`, wayOut);
    }
    const row = rowAt(at, line);
    for (const column of shared) {
      const there = list.columns.find(({ name }) => name === column.name) as Column;
      if (untypedText(there, at) === untypedText(column, row)) continue;
      const what = `column ${JSON.stringify(column.name)} is ${JSON.stringify(writtenText(there, at))} and not ${JSON.stringify(writtenText(column, row))}`;
      const rule = `must describe ${rowPlace(table, row)} of ${subject.file}, but ${what}`;
      reject(`${from}, ${line},`, rule, "the list is of another file, or the file has changed since");
    }
    const other = answers.get(row);
    if (other !== undefined && other.label !== label) {
      reject(`${from}, ${line},`, `must have the answer of ${other.line}, which is of the same row`, "remove one");
    }
    answers.set(row, { row, label, line });
  }
  return { answers: [...answers.values()], empty };
}

/** The row of the file that a row of the list names by its number. */
function byNumber(from: string, table: Table, column: Column) {
  const rowOf = new Map(Array.from({ length: table.rows }, (_, row) => [table.numbers?.[row] ?? row, row]));
  return (at: number, line: string): number => {
    const number = column.type === "number" ? column.values[at] : Number.NaN;
    const row = rowOf.get(number);
    if (row !== undefined) return row;
    const rule = `must name a row of the file, which has ${table.rows}`;
    return reject(`${from}, ${line}, column ${JSON.stringify(column.name)},`, rule, "keep the numbers of the list");
  };
}

/** The row of the file that has the same key as a row of the list. */
function byKey(from: string, list: Table, table: Table, shared: readonly Column[]) {
  for (const column of shared) {
    const there = list.columns.find(({ name }) => name === column.name) as Column;
    const rowOf = new Map<string, number>();
    for (let row = 0; row < table.rows; row++) {
      const key = untypedText(column, row);
      if (key !== null) rowOf.set(key, row);
    }
    const isKey = rowOf.size === table.rows && isUnique(there, list.rows);
    if (!isKey) continue;
    return (at: number, line: string): number => {
      const row = rowOf.get(untypedText(there, at) ?? "");
      if (row !== undefined) return row;
      const where = `${from}, ${line}, column ${JSON.stringify(column.name)},`;
      return reject(where, "must be that of a row of the file", `it is ${JSON.stringify(writtenText(there, at))}`);
    };
  }
  return reject(
    from,
    "must have the column row, or a column of the file whose values all differ",
    "print the list again",
  );
}

function isUnique(column: Column, rows: number): boolean {
  return new Set(Array.from({ length: rows }, (_, row) => untypedText(column, row))).size === rows;
}

/** The label that the file itself has. */
function labelled({ table, labelColumn }: JournalSubject, row: number, label: string): string | null {
  const column = table.columns.find(({ name }) => name === labelColumn);
  return column === undefined ? null : labelText(column, row, [label]);
}

function reject(argument: string, rule: string, wayOut: string): never {
  throw new XpalError("bad-argument", { who: "label", argument, rule, wayOut });
}
