// The answers of a journal put into the label column. In place, a delimited text keeps every other byte; elsewhere, or
// for other formats, a new CSV file is written. The file is replaced in one step, and only then is the journal let go.
import { readFileSync, rmSync } from "node:fs";
import { extname, resolve } from "node:path";
import { cellText, labelText, relabelCsv, type Table, writeCsv } from "@xpal/data";
import { XpalError } from "xpal";
import { openLabelled } from "../project/open-project.ts";
import { csvOptions } from "../project/open-table.ts";
import type { ProjectOptions } from "../project/project-options.ts";
import { checkPlace, writeWhole } from "../write-whole.ts";
import type { Answers } from "./answers.ts";
import { type JournalSubject, journalPath, journalText, readAnswers } from "./journal.ts";

/** What was written where. */
export interface Merged {
  readonly file: string;
  readonly column: string;
  readonly answers: number;
}

/**
 * Writes the answers of a file's journal into its label column, or into a new CSV file.
 * @throws XpalError if there is no answer, a cell says something else, or the file cannot be changed in place.
 */
export async function mergeAnswers(
  file: string,
  options: ProjectOptions,
  out: string | undefined,
  now: () => Date,
): Promise<Merged> {
  const { table, labelColumn } = await openLabelled(file, options);
  const subject = { file, table, labelColumn };
  const answers = readAnswers(subject);
  if (answers.labels.size === 0) {
    refuse(journalPath(file), "must hold an answer to merge, and there is none", `xpal label ${file} asks for some`);
  }
  checkAgreement(subject, answers);
  if (out !== undefined && resolve(out) !== resolve(file)) {
    checkPlace("--out", out);
    writeWhole(out, writeCsv(withAnswers(table, labelColumn, answers)));
    return { file: out, column: labelColumn, answers: answers.labels.size };
  }
  if (![".csv", ".tsv", ".txt", ".tab"].includes(extname(file).toLowerCase())) {
    refuse(file, "must be CSV or TSV to be changed in place", "write a new file with --out labelled.csv");
  }
  writeWhole(file, relabelCsv(readFileSync(file), labelColumn, answers.labels, csvOptions(options), file));
  letGo(subject, answers, now);
  return { file, column: labelColumn, answers: answers.labels.size };
}

/** Refuses to overwrite a label in the file by another one. */
function checkAgreement({ table, labelColumn, file }: JournalSubject, answers: Answers): void {
  const column = table.columns.find(({ name }) => name === labelColumn);
  if (column === undefined) return;
  for (const [row, label] of answers.labels) {
    const cell = labelText(column, row, [label]);
    if (cell === null || cell === label) continue;
    const place = table.lines === undefined ? `row ${row}` : `line ${table.lines[row]}`;
    const rule = `must be empty or ${JSON.stringify(label)} as answered, and it is ${JSON.stringify(cell)}`;
    refuse(`${file}, ${place}, column ${JSON.stringify(labelColumn)},`, rule, "empty the cell, or undo the answer");
  }
}

function withAnswers(table: Table, labelColumn: string, answers: Answers): Table {
  const columns = table.columns.map((column) => {
    if (column.name !== labelColumn) return column;
    const values = Array.from({ length: table.rows }, (_, row) => answers.labels.get(row) ?? cellText(column, row));
    return { name: labelColumn, type: "text" as const, values };
  });
  return { ...table, columns };
}

/** The answers are in the file now; only what was skipped is still worth keeping. */
function letGo(subject: JournalSubject, answers: Answers, now: () => Date): void {
  const path = journalPath(subject.file);
  const order = answers.order.filter((row) => answers.skipped.has(row));
  if (order.length === 0) rmSync(path);
  else writeWhole(path, journalText(subject, { labels: new Map(), skipped: answers.skipped, order }, now));
}

function refuse(argument: string, rule: string, wayOut: string): never {
  throw new XpalError("bad-argument", { who: "mergeAnswers", argument, rule, wayOut });
}
